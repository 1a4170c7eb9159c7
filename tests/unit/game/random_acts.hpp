// Sides and moves as random tests draw them.
#pragma once

#include <string>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/hall.hpp"

namespace flagfall::test {

inline Side some_side(Dice& dice) { return dice.one_in(2) ? Side::white : Side::black; }

// A legal move of the record's position, as "e2e4"; now and then an illegal one, or no move.
inline std::string some_move(const Hall& hall, Dice& dice) {
    if (dice.one_in(20)) return dice.one_in(2) ? "e2e6" : "hm?";
    const chess::Position& position = hall.game().history.current();
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return "e2e4";
    return chess::uci(position, moves[dice.below(static_cast<std::uint32_t>(moves.size()))]);
}

}  // namespace flagfall::test
