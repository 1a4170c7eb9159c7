// The methods besides increments and delays, in exact figures, and after acts of persons.
#include "clockd/clock/boards.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

namespace {

ChessClock started(std::string_view notation, PeriodTrigger trigger = PeriodTrigger::moves) {
    const auto control = parse_time_control(notation);
    REQUIRE(control.has_value());
    ChessClock clock(*control, trigger, white);
    clock.start({});
    return clock;
}

Both<std::uint32_t> moves(std::uint32_t of_white, std::uint32_t of_black) {
    return {{of_white, of_black}};
}

}  // namespace

TEST_CASE("an hourglass: what one side uses is on the other's clock, while it runs") {
    ChessClock clock = started("60h");
    CHECK(clock.readings(at_s(10)) == in_s(50, 70));
    CHECK(clock.press(at_s(10)).gained == Duration{});
    CHECK(clock.readings(at_s(25)) == in_s(65, 55));
    clock.stop(at_s(25));
    CHECK(clock.readings(at_s(99)) == in_s(65, 55));
    clock.start(at_s(100));
    CHECK(clock.deadline() == at_s(155));
    CHECK(clock.expire() == ChessClock::Expiry::flag_fell);
    CHECK(clock.readings(at_s(155)) == in_s(120, 0));
}

TEST_CASE("an hourglass passes nothing on to a clock at zero") {
    ChessClock clock = started("10h");
    clock.run_on_at_zero();
    CHECK(clock.readings(at_s(10)) == in_s(0, 20));
    clock.press(at_s(12));
    CHECK(clock.readings(at_s(17)) == in_s(0, 15));
    CHECK(clock.at_zero(white));
    clock.assign(in_s(5, 15), at_s(17));  // time is added: the sand runs again
    CHECK(clock.readings(at_s(20)) == in_s(8, 12));
}

TEST_CASE("a gong: each move begins with the same time, and time given stays") {
    ChessClock clock = started("0g10");
    CHECK(clock.readings({}) == in_s(10, 10));
    CHECK(clock.press(at_s(4)).gained == seconds(4));
    CHECK(clock.readings(at_s(4)) == in_s(10, 10));
    clock.assign(in_s(10, 130), at_s(4));
    CHECK(clock.press(at_s(9)).gained == Duration{});
    CHECK(clock.readings(at_s(9)) == in_s(10, 125));
    CHECK(clock.deadline() == at_s(19));
}

