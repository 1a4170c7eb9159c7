// Flag-falls: the exact instant, the content, late presses, periods that end at zero.
#include "clockd/clock/boards.hpp"

#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

namespace {

// A minute each, and White to move.
HallKit aged_hall() {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    return kit;
}

wire::Press aged_press(const HallKit& kit, Duration age) {
    wire::Press press = kit.press_of(white, "e4");
    press.age = age;
    return press;
}

// White has 40 seconds left of the first period, and is on move since 0:30.
HallKit before_zero() {
    HallKit kit;
    kit.open("1/60:30", "zero");
    kit.start(at_s(0));
    kit.press(white, at_s(20), "e4");
    kit.press(black, at_s(30), "e5");
    return kit;
}

}  // namespace

TEST_CASE("time has run out when elapsed equals what remained (6.1.1)") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    SECTION("one microsecond before") {
        const auto pressed = as<wire::Pressed>(kit.press(white, {59'999'999}).at(0));
        CHECK(pressed.margin == microseconds(1));
        CHECK(kit.phase() == Phase::running);
    }
    SECTION("at the deadline") {
        const Decision decision = kit.give(kit.press_of(white, "e4"), at_s(60), Role::device);
        REQUIRE(decision.refusal);
        CHECK(decision.refusal->code == "flag_fallen");
        REQUIRE(decision.events.size() == 1);
        CHECK(as<wire::FlagFell>(decision.events[0]).late == Duration{});
    }
    SECTION("noticed by the timer") {
        CHECK(kit.time({59'999'999}).empty());
        CHECK(kit.time(at_s(60)).size() == 1);
    }
}

TEST_CASE("the flag falls at its deadline however late it is noticed") {
    HallKit kit;
    kit.open("40/60:60");
    kit.start(at_s(0));
    kit.press(white, at_s(10), "e4");
    const Events events = kit.time(at_s(75));
    REQUIRE(events.size() == 1);
    CHECK(events[0].at == at_s(70));
    const auto& flag = as<wire::FlagFell>(events[0]);
    CHECK(flag.side == black);
    CHECK(flag.late == seconds(5));
    CHECK(flag.ply == Ply{1});
    CHECK(flag.moves == 0);
    CHECK(flag.moves_required == 40);
    CHECK(flag.period == 1);
    CHECK_FALSE(flag.last_period);
    CHECK(flag.readings == in_s(50, 0));
    CHECK(kit.phase() == Phase::flag_fallen);
    CHECK_FALSE(next_deadline(kit.hall));
    CHECK(kit.time(at_s(1000)).empty());
}

TEST_CASE("after the flag nothing runs and nothing is accepted") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.time(at_s(61));
    CHECK(kit.refused(kit.press_of(white), at_s(62)) == "flag_fallen");
    CHECK(kit.refused(kit.press_of(black), at_s(62)) == "flag_fallen");
    CHECK(kit.refused(kit.move_of(white, "e4"), at_s(62)) == "flag_fallen");
    CHECK(kit.refused(kit.by<wire::Resign>(black), at_s(62)) == "flag_fallen");
    CHECK(kit.refused(kit.make<wire::Pause>(), at_s(62)) == "flag_fallen");
    CHECK(kit.refused(kit.make<wire::Resume>(), at_s(62)) == "flag_fallen");
    CHECK(kit.readings(at_s(100)) == in_s(0, 60));
    kit.done(kit.set(5, 60, 0, true), at_s(70));
    CHECK(kit.phase() == Phase::running);
    CHECK(next_deadline(kit.hall) == at_s(75));
}

TEST_CASE("a press sent with its age counts when it was made") {
    HallKit kit = aged_hall();
    const wire::Press press = aged_press(kit, seconds(5));
    SECTION("from before the deadline, which nobody noticed yet") {
        const Events events = kit.done(press, at_s(63), Role::device);
        REQUIRE(events.size() == 2);
        CHECK(events[1].at == at_s(58));
        CHECK(as<wire::Pressed>(events[1]).margin == seconds(2));
        CHECK(kit.phase() == Phase::running);
    }
    SECTION("but never before the board's last event") {
        kit.move(white, "d4", at_s(30));
        const Events events = kit.done(press, at_s(31), Role::device);
        CHECK(events.at(1).at == at_s(30));
    }
    SECTION("made at the deadline or later it is only refused") {
        kit.time(at_s(60));
        CHECK(kit.give(press, at_s(65), Role::device).events.empty());
        auto other_side = kit.press_of(black);
        other_side.age = seconds(50);
        CHECK(kit.give(other_side, at_s(65), Role::device).events.empty());
    }
}

