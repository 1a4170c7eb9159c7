// Illegal actions that an arbiter counts, scoresheets, and commands without an answer.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using wire::Irregularity;
using Catch::Matchers::Contains;

namespace {

wire::IllegalAction action(Side side, Irregularity kind, std::uint32_t ply = 0) {
    wire::IllegalAction act;
    act.side = side;
    act.kind = kind;
    if (ply > 0) act.ply = Ply{ply};
    return act;
}

wire::EnterSheet sheet(const std::string& moves) {
    wire::EnterSheet act;
    act.whose = "white";
    act.sheet = moves;
    act.language = "english";
    act.notation = "algebraic";
    return act;
}

// White has lost by two illegal actions: the desk counted one (ruling 1), the press showed the
// other (ruling 2).
Pair lost() {
    Pair pair = begun();
    pair.rule(action(white, Irregularity::two_hands));
    pair.press(white, "Ke3");
    return pair;
}

}  // namespace

TEST_CASE("illegal actions that an arbiter counts are judged") {
    SECTION("the time alone, and it is taken back") {
        Pair pair = begun();
        pair.rule(action(black, Irregularity::two_hands));
        pair.rule(wire::UndoRuling{1});
        pair.rule(action(black, Irregularity::press_without_move, 4));
        plays_on(pair, "Bb5 a6");
        judged_clean(pair);
    }
    SECTION("found later: the moves go back, and return with the undo") {
        Pair pair = begun();
        wire::IllegalAction act = action(white, Irregularity::illegal_move, 3);
        act.text = "g1e4";
        act.run = true;
        pair.rule(act);
        pair.press(white, "d4");  // the knight was touched
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::touch_move);
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{1});
        CHECK(last<wire::MovesRestored>(pair.record).ply == Ply{4});
        judged_clean(pair);
    }
    SECTION("the opponent's claim is settled, and the clock runs on") {
        Pair pair = begun();
        pair.claim(white, "illegal_move");
        pair.rule(action(black, Irregularity::illegal_move));
        plays_on(pair, "Bb5 a6");
        judged_clean(pair);
    }
    SECTION("the second loses; when the first is undone, the loss is asked about") {
        Pair pair = lost();
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending ==
              Ending::illegal_move_forfeit);
        pair.rule(wire::UndoRuling{1});
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::loss);
        pair.rule(answer(1, "reopen"));
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "Bb5 a6");
        judged_clean(pair);
    }
    SECTION("the first is undone, and counted again after the second") {
        Pair pair = begun();
        pair.rule(action(white, Irregularity::two_hands));
        pair.rule(wire::UndoRuling{1});
        pair.press(white, "Ke3");
        pair.rule(wire::UndoRuling{2});
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending ==
              Ending::illegal_move_forfeit);
        judged_clean(pair);
    }
}

