#include "arbiterd/game/state/recording.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

constexpr Duration five_minutes = minutes(5);
constexpr Duration thirty_seconds = seconds(30);

// The lowest reading that is certain since the reading before, within the period.
Duration lowest(const ClockReading& reading, const ClockReading* previous, const Period& period,
                PeriodTrigger trigger) {
    if (!reading.after_move) return reading.left;
    // The move completed the former period: with trigger `moves` the press and the time left belong
    // to that one. With trigger `zero` the new period began during the turn.
    const std::uint32_t before = previous != nullptr ? previous->period : 1;
    if (before != reading.period && trigger == PeriodTrigger::moves) return reading.left;
    if (reading.at_press) return std::min(reading.left, *reading.at_press);
    if (period.method == Method::fischer) return reading.left - period.bonus;
    // The whole bonus came back if more than the bonus was used.
    const bool used_up = previous != nullptr && previous->period == reading.period &&
                         reading.left < previous->left;
    if (period.method == Method::bronstein && used_up) return reading.left - period.bonus;
    return reading.left;
}

}  // namespace

std::string_view name(Recording recording) {
    constexpr std::array<std::string_view, 3> names{"must", "need_not_in_period",
                                                    "need_not_in_fast_play"};
    FF_CHECK(static_cast<std::size_t>(recording) < names.size());
    return names[static_cast<std::size_t>(recording)];
}

RecordingDuty recording_duty(const TimeControl& control, PeriodTrigger trigger,
                             TimeClass time_class, std::span<const ClockReading> before,
                             const ClockReading& now) {
    if (time_class != TimeClass::standard) return {Recording::need_not_in_fast_play, 0};
    FF_CHECK(now.period >= 1);
    const Period& period = control.period(now.period);
    if (period.bonus >= thirty_seconds || period.method == Method::upcount) return {};
    const ClockReading* previous = nullptr;
    for (std::size_t at = 0; at < before.size(); ++at) {
        const ClockReading& reading = before[at];
        if (reading.period == now.period &&
            lowest(reading, previous, period, trigger) < five_minutes)
            return {Recording::need_not_in_period, at};
        previous = &reading;
    }
    if (now.left < five_minutes) return {Recording::need_not_in_period, before.size()};
    return {};
}

void remember(RecordingMemory& memory, const TimeControl& control, PeriodTrigger trigger,
              const ClockReading& reading) {
    FF_CHECK(reading.period >= 1);
    std::vector<ClockReading> known;
    if (memory.last) known.push_back(*memory.last);
    known.push_back(reading);
    const auto duty = recording_duty(control, trigger, TimeClass::standard, known, reading);
    FF_CHECK(duty.recording != Recording::need_not_in_fast_play);
    FF_CHECK(duty.since <= known.size());
    if (duty.recording == Recording::need_not_in_period) memory.low_in = reading.period;
    memory.last = reading;
}

Recording recording_now(const RecordingMemory& memory, const TimeControl& control,
                        PeriodTrigger trigger, TimeClass time_class, std::uint32_t period,
                        Duration left) {
    FF_CHECK(period >= 1);
    FF_CHECK(memory.low_in == 0 || memory.last.has_value());
    const ClockReading now{.period = period, .left = left, .after_move = false};
    const Recording duty = recording_duty(control, trigger, time_class, {}, now).recording;
    const bool was_low = duty == Recording::must && memory.low_in == period;
    return was_low ? Recording::need_not_in_period : duty;
}

}  // namespace flagfall::game
