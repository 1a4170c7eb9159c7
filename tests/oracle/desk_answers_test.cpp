// Answers at the desk about flags and about moves that should not have been played (4.3, 4.8, 6.8).
#include <algorithm>
#include <iterator>

#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// White is bound to the pawn of e2 and has played another one: question 1.
Pair bound() {
    Pair pair;
    pair.open("5400+30");
    pair.press(white, "e2e5");
    pair.press(white, "d4");
    return pair;
}

// The move that is bound not to be played mates, and holds the game: question 1.
Pair held() {
    Pair pair;
    pair.open("5400+30", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    pair.press(white, "f2f5");
    pair.move(white, "Rd8");
    return pair;
}

Pair flag_down() {
    Pair pair;
    pair.flag_call = wire::FlagCall::arbiter;
    pair.open("60");
    pair.play("e4 e5");
    pair.wait(minutes(2));
    return pair;
}

}  // namespace

TEST_CASE("answers about touched pieces are judged") {
    SECTION("the move stands") {
        Pair pair = bound();
        pair.rule(answer(1, "stands"));
        plays_on(pair, "d5 c4");
        judged_clean(pair);
    }
    SECTION("the move goes back, and binds still") {
        Pair pair = bound();
        pair.rule(answer(1, "take_back"));
        pair.press(white, "d4");
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::touch_move);
        pair.rule(answer(2, "take_back"));
        plays_on(pair, "e4 e5");
        judged_clean(pair);
    }
    SECTION("with the arbiter's times, and is taken back") {
        Pair pair = bound();
        wire::AnswerQuestion act = answer(1, "take_back");
        act.white = minutes(80);
        pair.rule(act);
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{2});
        pair.rule(answer(2, "stands"));
        plays_on(pair, "d5 c4");
        judged_clean(pair);
    }
    SECTION("a mate stands") {
        Pair pair = held();
        pair.rule(answer(1, "stands"));
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending == Ending::checkmate);
        judged_clean(pair);
    }
    SECTION("a mate goes back") {
        Pair pair = held();
        pair.rule(answer(1, "take_back"));
        plays_on(pair, "f4 h6");
        judged_clean(pair);
    }
}

TEST_CASE("the call of a flag is judged") {
    Pair pair = flag_down();
    pair.rule(answer(1, "call"));
    CHECK(last<wire::ResultRecorded>(pair.record).outcome.score == win_of(black));
    judged_clean(pair);
}

TEST_CASE("an answer about a move or a flag spoilt") {
    std::string wanted;
    Pair pair;
    SECTION("the player is not bound any more") {
        pair = bound();
        pair.rule(answer(1, "take_back"));
        drop<wire::MoveBound>(pair);
        wanted = "no move_bound";
    }
    SECTION("the wrong move goes back") {
        pair = bound();
        pair.rule(answer(1, "take_back"));
        last<wire::PositionRestored>(pair.record).ply = {1};
        wanted = "ply is 1, must be 0";
    }
    SECTION("another time than the arbiter's") {
        pair = bound();
        wire::AnswerQuestion act = answer(1, "take_back");
        act.white = minutes(80);
        pair.rule(act);
        issued<wire::SetReading>(pair).correction.readings[white] = minutes(81);
        wanted = "white_us is";
    }
    SECTION("a mate stands and ends nothing") {
        pair = held();
        pair.rule(answer(1, "stands"));
        drop<wire::ResultRecorded>(pair);
        wanted = "no result_recorded";
    }
    SECTION("the wrong flag is called") {
        pair = flag_down();
        pair.rule(answer(1, "call"));
        issued<wire::CallFlag>(pair).side = black;
        wanted = "side is black, must be white";
    }
    SECTION("nobody calls it") {
        pair = flag_down();
        pair.rule(answer(1, "call"));
        for (GameRow& row : pair.record)
            if (const auto* sent = std::get_if<wire::CommandIssued>(&row.event))
                if (std::holds_alternative<wire::CallFlag>(sent->command))
                    row.event = wire::HeadKept{};
        wanted = "no command_issued";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("of two claims alike none is forgotten when the game is open again", "[regress]") {
    Pair pair = begun();
    pair.claim(white, "flag");
    pair.rule(answer(1, "set_clock"));
    const std::uint32_t answered = last<wire::RulingGiven>(pair.record).number;
    pair.rule(wire::UndoRuling{answered});
    pair.claim(white, "flag");
    wire::GiveResult result;
    result.score = drawn();
    pair.rule(result, "12.9");
    pair.rule(wire::UndoRuling{last<wire::RulingGiven>(pair.record).number});
    SECTION("both are asked about, until the first is answered after all") {
        pair.rule(wire::UndoRuling{answered + 1});
        judged_clean(pair);
    }
    SECTION("one is forgotten") {
        const auto put =
            std::find_if(pair.record.rbegin(), pair.record.rend(), [](const GameRow& row) {
                return std::holds_alternative<wire::QuestionPut>(row.event);
            });
        pair.record.erase(std::next(put).base());
        for (Pos pos{}; GameRow& row : pair.record) row.pos = Pos{++pos.value};
        CHECK_THAT(said(pair.judged()), Contains("is forgotten"));
    }
}
