// The chessclock alone: every method and both triggers, in exact figures.
#include "clockd/clock/chessclock.hpp"

#include "tests/support/catch.hpp"

using namespace flagfall;
using clock::ChessClock;
using enum Side;

namespace {

ChessClock clock_of(std::string_view notation, PeriodTrigger trigger = PeriodTrigger::moves,
                    Side first = white) {
    const auto control = parse_time_control(notation);
    REQUIRE(control.has_value());
    return ChessClock(*control, trigger, first);
}

constexpr Instant at_s(std::int64_t s) { return {s * 1'000'000}; }
Both<Duration> in_s(std::int64_t white_s, std::int64_t black_s) {
    return {{seconds(white_s), seconds(black_s)}};
}

// Both sides press every `each` from now on, `moves` moves each.
void play(ChessClock& clock, Instant& now, std::uint32_t moves, Duration each) {
    for (std::uint32_t n = 0; n < 2 * moves; ++n) {
        now = now + each;
        clock.press(now);
    }
}

}  // namespace

TEST_CASE("a plain clock counts down and nothing is added") {
    ChessClock clock = clock_of("300");
    CHECK(clock.readings({}) == in_s(300, 300));
    CHECK_FALSE(clock.deadline());
    clock.start(at_s(100));
    CHECK(clock.deadline() == at_s(400));
    CHECK(clock.readings(at_s(107)) == in_s(293, 300));
    const auto press = clock.press(at_s(110));
    CHECK(press.elapsed == seconds(10));
    CHECK(press.gained == Duration{});
    CHECK(press.margin == seconds(290));
    CHECK(press.period == 1);
    CHECK(clock.turn() == black);
    CHECK(clock.readings(at_s(111)) == in_s(290, 299));
    CHECK(clock.deadline() == at_s(410));
}

TEST_CASE("Fischer: the first increment is on the clock before move 1") {
    ChessClock clock = clock_of("180+2");
    CHECK(clock.readings({}) == in_s(182, 182));
    clock.start(at_s(0));
    const auto press = clock.press(at_s(1));
    CHECK(press.gained == seconds(2));
    CHECK(press.margin == seconds(181));
    CHECK(clock.readings(at_s(1)) == in_s(183, 182));
}

TEST_CASE("increment alone is time enough to begin") {
    ChessClock clock = clock_of("0+3");
    clock.start(at_s(0));
    CHECK(clock.deadline() == at_s(3));
    clock.press(at_s(2));
    CHECK(clock.readings(at_s(2)) == in_s(4, 3));
}

TEST_CASE("Bronstein gives back what was used of the delay, never more") {
    ChessClock clock = clock_of("60b5");
    CHECK(clock.readings({}) == in_s(65, 65));
    clock.start(at_s(0));
    CHECK(clock.readings(at_s(3)) == in_s(62, 65));
    CHECK(clock.press(at_s(3)).gained == seconds(3));
    CHECK(clock.readings(at_s(3)) == in_s(65, 65));
    CHECK(clock.press(at_s(11)).gained == seconds(5));
    CHECK(clock.readings(at_s(11)) == in_s(65, 62));
    CHECK(clock.deadline() == at_s(76));
}

TEST_CASE("simple delay: the display waits, the sums are Bronstein's") {
    ChessClock clock = clock_of("60d5");
    CHECK(clock.readings({}) == in_s(60, 60));
    clock.start(at_s(0));
    CHECK(clock.deadline() == at_s(65));
    CHECK(clock.readings(at_s(5)) == in_s(60, 60));
    CHECK(clock.readings(at_s(7)) == in_s(58, 60));
    const auto press = clock.press(at_s(8));
    CHECK(press.elapsed == seconds(8));
    CHECK(press.gained == seconds(5));
    CHECK(press.margin == seconds(57));
    CHECK(clock.readings(at_s(8)) == in_s(57, 60));
    CHECK(clock.press(at_s(12)).gained == seconds(4));
    CHECK(clock.readings(at_s(12)) == in_s(57, 60));
}

