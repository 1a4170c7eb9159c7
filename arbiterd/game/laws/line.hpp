// Moves on the board that are not completed yet.
#pragma once

#include <vector>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

struct Step {
    chess::Move move;
    chess::Position after;
};
// The pending moves, in order, as far as they are legal; shorter than live().pending when one
// of them is illegal or cannot be read.
std::vector<Step> legal_pending(const Draft& draft);

// The position on the board: after the pending moves, as far as they are legal.
chess::Position on_board(const Draft& draft);

// The game up to the end of the line. A copy, so only for the rare cases.
chess::History with_line(const Draft& draft, const std::vector<Step>& line);

// Records all pending moves, which must be legal, as completed because the game ends (6.2.1.1).
void record_line(Draft& draft, const std::vector<Step>& line);

}  // namespace flagfall::game
