// Rulings that are taken back while the game is over: its clock gets the changes when the
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

// A.5.2: White's illegal Ke3 is open.
Hall open_action() {
    Hall hall("", "fide-rapid-a5", {}, "1500+5");
    hall.play("e4 e5");
    hall.made(Side::white, "e1e3");
    hall.press(Side::white);
    REQUIRE(hall.live().unruled);
    return hall;
}

// Is the game in the state with this action open, and is there a question about it?
void check_open(const Hall& hall, const Both<Duration>& readings) {
    REQUIRE(hall.live().unruled);
    CHECK(hall.live().unruled->text == "e1e3");
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.readings == readings);
    CHECK(hall.turn == Side::black);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == game::Subject::illegal_move);
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
        // The first two minutes are gone, and these are the second's.
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

TEST_CASE("A.5.2: an action whose ruling is taken back after the end is open with the game again",
          "[undo][regress]") {
    Hall hall = open_action();
    const Both<Duration> open = hall.readings;
    hall.rule(answer(hall, "apply"));
    REQUIRE(hall.refused == "");
    const std::uint32_t applied = hall.live().rulings;
    const Both<Duration> applied_at = hall.readings;
    hall.now = hall.now + seconds(20);
    hall.rule(give(win_of(Side::black)), "12.9");
    const std::uint32_t result = hall.live().rulings;
    const auto undone = the<wire::RulingGiven>(hall.rule(undo(applied)));
    CHECK(undone.text.find("is asked again when the game is opened") != std::string::npos);
    const bool thrice = GENERATE(false, true);
    for (int i = 0; i < (thrice ? 2 : 0); ++i) hall.rule(undo_last(hall));
    const std::uint32_t back = hall.live().rulings;
    CHECK(hall.live().questions.empty());
    const bool at_clock = GENERATE(false, true);
    if (at_clock) hall.reopen();
    else hall.rule(undo(result));
    SECTION("as it was") {
        check_open(hall, open);
        CHECK(game::owed(hall.live()) == Both<Duration>{});
    }
    SECTION("and the ruling was right after all") {
        hall.rule(undo(back));
        CHECK(hall.refused == "");
        CHECK_FALSE(hall.live().unruled);
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.live().questions.empty());
        CHECK(hall.turn == Side::white);
        CHECK(hall.readings == applied_at);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what a ruling answered is asked again when the game is opened", "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "other");
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "set_clock"));
    REQUIRE(hall.refused == "");
    const std::uint32_t answered = hall.live().rulings;
    hall.resign(Side::black);
    const std::uint32_t resigned = hall.live().rulings;
    hall.rule(undo(answered));
    const auto times = GENERATE(1, 2, 3);  // taken back, given again, taken back once more
    for (int i = 1; i < times; ++i) hall.rule(undo_last(hall));
    CHECK(hall.live().questions.empty());
    const bool at_clock = GENERATE(false, true);
    if (at_clock) hall.reopen();
    else hall.rule(undo(resigned));
    CHECK(hall.live().questions.size() == (times % 2 == 1 ? 1 : 0));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what the end of the game closed is asked again when a person opens it at the clock",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "other");
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(give(drawn()), "12.9");
    CHECK(hall.live().questions.empty());
    hall.reopen();
    CHECK(hall.live().questions.size() == 1);
    CHECK(hall.replayed() == hall.games);
}

// Counted again, the first action gave its own result; taken back once more it removed that
// result: the outcome is as it was when the loss was given.
TEST_CASE("7.5.5: a loss is taken back after all that was ruled on it came and went",
          "[undo][regress]") {
    Hall hall("", "", {}, "1500");
    hall.play("e4 e5 Nf3 Nc6 Bb5");
    for (const std::uint32_t ply : {1U, 5U})
        hall.rule(illegal(Side::white, Irregularity::two_hands, ply));
    const std::uint32_t loss = hall.live().rulings;
    REQUIRE(hall.live().result);
    hall.rule(undo(1));
    const std::uint32_t back = hall.live().rulings;
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "reopen"));
    const std::uint32_t reopened = hall.live().rulings;
    REQUIRE_FALSE(hall.live().result);
    hall.rule(undo(back));
    REQUIRE(hall.live().result);
    hall.rule(undo_last(hall));
    REQUIRE_FALSE(hall.live().result);
    hall.rule(undo(reopened));
    REQUIRE(hall.live().result);
    hall.rule(undo(loss));
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.live().result);
    CHECK_FALSE(hall.over);
    CHECK(hall.replayed() == hall.games);
}

// White has pressed at 0:00, where nobody calls the flag, and Black has thought since.
TEST_CASE("a result takes what the clock showed, and its undo gives no thinking time back",
          "[undo][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}, {"freeze", "false"}}, "5400");
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings[Side::white] = {};
    hall.play("Nf3");
    hall.readings[Side::black] = hall.readings[Side::black] - seconds(30);
    const Both<Duration> shown = hall.readings;
    hall.rule(give(win_of(Side::white)), "12.9");
    REQUIRE(hall.live().result);
    CHECK(hall.live().readings == shown);
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.readings == shown);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what must be taken back first is named when the game is over", "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(illegal(Side::white, Irregularity::illegal_move, 3));
    const std::uint32_t counted = hall.live().rulings;
    hall.rule(wire::ResumeClock{});
    hall.resign(Side::white);
    const std::uint32_t resigned = hall.live().rulings;
    CHECK(hall.rule(undo(counted)).empty());
    CHECK(hall.refused == "game_over");
    CHECK(hall.refusal.find("ruling " + std::to_string(resigned)) != std::string::npos);
    hall.rule(undo(resigned));
    CHECK_FALSE(hall.rule(undo(counted)).empty());
}
