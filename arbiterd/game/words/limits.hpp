// Limits of texts; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstdint>

namespace flagfall::limits {

// Of moves that a ruling takes back, or brings back, so many are named: the first and the last.
inline constexpr std::uint32_t first_moves_named = 30;
inline constexpr std::uint32_t last_moves_named = 10;

}  // namespace flagfall::limits
