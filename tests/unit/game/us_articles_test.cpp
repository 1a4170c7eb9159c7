// Under US Chess everything that people read cites its own rules, if it has them.
#include "arbiterd/game/words/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// All questions, offers and rulings so far.
std::string texts_of(const Hall& hall) {
    std::string texts;
    for (const wire::GameEvent& event : hall.log) {
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&event))
            texts += ruling->article + " " + ruling->text + "\n";
        if (const auto* penalty = std::get_if<wire::PenaltyGiven>(&event))
            texts += penalty->article + "\n";
        if (const auto* result = std::get_if<wire::ResultRecorded>(&event))
            texts += result->outcome.article + "\n";
        if (const auto* clock = std::get_if<wire::ClockIntervention>(&event))
            texts += clock->article + "\n";
        if (const auto* bound = std::get_if<wire::MoveBound>(&event))
            texts += bound->article + "\n";
        const auto* asked = std::get_if<wire::QuestionPut>(&event);
        if (!asked) continue;
        texts += asked->article + " " + asked->text + "\n";
        for (const wire::Pair& option : asked->options) texts += option.value + "\n";
    }
    return texts;
}

void check_own(const Hall& hall, std::initializer_list<std::string_view> own) {
    const std::string texts = texts_of(hall);
    INFO(texts);
    for (const std::string_view laws : {"5.1.1", "5.1.2", "5.2.1", "6.7.1", "6.9", "7.2.1", "7.5.",
                                        "9.1.2.1", "9.5.3", "III.3.1"})
        CHECK(texts.find(laws) == std::string::npos);
    for (const std::string_view each : own) CHECK(texts.find(each) != std::string::npos);
}

}  // namespace

TEST_CASE("US Chess: a press without a move is asked about by 11A and 11D", "[us]") {
    Hall hall("", "uschess-regular");
    hall.press(Side::white);
    CHECK(hall.live().questions.back().options[0].value ==
          "the clock was pressed without a move: 11D is applied (11A)");
    hall.rule(answer(hall, "offence"));
    check_own(hall, {"11A", "11D"});
}

TEST_CASE("US Chess: what was asked at the press can be an offence later", "[us][regress]") {
    Hall hall("", "uschess-blitz");
    hall.press(Side::white);
    hall.rule(answer(hall, "error"));
    const std::uint32_t ruling = hall.live().rulings;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(undo(ruling));
    REQUIRE(hall.refused.empty());
    hall.rule(answer(hall, "offence"));
    CHECK(hall.refused == "");
}

TEST_CASE("US Chess: an illegal move that stands, and one that is claimed", "[us]") {
    Hall hall("", "uschess-regular", {{"illegal_move_raised_by", "arbiter"}});
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    hall.made(Side::black, "Nf6");
    hall.press(Side::black);
    hall.claim(Side::white, "illegal_move");
    hall.rule(answer(hall, "apply"));
    check_own(hall, {"11A", "11D"});
}

TEST_CASE("US Chess: what stops a clock, and what binds a player", "[us][regress]") {
    Hall hall("", "uschess-regular", {{"left_to_players_below_seconds", "0"}});
    hall.play("e4 e5");
    SECTION("an illegal move binds by 11A") {
        hall.made(Side::white, "e1e3");
        hall.press(Side::white);
        CHECK(the<wire::MoveBound>(hall.log).article == "11A");
    }
    SECTION("a flag is reached by 13C") {
        hall.feed(hall.flag_reached(Side::white));
        CHECK(the<wire::ClockIntervention>(hall.log).article == "13C");
    }
    SECTION("a claim by 14C") {
        hall.claim(Side::white, "other");
        hall.claim(Side::white, "threefold");
        check_own(hall, {});
    }
    check_own(hall, {});
}

TEST_CASE("US Chess: both flags down, and a game that begins again", "[us]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5");
    SECTION("a flag") {
        hall.flag(Side::white);
        check_own(hall, {"13C"});
    }
    SECTION("the initial position was wrong") {
        hall.rule(wire::PauseClock{});
        hall.rule(wire::RestartGame{});
        check_own(hall, {"11F"});
    }
    SECTION("a resignation that came while a question was open") {
        hall.claim(Side::white, "other");
        hall.resign(Side::white);
        check_own(hall, {"13B"});
    }
}

TEST_CASE("only articles are replaced in a text, and only under US Chess", "[us]") {
    Hall us("", "uschess-regular");
    Hall fide;
    const std::string text = "7.5.5 is applied (7.5.1). White has 17.5.5 and 7.5.55; III.3.1.";
    CHECK(game::own_articles(us.game().profile, text) ==
          "11D is applied (11A). White has 17.5.5 and 7.5.55; 14G.");
    CHECK(game::own_articles(fide.game().profile, text) == text);
}

TEST_CASE("US Chess: what the arbiter says is quoted, and the rest cites 10B", "[us][regress]") {
    Hall hall("", "uschess-regular");
    const Events events = hall.rule(bind(Side::white, "e2"), "", "both had agreed on 4.3.1");
    const std::string text = the<wire::RulingGiven>(events).text;
    CHECK(text.find("(10B)") != std::string::npos);
    CHECK(text.ends_with(" both had agreed on 4.3.1"));
}

TEST_CASE("US 11D: only a result that the position allows is offered", "[desk][regress]") {
    const bool bare = GENERATE(false, true);
    Hall hall(bare ? "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1" : "", "uschess-regular");
    for (int offence = 0; offence < 2; ++offence) {
        hall.made(Side::white, "e2e6");
        hall.press(Side::white);
    }
    REQUIRE(hall.live().questions.size() == 1);
    const game::Question& question = hall.live().questions.front();
    CHECK(offers(question, "black_wins") == !bare);
    CHECK(offers(question, "draw") == bare);
    CHECK(fact(question.evidence, "opponent_can_mate") == (bare ? "unwinnable" : "winnable"));
}
