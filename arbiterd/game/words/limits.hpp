// Limits of texts; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstdint>

namespace flagfall::limits {

// If a ruling takes back or brings back many moves, only these many are named, first and last.
inline constexpr std::uint32_t first_moves_named = 30;
inline constexpr std::uint32_t last_moves_named = 10;

}  // namespace flagfall::limits