TEST_CASE("simple delay: a side with nothing left may still move within the delay") {
    ChessClock clock = clock_of("10d5");
    clock.start(at_s(0));
    clock.press({14'999'999});
    CHECK(clock.readings({14'999'999})[white] == microseconds(1));
    clock.press(at_s(16));
    CHECK(clock.deadline() == at_s(21) + microseconds(1));
    CHECK(clock.press(at_s(20)).margin == seconds(1) + microseconds(1));
}

TEST_CASE("a pause does not give the delay again") {
    ChessClock clock = clock_of("60d5");
    clock.start(at_s(0));
    clock.stop(at_s(3));
    CHECK(clock.readings(at_s(1000)) == in_s(60, 60));
    clock.start(at_s(100));
    CHECK(clock.readings(at_s(102)) == in_s(60, 60));
    CHECK(clock.readings(at_s(104)) == in_s(58, 60));
    CHECK(clock.deadline() == at_s(162));
    CHECK(clock.press(at_s(104)).elapsed == seconds(7));
    CHECK(clock.readings(at_s(104)) == in_s(58, 60));
}

TEST_CASE("pause and resume lose nothing") {
    ChessClock clock = clock_of("60+1");
    clock.start(at_s(0));
    clock.stop(at_s(10));
    clock.stop(at_s(11));
    CHECK_FALSE(clock.running());
    CHECK_FALSE(clock.deadline());
    CHECK(clock.readings(at_s(50)) == in_s(51, 61));
    clock.start(at_s(60));
    CHECK(clock.elapsed(at_s(65)) == seconds(15));
    CHECK(clock.press(at_s(65)).elapsed == seconds(15));
    CHECK(clock.readings(at_s(65)) == in_s(47, 61));
}

TEST_CASE("90 minutes for 40 moves and 30 for the rest, 30 seconds each from move 1") {
    ChessClock clock = clock_of("40/5400+30:1800+30");
    Instant now{};
    CHECK(clock.readings(now) == in_s(5430, 5430));
    clock.start(now);
    play(clock, now, 39, minutes(1));
    // 40 increments so far: one before the start and 39 at presses; 39 minutes used.
    CHECK(clock.readings(now) == in_s(5400 + 40 * 30 - 39 * 60, 5400 + 40 * 30 - 39 * 60));
    now = now + minutes(1);
    const auto press = clock.press(now);
    CHECK(press.gained == seconds(1800 + 30));
    CHECK(press.period == 2);
    CHECK(clock.in_last_period(white));
    CHECK_FALSE(clock.in_last_period(black));
    CHECK(clock.moves_required(white) == 0);
    CHECK(clock.moves_required(black) == 40);
    CHECK(clock.readings(now)[white] == seconds(5400 + 41 * 30 - 40 * 60 + 1800));
    CHECK(clock.press(now + minutes(1)).gained == seconds(1830));
}

TEST_CASE("an increment that begins later is on the clock before its first move") {
    ChessClock clock = clock_of("2/7200:1/3600:900+30");
    Instant now{};
    CHECK(clock.readings(now) == in_s(7200, 7200));
    clock.start(now);
    play(clock, now, 1, seconds(10));
    CHECK(clock.readings(now) == in_s(7190, 7190));
    play(clock, now, 1, seconds(10));
    CHECK(clock.readings(now) == in_s(7180 + 3600, 7180 + 3600));
    play(clock, now, 1, seconds(10));
    CHECK(clock.readings(now) == in_s(10770 + 900 + 30, 10770 + 900 + 30));
    CHECK(clock.press(now + seconds(10)).gained == seconds(30));
}

TEST_CASE("the method may change with the period") {
    ChessClock clock = clock_of("1/60b5:1/60d5:60+5");
    clock.start(at_s(0));
    CHECK(clock.press(at_s(2)).gained == seconds(60 - 3));  // the unused delay is lost
    CHECK(clock.readings(at_s(2)) == in_s(120, 65));
    clock.press(at_s(2));
    CHECK(clock.deadline() == at_s(2 + 120 + 5));
    CHECK(clock.press(at_s(5)).gained == seconds(3 + 60 + 5));
    CHECK(clock.readings(at_s(5))[white] == seconds(120 + 60 + 5));
}

