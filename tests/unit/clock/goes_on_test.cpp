// A turn that goes on after a correction: the time of a delay used in it stays used.
#include "clockd/clock/chessclock.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using clock::ChessClock;

namespace {

Instant at_s(std::int64_t s) { return Instant{} + seconds(s); }

ChessClock clock_by(const char* control) {
    ChessClock made(*parse_time_control(control), PeriodTrigger::moves, Side::white);
    made.start(Instant{});
    return made;
}

// The player thinks 8 seconds, a ruling puts the clock back as it stands, and they think 8 more.
Duration after_ruling(const char* control, bool pressed, bool goes_on) {
    ChessClock watch = clock_by(control);
    Both<Duration> shown = watch.readings(at_s(8));
    if (pressed) watch.press(at_s(8));
    watch.stop(at_s(8));
    watch.set(shown, Side::white, {}, goes_on);
    CHECK(watch.readings(at_s(8)) == shown);
    watch.start(at_s(20));
    watch.press(at_s(28));
    return watch.readings(at_s(28))[Side::white];
}

}  // namespace

TEST_CASE("under delay and Bronstein a turn goes on with what was used of it", "[clock]") {
    const bool pressed = GENERATE(true, false);
    CHECK(after_ruling("600d10", pressed, true) == seconds(594));
    CHECK(after_ruling("600b10", pressed, true) == seconds(604));
    // A turn that begins has its whole delay.
    CHECK(after_ruling("600d10", pressed, false) == seconds(600));
}

TEST_CASE("another position begins a turn, whatever is asked", "[clock]") {
    ChessClock watch = clock_by("600d10");
    watch.stop(at_s(8));
    watch.set({{seconds(600), seconds(600)}}, Side::white, {{2, 2}}, true);
    CHECK(watch.elapsed(at_s(8)) == Duration{});
}

TEST_CASE("a turn that a move ended without a press goes on when that goes back",
          "[clock][regress]") {
    ChessClock watch = clock_by("600d10");
    watch.stop(at_s(8));
    const Both<Duration> shown = watch.readings(at_s(8));
    watch.set(shown, Side::black, {{1, 0}}, true);
    CHECK(watch.elapsed(at_s(8)) == Duration{});
    watch.set(shown, Side::white, {}, true);
    CHECK(watch.elapsed(at_s(8)) == seconds(8));
    watch.start(at_s(20));
    watch.press(at_s(28));
    CHECK(watch.readings(at_s(28))[Side::white] == seconds(594));
}
