// A time control as somebody enters it: by the name of a preset, or in the notation.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time_control.hpp"

namespace flagfall {

struct EnteredControl {
    Both<TimeControl> control;
    // How a period ends by the preset that was named; nothing if none was, or it has one period.
    std::optional<PeriodTrigger> trigger{};
};

// The one way from what was entered to a control. The error says what to write instead; for a name
// that no preset has, the names that come closest.
std::expected<EnteredControl, std::string> entered_control(std::string_view text);

}  // namespace flagfall
