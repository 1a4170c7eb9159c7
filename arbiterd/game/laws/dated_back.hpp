// What devices report that nobody can check.
#pragma once

#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// An act of this type was sent late: a question when much of its age was believed, or was not.
void ask_about_age(Draft& draft, std::string_view type, Side side, Duration claimed,
                   Duration believed);
void device_came_twice(Draft& draft, const wire::DeviceCameTwice& e);

}  // namespace flagfall::game
