// Illegal actions under A.5: open, put right in time, or standing.
#include "common/chess/position.hpp"
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// White has completed an illegal move.
Pair opened(const std::string& move = "b1b4") {
    Pair pair;
    pair.profile = "fide-rapid-a5";
    pair.open("900+10");
    pair.play("e4 e5");
    pair.press(white, move);
    return pair;
}

}  // namespace

TEST_CASE("an illegal action that may stand is judged") {
    SECTION("the opponent makes the next move: it stands") {
        Pair pair = opened();
        pair.play("Nc6 Nf3");
        CHECK(last<wire::MoveRecorded>(pair.record).ply == Ply{5});
        judged_clean(pair);
    }
    SECTION("the opponent claims in time") {
        Pair pair = opened();
        pair.claim(black, "illegal_move");
        CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == minutes(1));
        pair.play("Nc3 Nc6");
        judged_clean(pair);
    }
    SECTION("the opponent claims too late") {
        Pair pair = opened();
        pair.play("Nc6");
        pair.claim(black, "illegal_move");
        pair.play("Nf3");
        judged_clean(pair);
    }
    SECTION("the arbiter puts it right") {
        Pair pair = opened();
        pair.rule(answer(1, "apply"));
        pair.play("Nc3 Nc6");
        judged_clean(pair);
    }
    SECTION("the arbiter lets it stand") {
        Pair pair = opened();
        pair.rule(answer(1, "stands"));
        pair.play("Nc6 Nf3");
        judged_clean(pair);
    }
    SECTION("a press without a move") {
        Pair pair = opened("");
        pair.play("Nc6 Nf3");
        judged_clean(pair);
    }
    SECTION("a claim that the record cannot rule on is right") {
        Pair pair;
        pair.profile = "fide-rapid-a5";
        pair.open("900+10");
        pair.play("e4 e5");
        pair.claim(white, "illegal_move");
        pair.rule(answer(1, "two_hands"));
        pair.play("Nf3 Nc6");
        judged_clean(pair);
    }
    SECTION("the clock stands and is set meanwhile") {
        Pair pair = opened();
        pair.rule(wire::PauseClock{});
        pair.rule(clocks(minutes(10), minutes(11), true));
        pair.play("Nc6 Nf3");
        judged_clean(pair);
    }
}

TEST_CASE("what follows an illegal action that may stand is judged") {
    SECTION("it leaves no position, and the reply does") {
        Pair pair = opened("e1e6");
        pair.play("b8c6");
        CHECK(last<wire::IllegalMoveStood>(pair.record).goes_on);
        pair.play("e6f5");
        judged_clean(pair);
    }
    SECTION("it leaves no position, and the reply takes the king") {
        Pair pair = opened("e1e6");
        pair.play("d7e6");
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::illegal_reply);
        pair.rule(answer(last<wire::QuestionPut>(pair.record).number, "go_back"));
        judged_clean(pair);
    }
    SECTION("the king is taken, which is claimed by A.5.2 (B.3)") {
        Pair pair;
        pair.profile = "fide-blitz-b3";
        pair.open("300+2", "4k3/p4R2/8/8/8/8/8/4K3 b - - 0 1");
        pair.press(black, "e8e7");
        pair.press(white, "f7e7");
        CHECK(last<wire::QuestionPut>(pair.record).article == "1.4.1");
        pair.claim(black, "illegal_move");
        auto& ruling = last<wire::RulingGiven>(pair.record);
        CHECK(ruling.article == "A.5.2");
        judged_clean(pair);
        ruling.article = "7.5.5";
        CHECK(said(pair.judged(false)) != "");
    }
    SECTION("it is put right, and open again when that is taken back") {
        Pair pair = opened();
        pair.rule(answer(1, "apply"));
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{1});
        CHECK(last<wire::IllegalMoveSeen>(pair.record).side == white);
        pair.rule(wire::ResumeClock{});
        pair.play("Nc6 Nf3");
        judged_clean(pair);
    }
}

TEST_CASE("6.3: a period that ends while a question holds the game is judged", "[regress]") {
    Pair pair;
    pair.profile = "fide-rapid-a5";
    pair.open("2/60:900", "", PeriodTrigger::zero);
    pair.play("e4 e5 Nf3 Nc6");
    pair.press(white, "Nf6");  // names no squares
    pair.move(black, "d6");
    REQUIRE(last<wire::QuestionPut>(pair.record).holds);
    pair.wait(seconds(70));
    REQUIRE(last<wire::PeriodEnded>(pair.clock).side == black);
    auto& kept = last<wire::ClockIntervention>(pair.record);
    REQUIRE(kept.kind == wire::Intervening::period_ended);
    CHECK(said(pair.judged(false)) == "");
    SECTION("and the position is set") {
        wire::AnswerQuestion act = answer(last<wire::QuestionPut>(pair.record).number, "go_back");
        pair.rule(act);
        judged_clean(pair);
    }
    SECTION("its time must be in the record") {
        kept.after[white] = minutes(1);
        CHECK(said(pair.judged(false)) != "");
    }
}

TEST_CASE("a wrong record of an illegal action that may stand is noticed") {
    Pair pair = opened();
    std::string wanted;
    SECTION("penalised at once") {
        drop<wire::IllegalMoveSeen>(pair);
        wanted = "no illegal_move_seen";
    }
    SECTION("other squares than its text says") {
        last<wire::IllegalMoveSeen>(pair.record).squares = "b1b5";
        wanted = "squares is \"b1b5\"";
    }
    SECTION("the arbiter is not asked") {
        drop<wire::QuestionPut>(pair);
        wanted = "no question_put";
    }
    SECTION("another position stands") {
        pair.play("Nc6");
        last<wire::IllegalMoveStood>(pair.record).fen = chess::fen(chess::start_position());
        wanted = "fen is";
    }
    SECTION("its question waits on when it stands") {
        pair.play("Nc6");
        drop<wire::QuestionClosed>(pair);
        wanted = "no question_closed";
    }
    SECTION("the reply leaves no position, and nobody is asked") {
        pair = opened("e1e6");
        pair.play("d7e6");
        last<wire::QuestionPut>(pair.record).holds = false;
        wanted = "nobody is asked (A.5.4)";
    }
    SECTION("claimed in time, and nothing is given") {
        pair.claim(black, "illegal_move");
        drop<wire::PenaltyGiven>(pair);
        wanted = "no penalty_given";
    }
    SECTION("the increment stays") {
        pair.claim(black, "illegal_move");
        last<wire::PenaltyGiven>(pair.record).after[white] += seconds(10);
        wanted = "after_white_us is";
    }
    CHECK_THAT(said(pair.judged(false)), Contains(wanted));
}
