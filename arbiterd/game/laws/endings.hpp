// How games end (5, 6.9, 9.6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::game {

// A mate or a draw that the position or the repetition brings about without a claim.
struct Finish {
    Ending ending = Ending::none;
    std::string_view article;
    std::string text;
    wire::Pairs evidence;
};
// Judges the position after `line`, whose moves are legal from the draft's position. An empty line
// judges the draft's position itself, which a move of this decision reached.
Finish finish_after(const Draft& draft, const std::vector<Step>& line);
void conclude(Draft& draft, const Finish& finish, Side mover, wire::Effect effect = {});

// A position that ends the game although no move led to it: it was set up, or it stands again
// because a ruling was taken back. The arbiter is asked.
struct EndedPosition {
    Finish finish;
    std::string text;
    wire::Pairs options;
};
// Finds mate, stalemate and proven dead positions. Before the start (`began` is false) no position
// is set up: another game is.
std::optional<EndedPosition> ended_position(const chess::Position& position, bool began);
// Asks that question about the draft's own position if it ends the game, is the fifth occurrence,
// or completes 75 moves without capture or pawn move (9.6). The question holds the game.
void report_ended(Draft& draft);

// Adds the moves on the board that do not count as completed (6.2.1) to the evidence.
void add_pending(const Draft& draft, wire::Pairs& evidence);
struct Doubt {
    std::string_view article;
    Subject about{};
    std::string text;
};
// Gives a loss, a draw, or a question, depending on whether the opponent can mate, and adds the
// evidence. `endings`: one for the loss and one for the draw.
void conclude_by_chances(Draft& draft, const chess::Position& position, Side loser,
                         const Both<Ending>& endings, const Doubt& doubt, wire::Pairs evidence);
// Whether this side can still mate in the position on the board, for the options of a question;
// adds position and verdict to the evidence. Undetermined, without evidence, at a board that
// reports presses only.
mate::Verdict verdict_on_board(const Draft& draft, Side winner, wire::Pairs& evidence);
void resigned(Draft& draft, const wire::Resigned& e);

}  // namespace flagfall::game
