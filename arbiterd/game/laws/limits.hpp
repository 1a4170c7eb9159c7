// Limits of the Laws; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// Of an act that was sent late: when so much of its age was believed, or was not, a person looks.
inline constexpr std::int64_t age_believed_asks_ms = 10'000;
inline constexpr std::int64_t age_cut_asks_ms = 1'000;
// The clock beside a board, where it is the game's, shows so much more or less than it did.
inline constexpr std::int64_t board_clock_jump_asks_ms = 10'000;
// Of what the software failed at, in a question.
inline constexpr std::size_t failure_bytes = 200;

}  // namespace flagfall::limits
