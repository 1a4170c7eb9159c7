// Flags: who calls them, whose fell first, what they decide (6.4, 6.8, 6.9, III.3.1).
#pragma once

#include <optional>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

void flag_fell(Draft& draft, const wire::FlagFell& e);
void pressed_late(Draft& draft, const wire::PressedLate& e);
void flag_reached(Draft& draft, const wire::FlagReached& e);
// The clock shows this, or will when the next ruling is carried out: what is asked of a flag that
// is not down then waits no longer (6.8), and of one of two it is asked as of one (III.3.1).
void flags_set(Draft& draft, const Both<Duration>& shown);
// What was asked of a flag once more, if it is down with these readings and not asked of already.
void ask_of_flag_again(Draft& draft, const Question& question, const Both<Duration>& shown);
// Whose flag fell first, when both are down; nothing when they are not.
std::optional<Side> first_flag(const Draft& draft);

}  // namespace flagfall::game
