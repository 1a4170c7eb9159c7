// A copy of one board on which a decision is tried out. Each event is applied to it as it will be
// to the hall, so that the next step sees its outcome and its readings are right.
#pragma once

#include <utility>

#include "clockd/clock/boards.hpp"

namespace flagfall::clock {

struct Scene {
    Board number;
    Role by;
    Instant now;    // when the command reached clockd
    Instant raw;    // when it happened, according to the sender
    Instant stamp;  // when it counts: not before the board's last event
    BoardState board;
    Events events;
    Duration claimed_age{};  // of the command, and the part that is accepted
    Duration age{};
    bool unseen = false;  // nobody could see whether the press completes a move
};

// Records the event at its instant, and fills in the fields that all events share.
template <class Event>
void emit(Scene& scene, Event event, Instant at) {
    BoardState& board = scene.board;
    FF_CHECK(at >= board.last);
    FF_CHECK(scene.number.number >= 1);
    FF_CHECK(!board.game.empty());
    FF_CHECK(scene.events.empty() || scene.events.back().at <= at);
    happen(board, event, at);
    if (intervenes<Event>) ++board.epoch.count;
    if (undoes(event)) board.fence = board.epoch;
    board.last = at;
    event.board = scene.number;
    event.game = board.game;
    event.epoch = board.epoch;
    event.readings = board.clock.readings(at);
    check_promises(board);
    scene.events.push_back({at, std::move(event)});
}

// The same for an event of the command, at the command's instant.
template <class Event>
void emit(Scene& scene, Event event) {
    FF_CHECK(scene.age >= Duration{});
    FF_CHECK(scene.age <= scene.claimed_age);
    event.claimed_age = scene.claimed_age;
    event.age = scene.age;
    emit(scene, std::move(event), scene.stamp);
}

// Calls the flag of this side, whose time is at zero.
void call_flag(Scene& scene, Side side);

// Has a move been made, or the game been decided at the board? Only the clock knows whether that
// came before the game was to be taken back.
bool is_played(const BoardState& board);

// Adds all that time itself does at the board up to `until`; at equality time has run out.
void time_passes(Scene& scene, Instant until);

}  // namespace flagfall::clock
