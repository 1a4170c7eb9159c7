// Positions by seed, of the sorts where "can never mate" happens.
#pragma once

#include "common/chess/position.hpp"
#include "tests/sim/random.hpp"

namespace flagfall::judge {

// Pawns locked in pairs over most files, kings behind them, few other men, and small disorders.
chess::Position draw_wall(sim::Random& random);

// One to three legal moves: kings in corners, checks, queens beside a bare king, a right to castle
// or to capture en passant now and then.
chess::Position draw_forced(sim::Random& random);

// White pawns with a black pawn right before them.
int locked_pairs(const chess::Position& position);

}  // namespace flagfall::judge
