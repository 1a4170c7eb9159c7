// Flags: who calls them, which fell first, what they decide (6.4, 6.8, 6.9, III.3.1).
#pragma once

#include <optional>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

void flag_fell(Draft& draft, const wire::FlagFell& e);
void pressed_late(Draft& draft, const wire::PressedLate& e);
void flag_reached(Draft& draft, const wire::FlagReached& e);
// The clock shows these readings, or will after the next ruling. Closes questions about a flag that
// is then up (6.8), and changes one about both flags if only one is down (III.3.1).
void flags_set(Draft& draft, const Both<Duration>& shown);
// Is this question about a flag to be put again? Only if the flag is down with these readings and
// no question about it is open; of two flags that are down, one question may be about both.
bool flag_waits_again(const Draft& draft, const Question& question, const Both<Duration>& shown);
// Puts the question about a flag again, if flag_waits_again().
void ask_of_flag_again(Draft& draft, const Question& question, const Both<Duration>& shown);
// Whose flag fell first, when both are down; nothing when they are not.
std::optional<Side> first_flag(const Draft& draft);

}  // namespace flagfall::game
