// A board as a reader of clockd's events knows it, without any other source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/chess/position.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::sim {

// The position after a move in a device's text; empty if that is no legal move.
std::optional<chess::Position> after_text(const chess::Position& before, std::string_view text);

struct BoardImage {
    enum class Phase { empty, ready, running, paused, flag_fallen, stopped, over };

    Phase phase = Phase::empty;
    std::string game;
    bool started = false;
    Both<bool> at_zero{};  // time is out, and nobody has called the flag
    Epoch epoch;
    Ply ply;
    Side turn{};
    Both<Duration> readings;
    Instant at;        // of the readings
    std::string boot;  // the boot of that instant
    Both<std::string> pending;
    Both<bool> offer{};
    // After each ply; empty where a move was not legal.
    std::vector<std::optional<chess::Position>> positions;
    std::vector<wire::ClaimKind> for_time;  // the allowed claims for lack of time, as announced
    bool other_than_down = false;  // a delay, or an hourglass: not just one clock that counts down
    Instant since;  // world time of the last change, when the reader got it
    Pos pos;        // of the last event seen

    void see(const wire::EventFrame& frame, Instant world);

    const std::optional<chess::Position>& position() const;
    // How often the present position has occurred; 1: for the first time.
    int occurrences() const;

private:
    void press(const wire::Pressed& e);
    void complete(Side side);
    void set(const wire::ReadingSet& e);
    void open(const wire::GameOpened& e);
};

}  // namespace flagfall::sim
