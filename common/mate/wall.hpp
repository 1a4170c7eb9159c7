// Walls: men that can never move and never be captured, and the squares on which all other men can
// ever stand. If the loser's king always has a flight wherever it can be checked, there is no
// mate, in any course of the game. docs/mate.md proves it.
#pragma once

#include <array>
#include <optional>

#include "common/base/side.hpp"
#include "common/chess/position.hpp"

namespace flagfall::mate {

// A set of positions that is closed under legal moves and contains no mate by `winner`: those
// in which every fixed man stands, every other man stands where the table lets its kind stand,
// nobody has more loose men of a kind than `most` (more loose men at all, if pawns may come to
// the seventh rank), every lock holds, nobody may castle, and no en
// passant capture is legal. A loose man is one that is neither fixed nor a king.
struct Wall {
    using Squares = std::array<chess::Bitboard, 6>;  // by Kind
    using Counts = std::array<int, 6>;

    Side winner = Side::white;
    Both<Squares> fixed{};
    Both<Squares> reach{};  // without the fixed squares
    Both<Counts> most{};
    // Locks: as long as a pawn of this side stands on one of these squares, an enemy pawn stands
    // right before it, cannot be captured there nor capture, and so never lets this one pass.
    Both<chess::Bitboard> locked{};
};

// The smallest such set around a position, if it holds no mate. Some microseconds.
std::optional<Wall> find_wall(const chess::Position& position, Side winner);

// Is the position in the wall's set? A few nanoseconds.
bool covers(const Wall& wall, const chess::Position& position);

}  // namespace flagfall::mate
