// Limits of the Laws; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// Acts that were sent late: from these accepted and cut-off ages on, a person is asked.
inline constexpr std::int64_t age_believed_asks_ms = 10'000;
inline constexpr std::int64_t age_cut_asks_ms = 1'000;
// This much is accepted for every act, and does not count here.
inline constexpr std::int64_t age_free_ms = 100;
// The ages of a side's presses add up: a person is asked when the sum reaches this share of the
// time that a player has for sixty moves (at least this much); then it starts again from zero.
inline constexpr std::int64_t age_sum_share = 30;
inline constexpr std::int64_t age_sum_least_ms = 1'000;
// A flag falls in a turn that began with a press at least this old: a person decides what it means.
inline constexpr std::int64_t age_flag_asks_ms = 1'000;
// A person is asked if the clock beside a board, used as the game's clock, jumps by this much.
inline constexpr std::int64_t board_clock_jump_asks_ms = 10'000;
// At most this much of the text of a software failure is quoted in a question.
inline constexpr std::size_t failure_bytes = 200;

}  // namespace flagfall::limits
