// Scoresheets at the desk (Article 8), and who must record.
#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::EnterSheet sheet(const std::string& whose, const std::string& text,
                       const std::string& language = "english") {
    wire::EnterSheet act;
    act.whose = whose;
    act.sheet = text;
    act.language = language;
    return act;
}

wire::FlagFell last_flag(Hall& hall, Side side) {
    hall.readings[side] = {};
    wire::FlagFell e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.side = side;
    e.ply = hall.ply;
    e.opponent_can_mate = "unknown";
    return e;
}

}  // namespace

TEST_CASE("a scoresheet that agrees is kept without a question", "[sheets]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    const Events events = hall.rule(sheet("white", "1. e4 e5\n2. Sf3 Sc6", "german"));
    const auto ruling = the<wire::RulingGiven>(events);
    CHECK(ruling.about == wire::Subject::sheet);
    CHECK(ruling.article == "8.2");
    CHECK(fact(ruling.evidence, "agrees") == "4");
    CHECK(fact(ruling.evidence, "complete") == "yes");
    CHECK(count<wire::QuestionPut>(events) == 0);
    CHECK(count<wire::CommandIssued>(events) == 0);
    CHECK(std::get<wire::EnterSheet>(the<wire::DeskActed>(events).act).whose == "white");
    CHECK(hall.running);
}

TEST_CASE("a contradiction puts a question, and a corrected sheet overtakes it", "[sheets]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    const auto question =
        the<wire::QuestionPut>(hall.rule(sheet("black", "1. e4 e5\n2. Nf3 d6")));
    CHECK(question.about == wire::Subject::sheet);
    CHECK(question.article == "8.5");
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "ply_4") ==
          "recorded Nc6, written d6 (line 2, column 8)");
    REQUIRE(question.options.size() == 1);
    CHECK(question.options[0].name == "noted");
    hall.rule(sheet("white", "1. e4 e5\n2. Nf3 Nf6"));
    CHECK(hall.live().questions.size() == 2);
    const Events again = hall.rule(sheet("black", "1. e4 e5\n2. Nf3 Nc6"));
    CHECK(the<wire::QuestionClosed>(again).how == wire::Closing::overtaken);
    CHECK(the<wire::QuestionClosed>(again).number == 1);
    CHECK(hall.live().questions.size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sheet can be entered after the game, and its question lasts", "[sheets]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(sheet("white", "1. d4 e5"));
    hall.resign(Side::white);
    CHECK(hall.live().questions.size() == 1);
    CHECK(the<wire::QuestionPut>(hall.rule(sheet("black", "1. e4 c5"))).article == "8.1.1");
    CHECK(hall.live().result->score == win_of(Side::black));
}

TEST_CASE("a sheet is never refused for what stands on it", "[sheets]") {
    Hall hall;
    hall.play("e4 e5");
    const auto ruling =
        the<wire::RulingGiven>(hall.rule(sheet("arbiter", "1. smudge e5\n2. \xff\xff")));
    CHECK(fact(ruling.evidence, "unreadable") == "1");
    CHECK(fact(ruling.evidence, "agrees") == "1");
    hall.rule(sheet("nobody", "1. e4"));
    CHECK(hall.refused == "bad_whose");
    hall.rule(sheet("white", "1. e4", "klingon"));
    CHECK(hall.refused == "bad_language");
    hall.rule(sheet("white", ""));
    CHECK(hall.refused == "text_missing");
    wire::EnterSheet odd = sheet("white", "1. e4");
    odd.notation = "smoke";
    hall.rule(odd);
    CHECK(hall.refused == "bad_notation");
}

TEST_CASE("who must record now is known from the readings at the presses (8.4)", "[sheets]") {
    const auto now = [](const Hall& hall, Side side) {
        return game::recording_of(hall.game(), side, hall.live().readings[side]);
    };
    Hall hall("", "", {}, "5400+10");
    hall.increment = seconds(10);
    hall.play("e4 e5");
    CHECK(now(hall, Side::white) == game::Recording::must);
    hall.readings[Side::white] = minutes(5) - seconds(1);
    hall.play("Nf3 Nc6");
    CHECK(now(hall, Side::white) == game::Recording::need_not_in_period);
    CHECK(now(hall, Side::black) == game::Recording::must);
    hall.set({.readings = {{minutes(20), minutes(20)}}, .turn = Side::white, .ply = {4},
              .run = true, .fen = {}, .article = {}, .reason = "time given", .answers = {}});
    CHECK(now(hall, Side::white) == game::Recording::need_not_in_period);
    CHECK(hall.replayed() == hall.games);
    Hall thirty;
    thirty.readings[Side::white] = minutes(2);
    thirty.play("e4 e5");
    CHECK(now(thirty, Side::white) == game::Recording::must);
    Hall rapid("", "fide-rapid", {}, "900+10");
    CHECK(now(rapid, Side::white) == game::Recording::need_not_in_fast_play);
}

TEST_CASE("at a flag-fall the evidence says who brings their sheet up to date (8.5)", "[sheets]") {
    Hall hall("", "", {}, "5400");
    hall.increment = {};
    hall.play("e4 e5");
    SECTION("only the one in time trouble") {
        const auto ruling = the<wire::RulingGiven>(hall.feed(last_flag(hall, Side::white)));
        CHECK(fact(ruling.evidence, "recording_white") == "need_not_in_period");
        CHECK(fact(ruling.evidence, "recording_black") == "must");
        CHECK(fact(ruling.evidence, "update_sheets").starts_with("8.5.2: White"));
    }
    SECTION("both") {
        hall.readings[Side::black] = minutes(4);
        hall.play("Nf3 Nc6");
        const auto ruling = the<wire::RulingGiven>(hall.feed(last_flag(hall, Side::white)));
        CHECK(fact(ruling.evidence, "update_sheets").starts_with("8.5.1: neither"));
    }
    SECTION("a period by zero ends, and play goes on") {
        hall.readings[Side::white] = {};
        const auto kept = the<wire::ClockIntervention>(hall.period_ended(Side::white));
        CHECK_THAT(kept.reason, Catch::Matchers::Contains("8.5.2: White"));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("of a game that was taken back nothing is asked any more", "[sheets][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(sheet("black", "1. e4 c5"));
    REQUIRE(hall.live().questions.size() == 1);
    hall.end({Score{}, Ending::cancelled, ""}, "arbiterd");
    CHECK(hall.live().questions.empty());
}
