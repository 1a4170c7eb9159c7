// The thinking times: pace.hpp.
#include "clockd/client/pace.hpp"

#include "clockd/clock/chessclock.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::client {
namespace {

Turn turn(Duration before, Duration gain) { return {before, before, {}, gain}; }

Turn white_turn(const char* control, Duration reading, std::uint32_t moves = 0) {
    return turn_of(*parse_time_control(control), {{reading, minutes(5)}}, Side::white,
                   {{moves, moves}});
}

// The reading if White thinks for that time.
Duration played(const char* control, Duration reading, const Pace& pace, bool pressed) {
    clock::ChessClock clock(*parse_time_control(control), PeriodTrigger::moves, Side::white);
    clock.set({{reading, minutes(5)}}, Side::white, {});
    clock.start({});
    const Instant at = Instant{} + pace.think;
    REQUIRE(at < *clock.deadline());
    if (pressed) clock.press(at);
    return clock.readings(at)[Side::white];
}

}  // namespace

TEST_CASE("a turn is what the chessclock makes of it") {
    const Turn fischer = white_turn("300+3", seconds(100));
    CHECK(fischer.before == seconds(100));
    CHECK(fischer.room == seconds(100));
    CHECK(fischer.least == Duration{});
    CHECK(fischer.gain == seconds(3));
    // The press of move 40 starts the second period.
    CHECK(white_turn("40/5400+30:1800+30", seconds(100), 39).gain == seconds(1830));
    CHECK(white_turn("40/5400+30:1800+30", seconds(100), 40).gain == seconds(30));
    const Turn delay = white_turn("300d5", seconds(100));
    CHECK(delay.room == seconds(105));
    CHECK(delay.least == seconds(5));
    CHECK(delay.gain == seconds(5));
    const Turn bronstein = white_turn("300b5", seconds(100));
    CHECK(bronstein.room == seconds(100));
    CHECK(bronstein.least == seconds(5));
    CHECK(bronstein.gain == seconds(5));
}

TEST_CASE("the recorded reading is met exactly where it can be") {
    CHECK(pace_to_press(turn(seconds(100), seconds(3)), seconds(90)) == Pace{seconds(13), {}, {}});
    // No thinking at all: the reading grows by the increment.
    CHECK(pace_to_press(turn(seconds(100), seconds(3)), seconds(103)) == Pace{{}, {}, {}});
    // Almost the whole time.
    CHECK(pace_to_press(turn(seconds(100), seconds(3)), microseconds(3'000'001)) ==
          Pace{microseconds(99'999'999), {}, {}});
}

TEST_CASE("at the flag the rest of the recorded second is used") {
    CHECK(pace_to_press(turn(seconds(1), {}), {}) == Pace{milliseconds(500), {}, {}});
    CHECK(pace_to_press(turn(milliseconds(500), {}), {}) == Pace{milliseconds(250), {}, {}});
    // 3 s gained, 2.5 s shown: between 0 and half a second may be left before the press.
    CHECK(pace_to_press(turn(seconds(10), seconds(3)), milliseconds(2500)) ==
          Pace{milliseconds(9750), {}, {}});
}

TEST_CASE("what no thinking explains is an arbiter's correction before the move") {
    // Up by 40 s with an increment of 3 s.
    const Pace up = pace_to_press(turn(seconds(64), seconds(3)), seconds(104));
    REQUIRE(up.set_before.has_value());
    CHECK(*up.set_before == seconds(102));
    CHECK_FALSE(up.set_after.has_value());
    CHECK(pace_to_press(turn(*up.set_before, seconds(3)), seconds(104)) ==
          Pace{seconds(1), {}, {}});
}

