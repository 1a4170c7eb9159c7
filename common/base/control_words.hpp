// A time control in plain words, and the controls that players and arbiters know by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time_control.hpp"
#include "common/base/told.hpp"

namespace flagfall {

// A time control explained: one sentence each.
struct ControlWords {
    std::vector<std::string> meaning;  // for each side, or for both
    Told time_class;            // its class under Appendices A and B, and why
    std::vector<Told> unusual;  // what surprises people; may be empty. Of one side: value "side"
};
ControlWords explain(const Both<TimeControl>& control,
                     PeriodTrigger trigger = PeriodTrigger::moves);

// "1 hour 30 minutes", "5 minutes 30 seconds", "0 seconds".
std::string time_words(Duration time);

// Why the clock beside a board cannot be the game's clock under this control; empty if it can.
std::string no_board_clock(const Both<TimeControl>& control);

// A control that people know by a name.
struct ControlPreset {
    std::string_view name;     // as typed: "fide-rapid"
    std::string_view group;    // "events", "rated", "clubs", "clocks"
    std::string_view control;  // the notation
    PeriodTrigger trigger = PeriodTrigger::moves;
    std::string_view words;    // what it is used for
};
std::span<const ControlPreset> control_presets();
// nullptr if there is none of this name.
const ControlPreset* control_preset(std::string_view name);

}  // namespace flagfall
