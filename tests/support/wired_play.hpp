// Hands that play games on wired boards, and the virtual time in which a line watches them.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clockd/devices/reports.hpp"
#include "common/chess/movegen.hpp"
#include "tests/support/boards.hpp"
#include "tests/support/people.hpp"

namespace flagfall::test {

// The moves of hands at one board, by instants.
class Player {
public:
    Player(WiredBoard& board, const std::vector<chess::Move>& moves, std::uint64_t seed,
           Instant at, Duration pace, bool accidents = false);

    bool done() const { return next_ == script_.size(); }
    Instant next() const { return script_[next_].at; }
    void play(Instant at);

    const chess::Position& position() const { return positions_.back(); }
    const std::vector<chess::Position>& positions() const { return positions_; }
    const std::vector<Instant>& made() const { return made_; }

private:
    struct Act {
        Instant at;
        chess::Square square;
        chess::Piece piece;
    };
    WiredBoard& board_;
    std::vector<Act> script_;
    std::size_t next_ = 0;
    std::vector<chess::Position> positions_;  // after each move; the first before all
    std::vector<Instant> made_;               // when each move was complete on the board
};

// Runs a line against its boards until `done` or `until`.
template <class Line>
void run(Line& line, WiredLine& wires, std::vector<Player>& players, Instant& now, Instant until,
         const std::function<void(const devices::Report&)>& report,
         const std::function<bool()>& done = [] { return false; }) {
    while (now < until && !done()) {
        Instant when = std::min(line.deadline(), until);
        if (const auto byte = wires.next()) when = std::min(when, *byte);
        for (const Player& player : players)
            if (!player.done()) when = std::min(when, player.next());
        now = std::max(now, when);
        for (Player& player : players)
            while (!player.done() && player.next() <= now) player.play(now);
        wires.tick(now);
        const std::string bytes = wires.read(now);
        devices::Acts acts;
        if (!bytes.empty()) acts.also(line.on_bytes(bytes, now));
        if (line.deadline() <= now) acts.also(line.on_wake(now));
        if (!acts.write.empty()) wires.write(acts.write, now);
        for (const devices::Report& one : acts.reports) report(one);
    }
}

}  // namespace flagfall::test