TEST_CASE("a press never takes time away") {
    ChessClock clock = clock_of("1/0b30:10");
    clock.start(at_s(0));
    CHECK(clock.press(at_s(1)).gained == Duration{});  // lost delay is more than the next period
    CHECK(clock.readings(at_s(1))[white] == seconds(29));
}

TEST_CASE("the sides may differ") {
    ChessClock clock = clock_of("W300+2-B240");
    CHECK(clock.readings({}) == in_s(302, 240));
    clock.start(at_s(0));
    CHECK(clock.press(at_s(1)).gained == seconds(2));
    CHECK(clock.press(at_s(2)).gained == Duration{});
    CHECK(clock.readings(at_s(2)) == in_s(303, 239));
}

TEST_CASE("Black may have the first move") {
    ChessClock clock = clock_of("60", PeriodTrigger::moves, black);
    clock.start(at_s(0));
    CHECK(clock.readings(at_s(1)) == in_s(60, 59));
    clock.press(at_s(1));
    CHECK(clock.moves(black) == 1);
    CHECK(clock.moves(white) == 0);
}

TEST_CASE("one microsecond before the deadline is in time") {
    ChessClock clock = clock_of("60+1");
    clock.start(at_s(0));
    const auto press = clock.press({60'999'999});
    CHECK(press.margin == microseconds(1));
    CHECK(clock.readings({60'999'999})[white] == seconds(1) + microseconds(1));
}

TEST_CASE("after the flag both clocks stand, and nothing is added") {
    ChessClock clock = clock_of("60+1");
    clock.start(at_s(0));
    clock.press(at_s(1));
    REQUIRE(clock.deadline() == at_s(62));
    CHECK(clock.readings(at_s(62)) == in_s(61, 0));
    CHECK(clock.expire() == ChessClock::Expiry::flag_fell);
    CHECK_FALSE(clock.running());
    CHECK(clock.readings(at_s(1000)) == in_s(61, 0));
}

TEST_CASE("trigger moves: zero before the control is passed is flag-fall") {
    ChessClock clock = clock_of("2/60:60");
    Instant now{};
    clock.start(now);
    play(clock, now, 1, seconds(10));
    CHECK(clock.expire() == ChessClock::Expiry::flag_fell);
    CHECK(clock.moves(white) == 1);
    CHECK(clock.moves_required(white) == 2);
}

TEST_CASE("trigger zero: the first clock at zero gives both the next period") {
    ChessClock clock = clock_of("2/60:30", PeriodTrigger::zero);
    Instant now{};
    clock.start(now);
    play(clock, now, 2, seconds(20));
    CHECK(clock.period(white) == 1);
    CHECK(clock.readings(now) == in_s(20, 20));
    REQUIRE(clock.deadline() == now + seconds(20));
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
    now = now + seconds(20);
    CHECK(clock.running());
    CHECK(clock.period(white) == 2);
    CHECK(clock.period(black) == 2);
    CHECK(clock.readings(now) == in_s(30, 50));
    CHECK(clock.elapsed(now) == seconds(20));
    CHECK(clock.press(now + seconds(1)).gained == Duration{});
    REQUIRE(clock.deadline() == now + seconds(51));
    CHECK(clock.expire() == ChessClock::Expiry::flag_fell);
}

TEST_CASE("trigger zero: too few moves is flag-fall") {
    ChessClock clock = clock_of("2/60:30", PeriodTrigger::zero);
    Instant now{};
    clock.start(now);
    play(clock, now, 1, seconds(20));
    CHECK(clock.expire() == ChessClock::Expiry::flag_fell);
    CHECK(clock.readings(now) == in_s(0, 40));
}