TEST_CASE("a reading below the gain can only be set after the press") {
    const Pace glitch = pace_to_press(turn(seconds(126), seconds(1830)), seconds(126));
    CHECK(glitch == Pace{seconds(1), {}, seconds(126)});
    CHECK(pace_to_press(turn(seconds(68), seconds(30)), {}).set_after == milliseconds(500));
    CHECK(pace_to_press(turn(milliseconds(400), seconds(1830)), seconds(126)).think ==
          milliseconds(200));
}

TEST_CASE("delays are thought through in full, so that nothing is left over") {
    for (const char* control : {"300d5", "300b5"}) {
        const Pace pace = pace_to_press(white_turn(control, seconds(100)), seconds(90));
        CHECK(pace.think == seconds(15));
        CHECK(played(control, seconds(100), pace, true) == seconds(90));
        const Pace same = pace_to_press(white_turn(control, seconds(100)), seconds(100));
        CHECK(same.think == seconds(5));
        CHECK(played(control, seconds(100), same, true) == seconds(100));
        const Pace up = pace_to_press(white_turn(control, seconds(100)), seconds(120));
        REQUIRE(up.set_before.has_value());
        const Pace then = pace_to_press(white_turn(control, *up.set_before), seconds(120));
        CHECK_FALSE(then.set_before.has_value());
        CHECK(played(control, *up.set_before, then, true) == seconds(120));
    }
}

TEST_CASE("a move that ends the game is not pressed and gains nothing") {
    const Turn now = turn(seconds(100), seconds(3));
    CHECK(pace_to_stop(now, seconds(90)) == Pace{seconds(10), {}, {}});
    CHECK(pace_to_stop(now, seconds(100)) == Pace{{}, {}, {}});
    CHECK(pace_to_stop(now, {}) == Pace{milliseconds(99'500), {}, {}});
    // The record added the increment: as if it had been on the clock before the move.
    CHECK(pace_to_stop(now, seconds(101)) == Pace{seconds(2), seconds(103), {}});
    CHECK(pace_to_stop(turn(seconds(103), seconds(3)), seconds(101)) == Pace{seconds(2), {}, {}});
    // More than that: something else happened.
    CHECK(pace_to_stop(now, seconds(200)) == Pace{seconds(1), seconds(201), {}});
    const Pace delayed = pace_to_stop(white_turn("300d5", seconds(100)), seconds(90));
    CHECK(played("300d5", seconds(100), delayed, false) == seconds(90));
}

TEST_CASE("in real time the middle of the second is aimed at, and small drifts are let be") {
    const Turn now = turn(milliseconds(100'400), seconds(3));
    CHECK(pace_in_real_time(now, seconds(90), false) == Pace{milliseconds(12'900), {}, {}});
    CHECK(pace_in_real_time(now, seconds(90), true) == Pace{milliseconds(9'900), {}, {}});
    // Played at once: the reading is already below the middle, or even below the second.
    CHECK(pace_in_real_time(now, seconds(103), false) == Pace{{}, {}, {}});
    CHECK(pace_in_real_time(now, seconds(104), false) == Pace{{}, {}, {}});
    CHECK(pace_in_real_time(now, seconds(101), true) == Pace{{}, {}, {}});
    // More than that is a correction, to the recorded second.
    CHECK(pace_in_real_time(now, seconds(105), false) == pace_to_press(now, seconds(105)));
    CHECK(pace_in_real_time(now, seconds(105), false).set_before == seconds(103));
    CHECK(pace_in_real_time(turn(seconds(1), {}), {}, false).think == milliseconds(500));
}

TEST_CASE("without a recorded time everybody gets an even share") {
    CHECK(even_share(turn(seconds(110), {}), 9) == seconds(10));
    CHECK(even_share(turn(seconds(10), {}), 1) == milliseconds(4500));
    // It never uses up the clock, whatever time is left.
    for (std::int64_t us : {1, 2, 10, 1000, 1'000'000})
        for (std::uint32_t moves : {1U, 2U, 40U})
            CHECK(even_share(turn({us}, {}), moves) < Duration{us});
}

}  // namespace flagfall::client
