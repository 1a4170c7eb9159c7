// A game of the record as PGN in export format.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/record/boards.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// Appends the game with its tags (the seven-tag roster, then the others by name; Round is
// "round.board"), %clk and %emt after each move, TimeControl, Termination, PlyCount and the result.
// `tags` is what the event knows (formats::pgn_tags); it precedes the tags of the game itself. If a
// person set the mover's clock before the next move, %clk is that reading. PGN cannot express a
// position that an arbiter set up: moves that do not follow from the others are left out, and a
// comment says so. Nor can it express 0-0 and 1/2-0: the result is "*", and our own tag
// FlagfallResult has it. Throws RecordError when the game's start position is not valid.
void append_pgn(std::string& out, const GameRow& game, const std::vector<MoveRow>& moves,
                const wire::Pairs& tags = {});

// The moves that another system has of this board, as rows without times, since no Flagfall clock
// measured them. Empty when the board now begins with another position. Throws RecordError when the
// moves are not a legal game.
std::vector<MoveRow> moves_of(const KeptMovesRow& kept, const GameRow& board);

// The moves of a board. `source`: the other system that has them; empty: the record.
struct BoardMoves {
    std::vector<MoveRow> moves;
    std::string source{};
};
// The moves of the record; for a board without a game at our clocks, those that another system has
// of these players, unless the result is a forfeit. Throws RecordError as moves_of(kept, ...) does.
BoardMoves moves_of(Record& record, const BoardRow& board);

// PGN's Termination for the end of a game: "normal", "time forfeit", "rules infraction",
// "adjudication", "unterminated".
std::string_view termination(const GameRow& game);

}  // namespace flagfall::record
