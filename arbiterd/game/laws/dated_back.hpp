// What devices report that nobody can check, or a person has to see to.
#pragma once

#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// An act of this type was sent late: a question when much of its age was believed, or was not.
void ask_about_age(Draft& draft, std::string_view type, Side side, Duration claimed,
                   Duration believed);
void device_came_twice(Draft& draft, const wire::DeviceCameTwice& e);
// The electronic board of a game under way shows what no legal move leads to: a question, until it
// shows the game again (7.4.1).
void equipment_changed(Draft& draft, const wire::EquipmentChanged& e);

}  // namespace flagfall::game
