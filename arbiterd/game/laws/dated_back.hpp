// What devices report that nobody can check, or a person has to see to.
#pragma once

#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// The age of an act as it counts: nothing where it is what every act may have.
Duration age_that_counts(Duration age);
// Did this side's flag fall in time that the opponent's device may have taken from it: in a turn
// that began with a press of long ago, or while it is asked how old the opponent's acts were?
bool falls_by_age(const Draft& draft, Side side);
// An act of this type was sent late: a question when much of its age was believed, or was not, or
// when the ages of this side's presses come to much together.
void ask_about_age(Draft& draft, std::string_view type, Side side, Duration claimed,
                   Duration believed);
void device_came_twice(Draft& draft, const wire::DeviceCameTwice& e);
// The electronic board of a game under way shows what no legal move leads to: a question, until it
// shows the game again (7.4.1).
void equipment_changed(Draft& draft, const wire::EquipmentChanged& e);

}  // namespace flagfall::game