TEST_CASE("an aged press that comes after the flag was recorded is a fact for the arbiter") {
    HallKit kit = aged_hall();
    kit.time(at_s(60));
    const Decision decision = kit.give(aged_press(kit, seconds(5)), at_s(63), Role::device);
    REQUIRE(decision.refusal);
    CHECK(decision.refusal->code == "flag_fallen");
    REQUIRE(decision.events.size() == 1);
    CHECK(decision.events[0].at == at_s(63));
    const auto& late = as<wire::PressedLate>(decision.events[0]);
    CHECK(late.side == white);
    CHECK(late.move == "e4");
    CHECK(late.early == seconds(2));
    CHECK(late.readings == in_s(0, 60));
    CHECK(kit.phase() == Phase::flag_fallen);
}

TEST_CASE("a press of an impossible age is refused") {
    HallKit kit = aged_hall();
    CHECK(kit.refused(aged_press(kit, microseconds(-1)), at_s(1)) == "bad_age");
    CHECK(kit.refused(aged_press(kit, minutes(24 * 60) + microseconds(1)), at_s(1)) == "bad_age");
}

TEST_CASE("at flag-fall: can the opponent mate (6.9)?") {
    HallKit kit;
    const auto verdict_for = [&](const std::string& fen) {
        kit.open("60", "", fen);
        kit.start(at_s(0));
        return as<wire::FlagFell>(kit.time(at_s(60)).at(0));
    };
    SECTION("bare king: no") {
        const auto flag = verdict_for("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
        CHECK(flag.opponent_can_mate == "unwinnable");
        CHECK(flag.line.empty());
    }
    SECTION("a queen: yes") {
        const auto flag = verdict_for("qk6/8/8/8/8/8/8/6K1 w - - 0 1");
        CHECK(flag.opponent_can_mate == "winnable");
        CHECK_FALSE(flag.line.empty());
    }
    SECTION("the start position: yes") { CHECK(verdict_for("").opponent_can_mate == "winnable"); }
}

TEST_CASE("at flag-fall a move made and not pressed stands on the board (4.7)") {
    HallKit kit;
    kit.open("60", "", "6k1/8/8/8/8/8/1p6/K6R w - - 0 1");
    kit.start(at_s(0));
    SECTION("it took the last pawn: the opponent cannot mate any more") {
        kit.move(white, "Kxb2", at_s(3));
        CHECK(as<wire::FlagFell>(kit.time(at_s(60)).at(0)).opponent_can_mate == "unwinnable");
    }
    SECTION("an illegal one does not") {
        kit.move(white, "Kxb3", at_s(3));
        CHECK(as<wire::FlagFell>(kit.time(at_s(60)).at(0)).opponent_can_mate == "winnable");
    }
}

TEST_CASE("presses only: what needs the position is unknown") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.press(white, at_s(1));
    CHECK(as<wire::FlagFell>(kit.time(at_s(61)).at(0)).opponent_can_mate == "unknown");
}

