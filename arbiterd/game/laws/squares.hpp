// Moves by their squares, legal or not: what they leave on the board (A.5.2, A.5.4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/chess/setup.hpp"

namespace flagfall::game {

inline constexpr std::string_view no_move = "--";

// The squares that a text names, as "e2e5" or "e7e8q", of a move by the side to move: written with
// both squares, or by a piece of which only one can go there. Empty when the text does not say.
std::string squares_of(const chess::Setup& board, std::string_view text);

// Do these squares take the opponent's king?
bool takes_king(const chess::Setup& board, std::string_view squares);

// The board after it, the other side to move. Nothing when the squares alone do not show what
// happened: castling, what looks like a capture in passing, an empty square, a captured king.
std::optional<chess::Setup> after_squares(const chess::Setup& board, std::string_view squares);

}  // namespace flagfall::game
