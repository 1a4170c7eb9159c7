// The 960 starting positions of Chess960 (Guidelines II.2) and their usual numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "common/chess/position.hpp"

namespace flagfall::chess {

inline constexpr std::uint32_t chess960_positions = 960;

// The starting position of this number, 0 to 959, with all castling rights; 518 is the orthodox
// one. The number gives the bishop of the light squares, that of the dark ones, the queen and the
// knights, in this order.
Position chess960_start(std::uint32_t number);

// The number of a starting position; empty if it is none of the 960, or not at the start.
std::optional<std::uint32_t> chess960_number(const Position& position);

}  // namespace flagfall::chess
