// Touch-move (Article 4): which moves a player is bound to by the pieces he touched. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/movegen.hpp"

namespace flagfall::game {

// What follows from the touches: the legal moves, one of which must be played, and the article
// that says so. `binds` is false when any legal move may be played (4.5); the moves are all of
// them then, without castling where 4.4.2 forbids it.
struct Obligation {
    std::vector<chess::Move> moves;
    std::string_view article;
    bool binds = false;
};

// `touched`: the squares of the pieces touched with the intention to move or take them, of both
// colours, in their order; where the order is not clear, the own piece first (4.3.3). Squares
// without a piece count for nothing. `rook_first`: castling may begin with the rook (US 10I2).
Obligation touch_obligation(const chess::Position& position,
                            std::span<const chess::Square> touched, bool rook_first = false);

// "e1 h1" or "e1,h1"; nothing when a word is no square, or there is none.
std::optional<std::vector<chess::Square>> squares_from(std::string_view text);
// "e1 h1".
std::string squares_text(std::span<const chess::Square> squares);

// What was touched for a move that is written by its squares, whether it is legal or not: the
// piece that stands on the first one, if it is the player's, and an opposing one on the second.
// Empty for other ways of writing: they name no square.
std::vector<chess::Square> touched_by(const chess::Position& position, std::string_view text);
// The same for an announced move (9.5.3), which may also be written by its piece: the text names it
// when the player has one such piece only, or one on the file or rank that it says.
std::vector<chess::Square> announced_piece(const chess::Position& position,
                                           std::string_view text);

}  // namespace flagfall::game
