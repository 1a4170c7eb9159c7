// Players who call the arbiter, flags that are called, players who come: the record of these.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

template <class Event>
Event here(Hall& hall, Side side) {
    Event event;
    static_cast<wire::BoardEvent&>(event) = hall.base();
    event.side = side;
    return event;
}

}  // namespace

TEST_CASE("claims that only an arbiter decides are put to him, and the game waits", "[game]") {
    const auto [kind, article] = GENERATE(table<std::string, std::string>(
        {{"flag", "6.8"}, {"touch_move", "4.8"},
         {"quickplay_increment", "III.4"}, {"quickplay_draw", "III.5"},
         {"losing_chances", "14H"}, {"other", "6.11.2"}}));
    Hall hall("", "fide-standard",
              {{"quickplay_finish", "true"}, {"losing_chances_claim", "true"}}, "5400");
    hall.play("e4 e5");
    hall.readings[Side::white] = seconds(90);
    auto claim = here<wire::Claimed>(hall, Side::white);
    claim.kind = wire::from_name<wire::ClaimKind>(kind).value();
    claim.text = "look here";
    const auto question = the<wire::QuestionPut>(hall.feed(claim));
    CHECK(name(question.about) == "claim_" + kind);
    CHECK(question.article == article);
    CHECK(question.holds);
    CHECK(fact(question.evidence, "text") == "look here");
    CHECK(hall.live().hold == game::Hold::question);
    CHECK_FALSE(hall.live().running);  // the claim has stopped the clock
}

TEST_CASE("of what does not count nobody is asked how old it was", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    auto reached = here<wire::FlagReached>(hall, Side::white);
    reached.ply = hall.ply;
    hall.feed(reached);
    auto late = here<wire::PressedLate>(hall, Side::white);
    late.claimed_age = late.age = seconds(12);
    late.early = seconds(1);
    const Events events = hall.feed(late);
    CHECK(the<wire::EventVoided>(events).event == "pressed_late");
    CHECK_FALSE(last<wire::QuestionPut>(events));
    hall.flag(Side::white);  // now it matters
    CHECK(the<wire::QuestionPut>(hall.feed(late)).about == wire::Subject::late_press);
}

TEST_CASE("a press from before the flag is put to the arbiter, whatever else is asked",
          "[game][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    wire::IllegalAction action = illegal(Side::white, Irregularity::illegal_move);
    action.text = "Ke5";
    hall.rule(action);
    REQUIRE(hall.refused == "");
    hall.rule(wire::ResumeClock{});
    hall.press(Side::white);
    hall.press(Side::black);
    hall.press(Side::white);
    hall.flag(Side::black);
    hall.rule(action);  // and now it may lose the game
    REQUIRE(hall.refused == "");
    REQUIRE(hall.live().questions.size() == 2);
    REQUIRE(hall.live().hold_about != wire::Subject::flag_fall);
    CHECK(the<wire::QuestionPut>(hall.press_late(Side::black)).about ==
          wire::Subject::late_press);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a time that ran out where flags are called is a question, and play goes on", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    auto reached = here<wire::FlagReached>(hall, Side::white);
    reached.ply = hall.ply;
    const Events events = hall.feed(reached);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.about == wire::Subject::flag);
    CHECK(question.article == "6.8");
    CHECK_FALSE(question.holds);
    CHECK(the<wire::ClockIntervention>(events).kind == wire::Intervening::flag_reached);
    CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).san == "Nf3");
}

TEST_CASE("a flag that is called decides although the claim waits for an answer", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::black, "flag");
    REQUIRE(hall.live().hold == game::Hold::question);
    auto fell = here<wire::FlagFell>(hall, Side::white);
    fell.ply = hall.ply;
    fell.opponent_can_mate = "winnable";
    SECTION("by the clock itself it does not count now") {
        CHECK(count<wire::EventVoided>(hall.feed(fell)) == 1);
    }
    SECTION("called by a person it does") {
        fell.by = "arbiter";
        CHECK(result(hall.feed(fell)) == "0-1 time-forfeit 6.9");
    }
}

TEST_CASE("the next move completes both moves on the board", "[game]") {
    Hall hall;
    hall.made(Side::white, "e4");
    hall.made(Side::black, "e5");
    const Events events = hall.completed_by_next(Side::white);
    REQUIRE(count<wire::MoveRecorded>(events) == 2);
    CHECK(the<wire::MoveRecorded>(events).san == "e5");
    CHECK(the<wire::MoveRecorded>(events).completed_by == wire::CompletedBy::next_move);
    CHECK(hall.live().pending.empty());
    CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a next move after moves that cannot be is a question", "[game]") {
    Hall hall;
    hall.made(Side::white, "Ke3");
    hall.made(Side::black, "e5");
    const Events events = hall.completed_by_next(Side::white);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.article == "7.5.1");
    CHECK(question.about == wire::Subject::completed_by_next);
    CHECK(question.holds);
    CHECK(count<wire::MoveRecorded>(events) == 0);
}

TEST_CASE("who is absent when the default time is over is asked about, not judged", "[game]") {
    Hall hall;
    CHECK(the<wire::PlayerArrived>(hall.feed(here<wire::Arrived>(hall, Side::black))).side ==
          Side::black);
    wire::DefaultTimePassed passed;
    static_cast<wire::BoardEvent&>(passed) = hall.base();
    passed.absent[Side::white] = true;
    const auto question = the<wire::QuestionPut>(hall.feed(passed));
    CHECK(question.article == "6.7.1");
    CHECK(question.about == wire::Subject::default_time);
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "absent") == "white");
    CHECK_FALSE(hall.live().result);
}

TEST_CASE("touches are kept as evidence and end nothing", "[game]") {
    Hall hall;
    auto touched = here<wire::Touched>(hall, Side::white);
    touched.squares = "e1 h1";
    const game::Live before = hall.live();
    CHECK(the<wire::TouchNoted>(hall.feed(touched)).squares == "e1 h1");
    game::Live after = hall.live();
    REQUIRE(after.touches.size() == 1);
    CHECK(after.touches[0].squares == "e1 h1");
    after.touches.clear();
    after.touched = before.touched;
    CHECK(after == before);
}

TEST_CASE("a late press says what the clock shows when the game is over by the record",
          "[game][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::black);
    REQUIRE(hall.live().result);
    auto late = here<wire::PressedLate>(hall, Side::white);
    late.claimed_age = late.age = seconds(12);
    late.early = seconds(1);
    const auto voided = the<wire::EventVoided>(hall.feed(late));
    CHECK(voided.readings[Side::white] == late.readings[Side::white]);
    CHECK(voided.readings[Side::black] == late.readings[Side::black]);
}
