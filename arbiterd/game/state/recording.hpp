// Who must record now (8.4, A.2). The result is for the arbiter's screen, never for a player's
// (12.6). Pure: the caller passes the readings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "common/base/time.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::game {

// One side's clock at a known instant.
struct ClockReading {
    std::uint32_t period = 1;  // the period the side is in then, from 1
    Duration left;             // on its clock
    // Is this the reading right after the press that completed one of its own moves, including the
    // bonus and, with trigger `moves`, the base time of a new period? Otherwise it is any other
    // instant, such as the setting of a clock by the arbiter.
    bool after_move = true;
    std::optional<Duration> at_press = {};  // left before anything was added, if known
    friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

enum class Recording : std::uint8_t {
    must,
    need_not_in_period,     // 8.4: for the rest of the period
    need_not_in_fast_play,  // A.2, B.3: rapid and blitz
};
// "must", "need_not_in_period", "need_not_in_fast_play".
std::string_view name(Recording recording);

struct RecordingDuty {
    Recording recording = Recording::must;
    // The reading that fell below five minutes: its index in `before`, or before.size() for `now`.
    // Only used with need_not_in_period.
    std::size_t since = 0;

    friend bool operator==(const RecordingDuty&, const RecordingDuty&) = default;
};

// The side need not record until its period ends if it had less than five minutes at some moment of
// the period of `now` and less than 30 seconds are added with each move, even if its clock shows
// more again (8.4). Exactly five minutes are not less. `before`: earlier readings of this side,
// oldest first. An increment hides how far the clock went down, so it is subtracted again; a
// Bronstein bonus that was not used up hides it for good (unless at_press is given), and then the
// duty to record remains.
RecordingDuty recording_duty(const TimeControl& control, PeriodTrigger trigger,
                             TimeClass time_class, std::span<const ClockReading> before,
                             const ClockReading& now);

// What is stored about one side's clock, reading by reading, so that the duty is always known.
struct RecordingMemory {
    std::optional<ClockReading> last;
    std::uint32_t low_in = 0;  // the last period with less than five minutes; 0: none
    friend bool operator==(const RecordingMemory&, const RecordingMemory&) = default;
};
// Adds a reading; readings must come in order.
void remember(RecordingMemory& memory, const TimeControl& control, PeriodTrigger trigger,
              const ClockReading& reading);
// The duty of the side with `left` on its clock in `period`.
Recording recording_now(const RecordingMemory& memory, const TimeControl& control,
                        PeriodTrigger trigger, TimeClass time_class, std::uint32_t period,
                        Duration left);

}  // namespace flagfall::game
