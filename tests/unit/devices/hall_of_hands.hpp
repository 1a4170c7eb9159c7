// Hands before a board in virtual time: steps are carried out, the recogniser is woken
// when it wants to be, and what it says is folded to the moves of a game.
#pragma once

#include <string>
#include <vector>

#include "clockd/devices/hands.hpp"
#include "common/chess/position.hpp"
#include "tests/support/people.hpp"

namespace flagfall::devices::test {

class Table {
public:
    explicit Table(const chess::Position& start, HandTimes times = {});

    // One step of hands; what the recogniser said meanwhile is added to acts.
    void step(const flagfall::test::HandStep& step);
    void steps(const std::vector<flagfall::test::HandStep>& steps) {
        for (const auto& each : steps) step(each);
    }
    void put(chess::Square square, chess::Piece piece, Duration after);
    void press(Side side, Duration after = milliseconds(100));
    // Nothing happens for so long.
    void pass(Duration time);

    // The moves that stand, in UCI notation.
    std::string line() const;
    // How many acts of a type there were.
    template <class Act>
    std::size_t count() const {
        std::size_t n = 0;
        for (const HandAct& act : acts) n += std::holds_alternative<Act>(act);
        return n;
    }
    template <class Act>
    const Act& last() const {
        for (std::size_t at = acts.size(); at-- > 0;)
            if (const auto* act = std::get_if<Act>(&acts[at])) return *act;
        check_failed("no such act", __FILE__, __LINE__);
    }

    Instant now;
    Hands hands;
    HandActs acts;
    std::vector<std::string> moves;

private:
    void until(Instant at);
    void take(HandActs said);
    void turn();

    Placement physical_;
    bool turned_ = false;
};

}  // namespace flagfall::devices::test
