// What a player's device knows about its board: all of it comes from clockd's events, so that a
// restarted replay, which reads the old events, makes the same decisions.
#pragma once

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::client {

struct Track {
    Epoch epoch;
    Ply ply;                  // completed by presses
    Side turn{};              // whose clock runs or will run
    Both<Duration> readings;  // at `at`
    Instant at;               // of the board's last event
    bool running = false;
    bool over = false;
    wire::Outcome outcome;  // once over
};

// The state after a game was opened in which `first` has the first move.
Track opened(const wire::GameOpened& event, Side first, Instant at);

// Changes the state by an event at this board. Events that concern no board change nothing.
void follow(Track& track, const wire::ClockEvent& event, Instant at);

// Completed moves of each side.
Both<std::uint32_t> moves_of(Ply completed, Side first);

// The board an event concerns, and its game; board 0 and an empty id for the hall's events.
struct BoardGame {
    Board board;
    std::string game;
};
BoardGame place_of(const wire::ClockEvent& event);

}  // namespace flagfall::client