TEST_CASE("a wrong count of an illegal action is noticed") {
    Pair pair = begun();
    pair.rule(action(black, Irregularity::two_hands));
    std::string wanted;
    SECTION("the opponent gets no time") {
        issued<wire::Adjust>(pair).deltas = {};
        wanted = "white_us is";
    }
    SECTION("by another article") {
        last<wire::RulingGiven>(pair.record).article = "7.5.1";
        wanted = "article is \"7.5.1\", must be \"7.5.4\"";
    }
    SECTION("of neither player") {
        last<wire::RulingGiven>(pair.record).effect.counted.reset();
        wanted = "counts an illegal action of nobody, must be black";
    }
    SECTION("as the second") {
        last<wire::IrregularityFound>(pair.record).count = 2;
        wanted = "count is 2, must be 1";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("two offences in one move are not counted twice") {
    Pair pair = begun();
    pair.rule(action(black, Irregularity::two_hands));
    auto& act = std::get<wire::IllegalAction>(last<wire::DeskActed>(pair.record).act);
    act.ply = Ply{4};
    CHECK(said(pair.judged()) == "");
    pair.rule(action(black, Irregularity::two_hands, 2));
    std::get<wire::IllegalAction>(last<wire::DeskActed>(pair.record).act).ply = Ply{4};
    CHECK_THAT(said(pair.judged()), Contains("two offences in one move are counted twice"));
}

TEST_CASE("a loss by 7.5.5 is asked about when one of the two actions no longer counts") {
    Pair pair = lost();
    pair.rule(wire::UndoRuling{1});
    drop<wire::QuestionPut>(pair);
    CHECK_THAT(said(pair.judged()), Contains("and nobody is asked"));
}

TEST_CASE("a loss that a person was asked about is doubted, too (7.5.5)", "[regress]") {
    Pair pair;
    pair.reports = wire::Reporting::presses;
    pair.open("5400+30");
    for (const Side side : {white, black}) pair.press(side);
    pair.rule(action(white, Irregularity::two_hands));
    for (const Side side : {white, black}) pair.press(side);
    pair.rule(action(white, Irregularity::two_hands));
    pair.rule(answer(1, "black_wins"));
    REQUIRE(last<wire::ResultRecorded>(pair.record).outcome.score == win_of(black));
    pair.rule(wire::UndoRuling{1});
    REQUIRE(last<wire::QuestionPut>(pair.record).about == wire::Subject::loss);
    SECTION("nobody is asked") {
        last<wire::QuestionPut>(pair.record).about = wire::Subject::note;
        CHECK_THAT(said(pair.judged()), Contains("nobody is asked"));
        return;
    }
    SECTION("reopened") { pair.rule(answer(2, "reopen")); }
    SECTION("it stands") { pair.rule(answer(2, "stands")); }
    judged_clean(pair);
}

TEST_CASE("scoresheets are judged") {
    Pair pair = begun();
    SECTION("one that agrees with the record") {
        pair.rule(sheet("1. e4 e5 2. Nf3 Nc6"));
        judged_clean(pair);
    }
    SECTION("one that contradicts it, then one that agrees") {
        pair.rule(sheet("1. e4 e5 2. Nf3 Nf6"));
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::sheet);
        pair.rule(sheet("1. e4 e5 2. Nf3"));
        plays_on(pair, "Bb5 a6");
        judged_clean(pair);
    }
    SECTION("one that contradicts it, and nobody is asked") {
        pair.rule(sheet("1. e4 e5 2. Nf3 Nf6"));
        drop<wire::QuestionPut>(pair);
        CHECK_THAT(said(pair.judged()), Contains("no question_put"));
    }
}

TEST_CASE("commands that get no answer are judged") {
    Pair pair = begun();
    pair.prompt = false;
    pair.rule(wire::PauseClock{});
    pair.lose();
    const std::uint32_t asked = last<wire::QuestionPut>(pair.record).number;
    SECTION("sent again") {
        pair.rule(answer(asked, "again"));
        pair.deliver();
        judged_clean(pair);
    }
    SECTION("given up") {
        pair.rule(answer(asked, "let_be"));
        judged_clean(pair);
    }
    SECTION("given up, but not in the record") {
        pair.rule(answer(asked, "let_be"));
        drop<wire::CommandSettled>(pair);
        CHECK_THAT(said(pair.judged()), Contains("no command_settled"));
    }
}

TEST_CASE("a game that is not opened again keeps its result") {
    Pair pair = begun();
    pair.resign(white);
    pair.prompt = false;
    pair.rule(wire::UndoRuling{1});
    for (int commands = 0; commands < 2; ++commands) {  // it is opened, and its clock is set
        pair.lose();
        pair.rule(answer(last<wire::QuestionPut>(pair.record).number, "let_be"));
    }
    auto& result = last<wire::ResultRecorded>(pair.record);
    CHECK(result.outcome.ending == Ending::resignation);
    CHECK(said(pair.judged()) == "");
    SECTION("another result") {
        result.outcome.score = win_of(white);
        CHECK_THAT(said(pair.judged()), Contains("score is"));
    }
    SECTION("the withdrawal stands by the record") {
        for (GameRow& row : pair.record)
            if (auto* given = std::get_if<wire::RulingGiven>(&row.event))
                if (given->about == wire::Subject::result) given->effect.undoes = 0;
        CHECK_THAT(said(pair.judged()), Contains("no ruling says that the withdrawal"));
    }
}
