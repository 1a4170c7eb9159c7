#include "tests/unit/devices/hall_of_hands.hpp"

#include "tests/support/catch.hpp"

namespace flagfall::devices::test {

using flagfall::test::HandStep;

Table::Table(const chess::Position& start, HandTimes times)
    : now{seconds(1).us}, hands(start, times), physical_(Placement::of(start)) {}

void Table::take(HandActs said) {
    for (HandAct& act : said) {
        if (const auto* made = std::get_if<Made>(&act)) {
            CHECK(made->at <= now);
            if (made->replaces) {
                REQUIRE_FALSE(moves.empty());
                moves.pop_back();
            }
            moves.push_back(made->uci);
        }
        if (std::holds_alternative<TakenBack>(act)) {
            REQUIRE_FALSE(moves.empty());
            moves.pop_back();
        }
        acts.push_back(std::move(act));
    }
}

// A deadline that does not move on would keep a process busy for ever.
void Table::until(Instant at) {
    for (int guard = 0; guard < 100; ++guard) {
        const auto due = hands.deadline();
        if (!due || *due > at) {
            now = at;
            return;
        }
        now = std::max(now, *due);
        take(hands.wake(now));
    }
    FAIL("the recogniser wakes for ever");
}

void Table::put(chess::Square square, chess::Piece piece, Duration after) {
    until(now + after);
    if (turned_) square = static_cast<chess::Square>(63 - square);
    physical_.put(square, piece);
    hands.field(square, piece, now);
}

void Table::press(Side side, Duration after) {
    until(now + after);
    hands.press(side, now);
}

void Table::pass(Duration time) { until(now + time); }

void Table::turn() {
    turned_ = !turned_;
    physical_ = physical_.turned();
    hands.board(physical_, now);
}

void Table::step(const HandStep& step) {
    switch (step.what) {
        case HandStep::What::field: return put(step.square, step.piece, step.after);
        case HandStep::What::press: return press(step.side, step.after);
        case HandStep::What::turn:
            pass(step.after);
            turn();
            pass(seconds(1));
    }
}

std::string Table::line() const {
    std::string out;
    for (const std::string& move : moves) out += (out.empty() ? "" : " ") + move;
    return out;
}

}  // namespace flagfall::devices::test
