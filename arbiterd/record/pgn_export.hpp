// A game of the record as PGN in export format.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// Appends the game with its tags (the roster, then the others by name; Round is "round.board"),
// %clk after each move, TimeControl, Termination and the result. When a person set the mover's
// clock right before the next move, %clk is what he set. PGN cannot say that an arbiter set up
// another position: moves that do not follow from the others are left out, and a comment says so.
// Throws RecordError when the game starts from no position.
void append_pgn(std::string& out, const GameRow& game, const std::vector<MoveRow>& moves);

// PGN's word for how a game ended: "normal", "time forfeit", "rules infraction",
// "adjudication", "unterminated".
std::string_view termination(const GameRow& game);

}  // namespace flagfall::record
