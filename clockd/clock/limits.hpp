// Limits of clockd's core; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstdint>

namespace flagfall::limits {

// How many acts devices may report in one turn, besides the move and the press: touches, moves
// that replace another, offers and claims.
inline constexpr std::uint32_t acts_of_turn = 256;

}  // namespace flagfall::limits
