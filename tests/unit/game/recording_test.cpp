// Who must record the moves: the limits of 8.4 to the microsecond.
#include "arbiterd/game/state/recording.hpp"

#include <vector>

#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::game;

namespace {

TimeControl control(std::string_view text) {
    const auto parsed = parse_time_control(text);
    REQUIRE(parsed.has_value());
    return (*parsed)[Side::white];
}

constexpr Duration limit = minutes(5);
constexpr Duration tick = microseconds(1);

ClockReading pressed(std::uint32_t period, Duration left) { return {period, left, true, {}}; }
ClockReading seen(std::uint32_t period, Duration left) { return {period, left, false, {}}; }

Recording duty(std::string_view text, std::vector<ClockReading> before, ClockReading now,
               PeriodTrigger trigger = PeriodTrigger::moves,
               TimeClass time_class = TimeClass::standard) {
    return recording_duty(control(text), trigger, time_class, before, now).recording;
}

}  // namespace

TEST_CASE("five minutes exactly are not less than five minutes") {
    CHECK(duty("7200", {}, seen(1, limit)) == Recording::must);
    CHECK(duty("7200", {}, seen(1, limit - tick)) == Recording::need_not_in_period);
    CHECK(duty("7200", {pressed(1, limit)}, seen(1, limit)) == Recording::must);
}

TEST_CASE("thirty seconds a move keep the duty, one microsecond less does not") {
    CHECK(duty("5400+30", {}, seen(1, minutes(1))) == Recording::must);
    CHECK(duty("5400b30", {}, seen(1, minutes(1))) == Recording::must);
    CHECK(duty("5400d30", {}, seen(1, minutes(1))) == Recording::must);
    CHECK(duty("5400+29", {}, seen(1, minutes(1))) == Recording::need_not_in_period);
    TimeControl nearly = control("5400+30");
    nearly.periods[0].bonus -= tick;
    CHECK(recording_duty(nearly, PeriodTrigger::moves, TimeClass::standard, {},
                         seen(1, minutes(1))).recording == Recording::need_not_in_period);
}

TEST_CASE("once below five minutes the duty is gone for the period, whatever the clock shows") {
    const std::vector<ClockReading> low{pressed(1, minutes(20)), pressed(1, limit - tick)};
    CHECK(duty("5400+10", low, seen(1, minutes(8))) == Recording::need_not_in_period);
    const RecordingDuty found = recording_duty(control("5400+10"), PeriodTrigger::moves,
                                               TimeClass::standard, low, seen(1, minutes(8)));
    CHECK(found == RecordingDuty{Recording::need_not_in_period, 1});
    // The arbiter gave two minutes: the moment before that counts.
    CHECK(duty("7200", {seen(1, limit - tick), seen(1, minutes(7))}, seen(1, minutes(6))) ==
          Recording::need_not_in_period);
}

TEST_CASE("an increment is taken off: the clock was lower when it was pressed") {
    CHECK(duty("5400+10", {pressed(1, limit + seconds(10))}, seen(1, limit + seconds(10))) ==
          Recording::must);
    CHECK(duty("5400+10", {pressed(1, limit + seconds(10) - tick)}, seen(1, minutes(6))) ==
          Recording::need_not_in_period);
    CHECK(duty("5400+10", {seen(1, limit + seconds(1))}, seen(1, limit)) == Recording::must);
}

TEST_CASE("a delay hides nothing, a Bronstein bonus what was not used up") {
    CHECK(duty("5400d10", {pressed(1, limit)}, seen(1, limit)) == Recording::must);
    const std::vector<ClockReading> used{pressed(1, limit + seconds(6)),
                                         pressed(1, limit + seconds(5))};
    CHECK(duty("5400b10", used, seen(1, limit + seconds(5))) == Recording::need_not_in_period);
    const std::vector<ClockReading> kept{pressed(1, limit + seconds(5)),
                                         pressed(1, limit + seconds(5))};
    CHECK(duty("5400b10", kept, seen(1, limit + seconds(5))) == Recording::must);
    std::vector<ClockReading> told = kept;
    told[1].at_press = limit - tick;
    CHECK(duty("5400b10", told, seen(1, limit + seconds(5))) == Recording::need_not_in_period);
}

TEST_CASE("the next period asks for recording again") {
    const std::string text = "40/5400+10:1800+10";
    const std::vector<ClockReading> low{pressed(1, minutes(2)), pressed(2, minutes(32))};
    CHECK(duty(text, low, seen(2, minutes(31))) == Recording::must);
    CHECK(duty(text, {low[0]}, seen(1, minutes(2))) == Recording::need_not_in_period);
    // The increment of the move that completed the period was earned in the old period.
    CHECK(duty("40/5400+10:240+10", {pressed(1, minutes(2)), pressed(2, limit)}, seen(2, limit)) ==
          Recording::must);
    CHECK(duty("40/5400:1800+30", {pressed(1, minutes(2))}, seen(2, minutes(2))) ==
          Recording::must);
    CHECK(duty("40/5400+30:1800", {pressed(1, minutes(2))}, seen(2, minutes(2))) ==
          Recording::need_not_in_period);
}

TEST_CASE("with trigger zero the first move of a period is played in it") {
    const std::vector<ClockReading> low{pressed(1, minutes(6)),
                                        pressed(2, limit + seconds(10) - tick)};
    CHECK(duty("40/5400+10:600+10", low, seen(2, minutes(6)), PeriodTrigger::zero) ==
          Recording::need_not_in_period);
    CHECK(duty("40/5400+10:600+10", low, seen(2, minutes(6)), PeriodTrigger::moves) ==
          Recording::must);
}

TEST_CASE("nobody must record in rapid and blitz (A.2)") {
    for (const TimeClass fast : {TimeClass::rapid, TimeClass::blitz})
        CHECK(duty("900+10", {}, seen(1, minutes(15)), PeriodTrigger::moves, fast) ==
              Recording::need_not_in_fast_play);
}
