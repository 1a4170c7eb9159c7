// Rulings that are taken back while the game is over: its clock gets what they change when the
// game is opened again.
#include "arbiterd/game/state/readings.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// Two minutes for Black by ruling 1, then White resigns.
Hall resigned_after_time() {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::AdjustClock{{}, minutes(2)});
    hall.resign(Side::white);
    REQUIRE(hall.live().result);
    return hall;
}

}  // namespace

TEST_CASE("time of a ruling taken back after the end goes when the game is opened again",
          "[undo][regress]") {
    Hall hall = resigned_after_time();
    const Both<Duration> end = hall.readings;
    const std::uint32_t resigned = hall.live().rulings;
    const auto undone = the<wire::RulingGiven>(hall.rule(undo(1)));
    CHECK(undone.effect.waits);
    CHECK(undone.text.find("when it is opened again") != std::string::npos);
    CHECK(hall.readings == end);
    const auto times = GENERATE(1, 2, 3);  // taken back, given again, taken back once more
    for (int i = 1; i < times; ++i) hall.rule(undo_last(hall));
    const bool gone = times % 2 == 1;
    Both<Duration> right = end;
    if (gone) right[Side::black] -= minutes(2);
    const bool at_clock = GENERATE(false, true);
    if (at_clock) hall.reopen();
    else hall.rule(undo(resigned));
    CHECK(hall.refused == "");
    REQUIRE_FALSE(hall.live().result);
    CHECK(hall.live().questions.empty());
    CHECK(hall.readings == right);
    CHECK(hall.live().readings == right);
    CHECK(game::owed(hall.live()) == Both<Duration>{});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: an increment taken back after the end is gone when the game is opened again",
          "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t granted = hall.live().rulings;
    const Both<Duration> shown = hall.readings;
    hall.resign(Side::black);
    const std::uint32_t resigned = hall.live().rulings;
    const auto undone = the<wire::RulingGiven>(hall.rule(undo(granted)));
    CHECK(undone.text.find("the time control of before") != std::string::npos);
    CHECK(hall.control_set == "1800+5");
    const bool again = GENERATE(false, true);
    if (again) hall.rule(undo_last(hall));
    hall.rule(undo(resigned));
    REQUIRE(hall.refused == "");
    CHECK(hall.control_set == (again ? "1800+5" : "1800"));
    CHECK(game::control_of(hall.game()) == hall.control_set);
    CHECK(hall.readings[Side::black] == shown[Side::black] - (again ? Duration{} : minutes(2)));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a period that a ruling set stays while the game is over", "[undo][regress]") {
    Hall hall("", "", {}, "40/5400:1800");
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock act = clock_of(minutes(10), minutes(11));
    act.period[Side::white] = 2;
    hall.rule(act);
    if (!hall.refused.empty()) SUCCEED("no such period can be set after a move");
    else {
        const std::uint32_t set = hall.live().rulings;
        hall.resign(Side::white);
        hall.rule(undo(set));
        CHECK(hall.refused == "later_result");
    }
}

TEST_CASE("7.5.5: it is asked of a loss as the illegal actions count now", "[undo][regress]") {
    Hall hall("", "", {}, "5400", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    hall.rule(two_hands(Side::white));
    const std::uint32_t first = hall.live().rulings;
    hall.press(Side::white);
    hall.press(Side::black);
    hall.rule(two_hands(Side::white));
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(offers(hall.live().questions[0], "black_wins"));
    const Both<Duration> shown = hall.readings;
    hall.rule(undo(first));
    REQUIRE(hall.live().questions.size() == 1);
    const game::Question question = hall.live().questions[0];
    CHECK_FALSE(offers(question, "black_wins"));
    CHECK(question.holds);
    CHECK(hall.live().hold == game::Hold::question);
    SECTION("it is a first one, and costs what that does") {
        hall.rule(answer(hall, "set_clock"));
        CHECK(hall.refused == "");
        // The two minutes of the first went, and these are the second's.
        CHECK(hall.readings == shown);
        CHECK(hall.live().questions.empty());
    }
    SECTION("both count after all: whether it is lost is for the arbiter") {
        hall.rule(undo_last(hall));
        CHECK(hall.refused == "not_found_out");
    }
    SECTION("another one loses") {
        hall.rule(answer(hall, "set_clock"));
        hall.press(Side::white);
        hall.press(Side::black);
        hall.rule(two_hands(Side::white));
        REQUIRE(hall.live().questions.size() == 1);
        CHECK(offers(hall.live().questions[0], "black_wins"));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: a grant taken back after the end comes back with its increment",
          "[undo][regress]") {
    Hall hall = increment_granted();
    const Both<Duration> granted = hall.readings;
    const std::uint32_t grant = hall.live().rulings;
    hall.resign(Side::black);
    const std::uint32_t resigned = hall.live().rulings;
    hall.rule(undo(grant));
    const std::uint32_t back = hall.live().rulings;
    const bool at_clock = GENERATE(false, true);
    if (at_clock) hall.reopen();
    else hall.rule(undo(resigned));
    CHECK(hall.control_set == "1800");
    hall.rule(undo(back));
    REQUIRE(hall.refused == "");
    CHECK(hall.control_set == "1800+5");
    CHECK(game::control_of(hall.game()) == "1800+5");
    CHECK(hall.readings == granted);
    CHECK(hall.replayed() == hall.games);
}
