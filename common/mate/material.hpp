// Bishops and the colours of their squares, for the parts of this folder.
#pragma once

#include "common/chess/types.hpp"

namespace flagfall::mate {

inline constexpr chess::Bitboard dark_squares = 0xAA55AA55AA55AA55;

// All on squares of one colour; also true for none at all.
constexpr bool one_colour(chess::Bitboard bishops) {
    return (bishops & dark_squares) == 0 || (bishops & ~dark_squares) == 0;
}

}  // namespace flagfall::mate
