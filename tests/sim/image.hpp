// A board as somebody sees it who reads the events of clockd, and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/chess/position.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::sim {

// The position after a move as a device writes it; nothing when that is no legal move.
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
    std::string boot;  // that the instant belongs to
    Both<std::string> pending;
    Both<bool> offer{};
    // After each ply; nothing where a move was not legal.
    std::vector<std::optional<chess::Position>> positions;
    std::vector<wire::ClaimKind> for_time;  // what may be claimed for want of time, as announced
    bool other_than_down = false;  // a delay, or an hourglass: not only one clock goes down
    Instant since;  // world time of the last change, as the reader heard of it
    Pos pos;        // of the last event seen

    void see(const wire::EventFrame& frame, Instant world);

    const std::optional<chess::Position>& position() const;
    // How often the present position stood before; 1: for the first time.
    int occurrences() const;

private:
    void press(const wire::Pressed& e);
    void complete(Side side);
    void set(const wire::ReadingSet& e);
    void open(const wire::GameOpened& e);
};

}  // namespace flagfall::sim
