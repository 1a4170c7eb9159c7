// Moves by their squares, legal or not, and the board that they leave (A.5.2, A.5.4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/chess/setup.hpp"

namespace flagfall::game {

inline constexpr std::string_view no_move = "--";

// The squares that a text names, such as "e2e5" or "e7e8q", for a move by the side to move: written
// with both squares, or with a piece of which only one can go there. Empty if the text is unclear.
std::string squares_of(const chess::Setup& board, std::string_view text);

// Do these squares take the opponent's king?
bool takes_king(const chess::Setup& board, std::string_view squares);

// The board after the move, with the other side to move. Nothing if the squares alone do not show
// what happened: castling, an apparent en passant capture, an empty square, a captured king.
std::optional<chess::Setup> after_squares(const chess::Setup& board, std::string_view squares);

}  // namespace flagfall::game