TEST_CASE("an illegal or unreadable move makes the shadow unknown until a correction") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.press(white, at_s(1), "e4");
    const std::string text = GENERATE("Ke5", "hello", "e5 e6");
    kit.press(black, at_s(2), text);
    CHECK_FALSE(kit.state().shadow.known());
    kit.press(white, at_s(3), "e5");  // legal for Black in the position after the shadow lost track
    SECTION("back to a ply that was known") {
        kit.done(kit.set(60, 60, 1), at_s(4));
        REQUIRE(kit.state().shadow.known());
        CHECK(kit.state().shadow.position().side_to_move() == black);
        CHECK(kit.state().shadow.position().piece_at(28).kind == chess::Kind::pawn);
    }
    SECTION("to one that was not") {
        kit.done(kit.set(60, 60, 2), at_s(4));
        CHECK_FALSE(kit.state().shadow.known());
    }
    SECTION("to a given position") {
        kit.done(kit.set(60, 60, 2, false, "4k3/8/8/8/8/8/8/4K2R w K - 0 9"), at_s(4));
        REQUIRE(kit.state().shadow.known());
        kit.done(kit.make<wire::Resume>(), at_s(5));
        kit.press(white, at_s(6), "O-O");
        CHECK(kit.state().shadow.known());
        kit.done(kit.set(60, 60, 2), at_s(7));
        CHECK(kit.state().shadow.known());
        kit.done(kit.set(60, 60, 1), at_s(8));
        CHECK_FALSE(kit.state().shadow.known());
    }
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a Chess960 game is shadowed by its own rules") {
    HallKit kit;
    const auto open =
        opening(board_one, "g", "60", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", Variant::chess960);
    kit.done(open, at_s(0));
    kit.start(at_s(0));
    kit.press(white, at_s(1), "O-O");
    REQUIRE(kit.state().shadow.known());
    CHECK(kit.state().shadow.position().piece_at(6).kind == chess::Kind::king);
}

TEST_CASE("trigger zero: a period ends and the game goes on") {
    HallKit kit = before_zero();
    const Events events = kit.time(at_s(75));
    REQUIRE(events.size() == 1);
    CHECK(events[0].at == at_s(70));  // detected late, it counts from its deadline
    const auto& ended = as<wire::PeriodEnded>(events[0]);
    CHECK(ended.side == white);
    CHECK(ended.period == 2);
    CHECK(ended.readings == in_s(30, 80));
    CHECK(kit.phase() == Phase::running);
    CHECK(next_deadline(kit.hall) == at_s(100));
    const auto pressed = as<wire::Pressed>(kit.press(white, at_s(80)).at(0));
    CHECK(pressed.elapsed == seconds(50));
    CHECK(pressed.period == 2);
    CHECK(pressed.readings == in_s(20, 80));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("trigger zero: the end of a period comes before what happened after it") {
    HallKit kit = before_zero();
    SECTION("a late timer finds both the period and the flag") {
        const Events events = kit.time(at_s(105));
        REQUIRE(events.size() == 2);
        CHECK(as<wire::PeriodEnded>(events[0]).period == 2);
        CHECK(events[1].at == at_s(100));
        CHECK(as<wire::FlagFell>(events[1]).last_period);
        CHECK(as<wire::FlagFell>(events[1]).late == seconds(5));
    }
    SECTION("a press") {
        const Events events = kit.press(white, at_s(71), "d4");
        REQUIRE(events.size() == 3);
        CHECK(events[0].at == at_s(70));
        CHECK(events[2].at == at_s(71));
    }
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("trigger zero: without its moves the side has lost on time") {
    HallKit kit;
    kit.open("2/60:30", "zero");
    kit.start(at_s(0));
    kit.press(white, at_s(20));
    kit.press(black, at_s(30));
    const auto flag = as<wire::FlagFell>(kit.time(at_s(70)).at(0));
    CHECK(flag.moves == 1);
    CHECK(flag.moves_required == 2);
    CHECK_FALSE(flag.last_period);
}

TEST_CASE("40 moves in 90 minutes, then 30 minutes, with 30 seconds from move 1") {
    HallKit kit;
    kit.open("40/5400+30:1800+30");
    kit.start(at_s(0));
    Instant now{};
    for (int ply = 0; ply < 79; ++ply) {
        now = now + seconds(90);
        const Side side = ply % 2 == 0 ? white : black;
        const auto pressed = as<wire::Pressed>(kit.press(side, now).at(0));
        CHECK(pressed.gained == seconds(ply == 78 ? 1830 : 30));
        CHECK(pressed.period == (ply == 78 ? 2U : 1U));
    }
    CHECK(kit.readings(now) == in_s(5430 + 40 * (30 - 90) + 1800, 5430 + 39 * (30 - 90)));
    const auto flag = as<wire::FlagFell>(kit.time(now + seconds(10000)).at(0));
    CHECK(flag.side == black);
    CHECK(flag.moves == 39);
    CHECK(flag.moves_required == 40);
}
