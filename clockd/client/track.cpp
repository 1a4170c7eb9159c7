#include "clockd/client/track.hpp"

#include <type_traits>

#include "common/base/overload.hpp"

namespace flagfall::client {

namespace {

// ReadingSet's readings are those of its correction.
const Both<Duration>& readings_of(const wire::ReadingSet& event) {
    return event.correction.readings;
}
const Both<Duration>& readings_of(const wire::BoardEvent& event) { return event.readings; }

template <class Event>
inline constexpr bool at_board = std::is_base_of_v<wire::BoardEvent, Event>;

void change(Track& track, const wire::ClockEvent& event) {
    std::visit(
        Overload{
            [&](const wire::GameStarted&) { track.running = true; },
            [&](const wire::Made& e) { track.running = e.ending == Ending::none; },
            [&](const wire::Pressed& e) {
                track.ply = e.ply;
                track.turn = other(e.side);
            },
            [&](const wire::Resigned&) { track.running = false; },
            [&](const wire::Claimed&) { track.running = false; },
            [&](const wire::FlagFell&) { track.running = false; },
            [&](const wire::FlagReached& e) { track.running = track.running && !e.freeze; },
            [&](const wire::CompletedByNext& e) { track.ply = e.ply; },
            [&](const wire::GameReopened&) { track.over = false; },
            [&](const wire::Paused&) { track.running = false; },
            [&](const wire::Resumed&) { track.running = true; },
            [&](const wire::ReadingSet& e) {
                track.ply = e.correction.ply;
                track.turn = e.correction.turn;
                track.running = e.correction.run;
            },
            [&](const wire::GameEnded& e) {
                track.running = false;
                track.over = true;
                track.outcome = e.outcome;
            },
            [](const auto&) {},
        },
        event);
}

}  // namespace

Track opened(const wire::GameOpened& event, Side first, Instant at) {
    return {.epoch = event.epoch, .ply = {}, .turn = first, .readings = event.readings, .at = at,
            .running = false, .over = false, .outcome = {}};
}

void follow(Track& track, const wire::ClockEvent& event, Instant at) {
    std::visit(
        [&]<class Event>(const Event& e) {
            if constexpr (at_board<Event>) {
                track.epoch = e.epoch;
                track.readings = readings_of(e);
                track.at = at;
            }
        },
        event);
    change(track, event);
}

Both<std::uint32_t> moves_of(Ply completed, Side first) {
    Both<std::uint32_t> moves;
    moves[first] = (completed.count + 1) / 2;
    moves[other(first)] = completed.count / 2;
    return moves;
}

BoardGame place_of(const wire::ClockEvent& event) {
    return std::visit(
        []<class Event>(const Event& e) -> BoardGame {
            if constexpr (at_board<Event>) return {e.board, e.game};
            return {};
        },
        event);
}

}  // namespace flagfall::client
