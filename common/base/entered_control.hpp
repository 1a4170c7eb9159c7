// A time control as somebody enters it: by the name of a preset, or in the notation, in which a
// time may have a unit: "90m+30s", "40/90m+30:30m+30". A time without a unit is in seconds.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time_control.hpp"

namespace flagfall {

// Who has written it. A program means seconds; a person who writes "3+2" means minutes.
enum class EnteredBy : std::uint8_t { person, program };

struct EnteredControl {
    Both<TimeControl> control;
    // How a period ends by the preset that was named; nothing if none was, or it has one period.
    std::optional<PeriodTrigger> trigger{};
};

// The one way from what was entered to a control. The error says what to write instead: for a name
// that no preset has, the names that come closest; for a base time of a person of at most two
// minutes and without a unit, the control in minutes and in seconds.
std::expected<EnteredControl, std::string> entered_control(std::string_view text, EnteredBy by);

}  // namespace flagfall
