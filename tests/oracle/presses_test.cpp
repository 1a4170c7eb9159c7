// Boards that report only presses: what the oracle judges without moves.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// After two presses by each side.
Pair pressed(const std::string& time_control = "5400+30") {
    Pair pair;
    pair.reports = wire::Reporting::presses;
    pair.open(time_control);
    for (const Side side : {white, black, white, black}) pair.press(side);
    return pair;
}

}  // namespace

TEST_CASE("a game of presses is judged") {
    SECTION("presses, an offer, and an agreement") {
        Pair pair = pressed();
        pair.offer(white);
        pair.press(white);
        pair.accept(black);
        judged_clean(pair);
    }
    SECTION("a claim that the arbiter finds wrong") {
        Pair pair = pressed();
        pair.claim(white, "threefold");
        pair.rule(answer(1, "claim_wrong"));
        pair.press(white);
        judged_clean(pair);
    }
    SECTION("a claim that is asked about again, and found wrong while the clock runs") {
        Pair pair = pressed();
        pair.claim(white, "threefold");
        pair.rule(answer(1, "play_on"));
        pair.rule(wire::UndoRuling{1});
        pair.rule(answer(2, "claim_wrong"));
        CHECK(issued<wire::Adjust>(pair).deltas[black] == minutes(2));
        pair.press(white);
        judged_clean(pair);
    }
    SECTION("a flag") {
        Pair pair = pressed("10");
        pair.wait(seconds(20));
        CHECK(last<wire::QuestionPut>(pair.record).article == "6.9");
        pair.rule(answer(1, "black_wins"));
        judged_clean(pair);
    }
    SECTION("a resignation") {
        Pair pair = pressed();
        pair.resign(white);
        pair.rule(answer(1, "black_wins"));
        judged_clean(pair);
    }
    SECTION("another count is set, and comes back") {
        Pair pair = pressed();
        pair.rule(wire::PauseClock{});
        wire::SetClock set = clocks(minutes(80), minutes(80), false);
        set.ply = Ply{2};
        pair.rule(set);
        pair.rule(wire::UndoRuling{2});
        CHECK(last<wire::MovesRestored>(pair.record).presses == Ply{4});
        pair.rule(wire::ResumeClock{});
        pair.press(white);
        judged_clean(pair);
    }
    SECTION("an illegal action is counted, and the game begins again") {
        Pair pair = pressed();
        wire::IllegalAction act;
        act.side = black;
        act.kind = wire::Irregularity::two_hands;
        pair.rule(act);
        pair.rule(wire::PauseClock{});
        pair.rule(wire::RestartGame{});
        pair.rule(wire::ResumeClock{});
        pair.press(white);
        judged_clean(pair);
    }
}

TEST_CASE("a wrong record of a game of presses is noticed") {
    Pair pair = pressed();
    std::string wanted;
    SECTION("a press is left out") {
        drop<wire::PressNoted>(pair);
        wanted = "no press_noted";
    }
    SECTION("of another move") {
        last<wire::PressNoted>(pair.record).ply = Ply{5};
        wanted = "ply is 5, must be 4";
    }
    SECTION("with other times") {
        last<wire::PressNoted>(pair.record).readings[white] = seconds(1);
        wanted = "white_us is";
    }
    SECTION("the set count is another") {
        pair.rule(wire::PauseClock{});
        wire::SetClock set = clocks(minutes(80), minutes(80), false);
        set.ply = Ply{2};
        pair.rule(set);
        CHECK(said(pair.judged(false)) == "");
        last<wire::PressNoted>(pair.record).ply = Ply{3};
        wanted = "ply is 3, must be 2";
    }
    SECTION("a claim is put to nobody") {
        pair.claim(white, "fifty_move");
        drop<wire::QuestionPut>(pair);
        wanted = "no question_put";
    }
    CHECK_THAT(said(pair.judged(false)), Contains(wanted));
}
