// US Chess: illegal moves, presses without a move, flags and claims by its own rules.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// `left`: with less on a clock only the players bring up an illegal move.
Pair open(const std::string& profile, const std::string& left = "300",
          const std::string& control = "3600d5", const std::string& fen = "") {
    Pair pair;
    pair.profile = profile;
    pair.rules = {{"left_to_players_below_seconds", left}};
    pair.open(control, fen);
    return pair;
}

}  // namespace

TEST_CASE("US 11D: every illegal move costs two minutes, and none loses by its number") {
    Pair pair = open(GENERATE("uschess-regular", "uschess-quick"));
    for (int number = 0; number < 3; ++number) pair.press(white, "e2e5");
    CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::repeated_offence);
    SECTION("judged, and the last taken back") {
        pair.play("e4 e5");
        pair.rule(wire::UndoRuling{3});
        judged_clean(pair);
    }
    SECTION("nobody is asked what it costs") {
        drop<wire::QuestionPut>(pair);
        CHECK_THAT(said(pair.judged()), Contains("question_put"));
    }
    SECTION("the director decides that it loses") {
        pair.rule(answer(2, "black_wins"));
        CHECK(said(pair.judged()) == "");
    }
    SECTION("by an article of the Laws") {
        last<wire::PenaltyGiven>(pair.record).article = "7.5.5";
        CHECK_THAT(said(pair.judged()), Contains("article is"));
    }
}

TEST_CASE("US 11D1: with little time an illegal move is for the players") {
    Pair pair = open("uschess-regular", "300", "120");
    pair.press(white, "e2e5");
    SECTION("claimed before the opponent has moved") {
        pair.claim(black, "illegal_move");
        CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == minutes(2));
        CHECK(said(pair.judged()) == "");
    }
    SECTION("claimed within ten moves: a person sees") {
        pair.play("e6 Nf3");
        pair.claim(black, "illegal_move");
        pair.rule(answer(1, "apply"));
        judged_clean(pair);
    }
    SECTION("nobody is asked by itself") {
        CHECK(last<wire::IllegalMoveSeen>(pair.record).text == "e2e5");
        CHECK(said(pair.judged()) == "");
    }
}

TEST_CASE("US blitz: an illegal move loses when it is claimed") {
    Pair pair = open("uschess-blitz", "0", "180d2");
    pair.press(white, "e2e5");
    pair.claim(black, "illegal_move");
    CHECK(last<wire::ResultRecorded>(pair.record).outcome.article == "11D");
    REQUIRE(said(pair.judged()) == "");
    last<wire::ResultRecorded>(pair.record).outcome.score = drawn();
    CHECK(said(pair.judged()) != "");
}

TEST_CASE("US 14E: who claims an illegal move in blitz needs mating material") {
    Pair pair = open("uschess-blitz", "0", "180d2", "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1");
    pair.press(white, "e2e5");
    pair.claim(black, "illegal_move");
    CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending == Ending::illegal_move_draw);
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("US 11A: a press without a move is asked about") {
    Pair pair = open("uschess-regular");
    pair.press(white);
    SECTION("an offence, taken back") {
        pair.rule(answer(1, "offence"));
        CHECK(last<wire::PenaltyGiven>(pair.record).reason == "press_without_move");
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{1});
    }
    SECTION("an error") { pair.rule(answer(1, "error")); }
    SECTION("an offence after all, when moves have followed") {
        pair.rule(answer(1, "error"));
        pair.play("e4 e5 Nf3");
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{1});
        pair.rule(answer(2, "offence"));
        CHECK(last<wire::IrregularityFound>(pair.record).ply == Ply{1});
    }
    judged_clean(pair);
}

TEST_CASE("US 13C: a flag that the clock lets fall must be called") {
    Pair pair = open("uschess-quick", "0", "60");
    pair.play("e4 e5");
    pair.wait(minutes(2));
    auto& question = last<wire::QuestionPut>(pair.record);
    REQUIRE(question.article == "13C");
    SECTION("called") {
        pair.rule(answer(1, "call"));
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.score == win_of(black));
        CHECK(said(pair.judged()) == "");
    }
    SECTION("it decides by itself") {
        drop<wire::QuestionPut>(pair);
        CHECK_THAT(said(pair.judged()), Contains("no question_put"));
    }
    SECTION("the clock goes on") {
        wire::AnswerQuestion act = answer(1, "set_clock");
        act.white = act.black = minutes(1);
        pair.rule(act);
        plays_on(pair, "Nf3 Nc6");
        judged_clean(pair);
    }
}

TEST_CASE("US 14E: the material that wins on time") {
    struct Case {
        const char* fen;
        bool asked;
    };
    const auto [fen, asked] = GENERATE(Case{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
                                       Case{"2b1k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
                                       Case{"1n2k1n1/8/8/8/8/8/8/3RK3 w - - 0 1", true},
                                       Case{"1n2k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true});
    Pair pair = open("uschess-quick", "0", "60", fen);
    pair.play("Kf1 Kf8");  // both have come
    pair.wait(minutes(2));
    CAPTURE(fen);
    pair.rule(answer(1, "call"));
    if (asked) {
        CHECK(last<wire::QuestionPut>(pair.record).article == "14E");
        pair.rule(answer(last<wire::QuestionPut>(pair.record).number, "draw"));
    }
    CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending == Ending::time_forfeit_draw);
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("US 14C: a wrong claim costs two minutes by its own rule") {
    Pair pair = open("uschess-regular");
    pair.claim(white, "threefold", "Nf3");
    REQUIRE(said(pair.judged()) == "");
    CHECK(last<wire::PenaltyGiven>(pair.record).article == "14C");
    last<wire::RulingGiven>(pair.record).article = "9.5.3";
    CHECK_THAT(said(pair.judged()), Contains("article is"));
}
