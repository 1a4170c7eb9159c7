// A game of the record as PGN in export format.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// Appends the game with its tags (the roster, then the others by name; Round is "round.board"),
// %clk and %emt after each move, TimeControl, Termination, PlyCount and the result. `tags` are
// what the event knows (formats::pgn_tags); they stand before those the game was opened with. When
// a person set the mover's clock right before the next move, %clk is what they set. PGN cannot say
// that an arbiter set up another position: moves that do not follow from the others are left out,
// and a comment says so. Nor can it say 0-0 and 1/2-0: the result is "*", and our own tag
// FlagfallResult has it. Throws RecordError when the game starts from no position.
void append_pgn(std::string& out, const GameRow& game, const std::vector<MoveRow>& moves,
                const wire::Pairs& tags = {});

// PGN's word for how a game ended: "normal", "time forfeit", "rules infraction",
// "adjudication", "unterminated".
std::string_view termination(const GameRow& game);

}  // namespace flagfall::record
