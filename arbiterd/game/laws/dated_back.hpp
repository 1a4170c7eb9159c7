// Reports of devices that nobody can check, or that a person has to look at.
#pragma once

#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// The age of an act as far as it counts: zero up to limits::age_free_ms, which every act may have.
Duration age_that_counts(Duration age);
// Did this side's flag perhaps fall because of time that the opponent's device took? True in a turn
// that began with an old press, and while a question about the age of the opponent's acts is open.
bool falls_by_age(const Draft& draft, Side side);
// An act of this type was sent late. Asks a person if much of its age was accepted, if too much was
// cut off (`claimed` less `believed`), or if the ages of this side's presses add up to a lot.
void ask_about_age(Draft& draft, std::string_view type, Side side, Duration claimed,
                   Duration believed);
void device_came_twice(Draft& draft, const wire::DeviceCameTwice& e);
// A move of an electronic board is one of several that explain what it shows: where the order of
// moves is not known, a person compares them with the scoresheets.
void order_guessed(Draft& draft, const wire::Made& e);

}  // namespace flagfall::game
