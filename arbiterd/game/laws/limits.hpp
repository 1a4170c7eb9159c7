// Limits of the Laws; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// Of an act that was sent late: when so much of its age was believed, or was not, a person looks.
inline constexpr std::int64_t age_believed_asks_ms = 10'000;
inline constexpr std::int64_t age_cut_asks_ms = 1'000;
// So much is believed of every act, and counts for nothing here.
inline constexpr std::int64_t age_free_ms = 100;
// The ages of a side's presses together: a person looks when they come to this share of the time
// that a player has for sixty moves, or to this much, and then once more from nothing.
inline constexpr std::int64_t age_sum_share = 30;
inline constexpr std::int64_t age_sum_least_ms = 1'000;
// A flag falls in a turn that began with a press so old: a person decides what that means.
inline constexpr std::int64_t age_flag_asks_ms = 1'000;
// The clock beside a board, where it is the game's, shows so much more or less than it did.
inline constexpr std::int64_t board_clock_jump_asks_ms = 10'000;
// Of what the software failed at, in a question.
inline constexpr std::size_t failure_bytes = 200;

}  // namespace flagfall::limits