TEST_CASE("trigger zero: an increment of the next period begins with the next move") {
    ChessClock clock = clock_of("1/60:60+10", PeriodTrigger::zero);
    Instant now{};
    clock.start(now);
    play(clock, now, 1, seconds(20));
    CHECK(clock.readings(now) == in_s(40, 40));
    now = *clock.deadline();
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
    // White's move began without an increment; Black's next one has it.
    CHECK(clock.readings(now) == in_s(60, 40 + 60 + 10));
    CHECK(clock.press(now + seconds(5)).gained == seconds(10));
    CHECK(clock.press(now + seconds(6)).gained == seconds(10));
}

TEST_CASE("trigger zero: with the same increment in both periods nothing extra is added") {
    ChessClock clock = clock_of("1/60+10:60+10", PeriodTrigger::zero);
    Instant now{};
    clock.start(now);
    play(clock, now, 1, seconds(20));
    CHECK(clock.readings(now) == in_s(60, 60));
    now = *clock.deadline();
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
    CHECK(clock.readings(now) == in_s(60, 120));
    CHECK(clock.press(now + seconds(5)).gained == seconds(10));
}

TEST_CASE("trigger zero: Bronstein goes through the change unharmed") {
    ChessClock clock = clock_of("1/60b5:60b5", PeriodTrigger::zero);
    Instant now{};
    clock.start(now);
    play(clock, now, 1, seconds(5));
    CHECK(clock.readings(now) == in_s(65, 65));
    now = *clock.deadline();
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
    CHECK(clock.readings(now) == in_s(60, 125));
    CHECK(clock.press(now + seconds(10)).gained == seconds(5));
    CHECK(clock.readings(now + seconds(10)) == in_s(55, 125));
}

TEST_CASE("trigger zero: a side without a further period gets nothing") {
    ChessClock clock = clock_of("W1/60:30-B100", PeriodTrigger::zero);
    Instant now{};
    clock.start(now);
    play(clock, now, 1, seconds(10));
    now = *clock.deadline();
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
    CHECK(clock.readings(now) == in_s(30, 90));
    CHECK(clock.period(black) == 1);
}

TEST_CASE("a repeating period gives its time again and again") {
    ChessClock clock = clock_of("2/60");
    Instant now{};
    clock.start(now);
    play(clock, now, 2, seconds(20));
    CHECK(clock.readings(now) == in_s(80, 80));
    play(clock, now, 2, seconds(20));
    CHECK(clock.readings(now) == in_s(100, 100));
    CHECK(clock.period(white) == 3);
    CHECK(clock.moves_required(white) == 6);
}

TEST_CASE("a correction sets the readings, the turn and the moves") {
    ChessClock clock = clock_of("2/60+1:30+1");
    Instant now{};
    clock.start(now);
    play(clock, now, 2, seconds(10));
    REQUIRE(clock.period(white) == 2);
    clock.set(in_s(7, 8), black, {{2, 1}});
    CHECK_FALSE(clock.running());
    CHECK(clock.turn() == black);
    CHECK(clock.readings(now) == in_s(7, 8));
    CHECK(clock.period(white) == 2);
    CHECK(clock.period(black) == 1);
    clock.start(now);
    CHECK(clock.press(now + seconds(1)).gained == seconds(31));
}

TEST_CASE("trigger zero: a correction leaves the periods alone") {
    ChessClock clock = clock_of("2/60:30", PeriodTrigger::zero);
    clock.set(in_s(10, 10), white, {{5, 5}});
    CHECK(clock.period(white) == 1);
    clock.start(at_s(0));
    CHECK(clock.expire() == ChessClock::Expiry::period_ended);
}

TEST_CASE("what the log says is shown counts") {
    ChessClock clock = clock_of("60d5");
    clock.start(at_s(0));
    clock.assign(in_s(50, 40), at_s(10));
    CHECK(clock.readings(at_s(10)) == in_s(50, 40));
    CHECK(clock.deadline() == at_s(60));
}

TEST_CASE("two clocks with the same history are the same") {
    ChessClock a = clock_of("60+1");
    ChessClock b = clock_of("60+1");
    a.start(at_s(1));
    CHECK_FALSE(a == b);
    b.start(at_s(1));
    CHECK(a == b);
}