TEST_CASE("an up-count runs out of nothing, and its flag is never down") {
    ChessClock clock = started("0u");
    CHECK_FALSE(clock.deadline());
    CHECK(clock.press(at_s(100)).gained == Duration{});
    const Duration used = clock.present(white).base - clock.readings(at_s(100))[white];
    CHECK(used == seconds(100));  // what a display shows
    clock.stop(at_s(200'000));  // longer than it counts
    CHECK(clock.readings({})[black] == Duration{});
    CHECK_FALSE(clock.flag_down(black, {}));
    clock.start(at_s(200'000));
    CHECK(clock.press(at_s(200'001)).gained == Duration{});
}

TEST_CASE("Japanese byo-yomi: a moment counts only when it is used up") {
    ChessClock clock = started("20:30y10");
    CHECK(clock.deadline() == at_s(20));
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
    CHECK(clock.readings(at_s(20)) == in_s(30, 20));
    CHECK(clock.period(white) == 2);
    CHECK(clock.period(black) == 1);
    // 12 s in byo-yomi: one moment is used up, 2 s of the next come back.
    CHECK(clock.press(at_s(32)).gained == seconds(2));
    CHECK(clock.readings(at_s(32)) == in_s(20, 20));
    clock.press(at_s(33));
    CHECK(clock.press(at_s(42)).gained == seconds(9));
    CHECK(clock.readings(at_s(42)) == in_s(20, 19));
    clock.press(at_s(43));
    CHECK(clock.press(at_s(53)).gained == Duration{});  // just used up
    CHECK(clock.readings(at_s(53))[white] == seconds(10));
}

TEST_CASE("Japanese byo-yomi: a pause is no new moment, an undone press is none either") {
    ChessClock clock = started("30y10");
    clock.stop(at_s(6));
    clock.start(at_s(50));
    CHECK(clock.press(at_s(56)).gained == seconds(2));  // 12 s of this turn
    clock.stop(at_s(57));
    clock.set(in_s(18, 30), white, moves(0, 0), true);
    clock.start(at_s(60));
    CHECK(clock.elapsed(at_s(60)) == seconds(12));
    CHECK(clock.press(at_s(65)).gained == seconds(7));
    CHECK(clock.readings(at_s(65))[white] == seconds(20));
}

TEST_CASE("Canadian byo-yomi: the last move of a block brings the full time") {
    ChessClock clock = started("5:3/30c");
    clock.expire();
    CHECK(clock.readings(at_s(5)) == in_s(30, 5));
    CHECK(clock.moves_required(white) == 3);
    Instant now = at_s(5);
    for (int move = 0; move < 2; ++move) {
        now = now + seconds(4);
        CHECK(clock.press(now).gained == Duration{});
        clock.press(now);
    }
    CHECK(clock.readings(now)[white] == seconds(22));
    now = now + seconds(6);
    CHECK(clock.press(now).gained == seconds(14));
    CHECK(clock.readings(now)[white] == seconds(30));
    CHECK(clock.moves_required(white) == 6);
}

TEST_CASE("Canadian byo-yomi: an undone reload is one move before it again") {
    ChessClock clock = started("2/30c");
    for (int second = 1; second <= 3; ++second) clock.press(at_s(second));
    CHECK(clock.readings(at_s(3)) == in_s(30, 29));
    clock.stop(at_s(3));
    clock.set(in_s(28, 29), white, moves(1, 1));
    CHECK(clock.moves_required(white) == 2);
    clock.start(at_s(10));
    CHECK(clock.press(at_s(15)).gained == seconds(7));
    CHECK(clock.readings(at_s(15))[white] == seconds(30));
}

TEST_CASE("byo-yomi that began after an undone press has not begun, an earlier one goes on") {
    const auto trigger = GENERATE(PeriodTrigger::moves, PeriodTrigger::zero);
    ChessClock clock = started("10:30y10", trigger);
    clock.press(at_s(1));
    clock.press(at_s(2));
    clock.expire();  // White's, in the turn after ply 2
    CHECK(clock.in_overtime(white));
    clock.press(at_s(13));
    clock.stop(at_s(14));
    SECTION("its own press is undone") {
        clock.set(in_s(28, 9), white, moves(1, 1), true);
        CHECK(clock.in_overtime(white));
        clock.start(at_s(20));
        // 11 s of this turn, 9 of them before byo-yomi began
        CHECK(clock.press(at_s(23)).gained == seconds(5));
    }
    SECTION("its own press is undone, and the turn begins again with its first readings") {
        clock.set(in_s(8, 9), white, moves(1, 1));
        CHECK_FALSE(clock.in_overtime(white));
        clock.start(at_s(20));
        CHECK(clock.expire() == ChessClock::Expiry::period_ended);
        CHECK(clock.readings(at_s(28))[white] == seconds(30));
    }
    SECTION("the press before is undone") {
        clock.set(in_s(9, 9), black, moves(1, 0));
        CHECK_FALSE(clock.in_overtime(white));
        CHECK(clock.period(white) == 1);
        clock.start(at_s(20));
        clock.press(at_s(21));
        CHECK(clock.expire() == ChessClock::Expiry::period_ended);
        CHECK(clock.readings(at_s(30))[white] == seconds(30));
    }
}

TEST_CASE("byo-yomi that a person confirms began when it did") {
    ChessClock clock = started("10:30y10");
    clock.press(at_s(1));
    clock.press(at_s(2));
    clock.expire();  // White's, in the turn after ply 2
    clock.stop(at_s(13));
    clock.set(in_s(28, 9), white, moves(1, 1), true, moves(2, 0));
    clock.set(in_s(28, 9), white, moves(1, 1), true);
    CHECK(clock.in_overtime(white));
    clock.set(in_s(9, 9), black, moves(1, 0));
    CHECK_FALSE(clock.in_overtime(white));
}

TEST_CASE("a delay before byo-yomi is over when byo-yomi begins") {
    ChessClock clock = started("10d5:30y10");
    CHECK(clock.deadline() == at_s(15));
    clock.expire();
    CHECK(clock.readings(at_s(18)) == in_s(27, 10));
    const auto press = clock.press(at_s(18));
    CHECK(press.gained == seconds(5 + 3));  // the delay was never counted
    CHECK(clock.readings(at_s(18))[white] == seconds(30));
}

TEST_CASE("a person says in which period a side is, now and before") {
    ChessClock clock = started("60:30y10");
    clock.press(at_s(1));
    clock.press(at_s(2));
    clock.stop(at_s(2));
    CHECK(clock.may_be_in(white, 2, 1));
    CHECK_FALSE(clock.may_be_in(white, 3, 1));
    CHECK_FALSE(clock.may_be_in(white, 0, 1));
    clock.set(in_s(30, 59), white, moves(1, 1), false, moves(2, 0));
    CHECK(clock.in_overtime(white));
    CHECK_FALSE(clock.in_overtime(black));
    clock.set(in_s(30, 60), black, moves(1, 0));
    CHECK(clock.in_overtime(white));
    clock.set(in_s(30, 60), black, moves(1, 0), false, moves(1, 0));
    CHECK_FALSE(clock.in_overtime(white));
    clock.set(in_s(30, 60), black, moves(1, 0), false, moves(2, 0));
    clock.set(in_s(60, 60), white, moves(0, 0));  // the game begins again
    CHECK_FALSE(clock.in_overtime(white));
    ChessClock more = started("2/60:60:30y10", PeriodTrigger::zero);
    more.press(at_s(1));
    more.stop(at_s(1));
    const std::uint32_t period = GENERATE(2U, 3U);
    more.set(in_s(30, 60), black, moves(1, 0), false, moves(period, 0));
    more.set(in_s(60, 60), white, moves(0, 0));
    CHECK(more.period(white) == 1);
    const ChessClock plain = started("40/60:60");
    CHECK(plain.may_be_in(white, 1, 39));
    CHECK_FALSE(plain.may_be_in(white, 2, 39));  // the moves show it
    CHECK(started("40/60:60", PeriodTrigger::zero).may_be_in(white, 2, 39));
}

TEST_CASE("another control in byo-yomi: it goes on where the new one has it") {
    ChessClock clock = started("10:30y10");
    clock.expire();
    clock.stop(at_s(14));
    SECTION("with byo-yomi of the other kind, from now on") {
        clock.set_control(*parse_time_control("99:2/60c"), PeriodTrigger::moves, in_s(60, 10));
        CHECK(clock.in_overtime(white));
        CHECK_FALSE(clock.in_overtime(black));
        CHECK(clock.moves_required(white) == 2);
    }
    SECTION("without") {
        clock.set_control(*parse_time_control("99+1"), PeriodTrigger::moves, in_s(60, 10));
        CHECK_FALSE(clock.in_overtime(white));
        CHECK(clock.period(white) == 1);
    }
}

TEST_CASE("clockd: byo-yomi begins by itself, its flag falls, and the log gives the state") {
    HallKit kit;
    kit.open("10:20y10");
    kit.start({});
    const Events events = kit.time(at_s(40));
    REQUIRE(events.size() == 2);
    CHECK(as<wire::PeriodEnded>(events[0]).period == 2);
    CHECK(events[0].at == at_s(10));
    CHECK(as<wire::FlagFell>(events[1]).last_period);
    CHECK(events[1].at == at_s(30));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("clockd: a correction with a period that cannot be is refused") {
    HallKit kit;
    kit.open("60:30y10");
    kit.start({});
    auto set = kit.set(30, 60, 0, true);
    set.correction.period[white] = 3;
    CHECK(kit.refused(set, at_s(1)) == "bad_period");
    set.correction.period[white] = 2;
    kit.done(set, at_s(1));
    CHECK(kit.state().clock.in_overtime(white));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("clockd: nobody can call the flag of an up-count") {
    HallKit kit;
    kit.open("0u");
    kit.start({});
    auto call = kit.by<wire::CallFlag>(white);
    CHECK(kit.refused(call, at_s(100'000)) == "flag_up");
}
