// Touch-move (Article 4): the moves that a player is bound to after touching pieces. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/movegen.hpp"

namespace flagfall::game {

// What follows from the touches: the legal moves, one of which must be played, and the article that
// says so. `binds` is false if any legal move may be played (4.5): then `moves` has all of them,
// except castling where 4.4.2 forbids it.
struct Obligation {
    std::vector<chess::Move> moves;
    std::string_view article;
    bool binds = false;
};

// `touched`: the squares of the pieces of either colour that were touched with the intention to
// move or capture them, in order; if the order is unclear, the player's own piece first (4.3.3).
// Empty squares are ignored. `rook_first`: castling may begin with the rook (US 10I2).
Obligation touch_obligation(const chess::Position& position,
                            std::span<const chess::Square> touched, bool rook_first = false);

// Reads "e1 h1" or "e1,h1"; nothing if a word is not a square or there is no word.
std::optional<std::vector<chess::Square>> squares_from(std::string_view text);
// "e1 h1".
std::string squares_text(std::span<const chess::Square> squares);

// The pieces touched for a move that is written by its squares, legal or not: the piece on the
// first square, if it is the player's, and an opposing one on the second. Empty for other
// notations, which do not name the square of departure.
std::vector<chess::Square> touched_by(const chess::Position& position, std::string_view text);
// The same for an announced move (9.5.3), which may also be written by its piece: the text names it
// if the player has only one such piece, or only one on the file or rank given.
std::vector<chess::Square> announced_piece(const chess::Position& position,
                                           std::string_view text);

}  // namespace flagfall::game
