// How games end (5, 6.9, 9.6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/line.hpp"

namespace flagfall::game {

// A draw or mate that the position itself, or the repetition, brings about without a claim.
struct Finish {
    Ending ending = Ending::none;
    std::string_view article;
    std::string text;
    wire::Pairs evidence;
};
// Judges the position after `line`, moves that are legal from the draft's position; an empty
// line judges the draft's position itself, reached by a move of this decision.
Finish finish_after(const Draft& draft, const std::vector<Step>& line);
void conclude(Draft& draft, const Finish& finish, Side mover, wire::Effect effect = {});

// A position that ends the game though no move brought it about: it was set up, or stands again
// since a ruling was taken back. As a question.
struct EndedPosition {
    Finish finish;
    std::string text;
    wire::Pairs options;
};
// Mate, stalemate and proven dead positions. Before the start no position is set up (`began` is
// false): another game is.
std::optional<EndedPosition> ended_position(const chess::Position& position, bool began);
// Puts that question of the draft's own position, if it is such a one, or the fifth of its kind, or
// the 75th move (9.6). It holds the game.
void report_ended(Draft& draft);

// Moves that stand on the board and do not count as completed are evidence (6.2.1).
void add_pending(const Draft& draft, wire::Pairs& evidence);
struct Doubt {
    std::string_view article;
    Subject about{};
    std::string text;
};
// Loss, draw, or a question, by whether the opponent can mate; the evidence is added to. `endings`:
// of the loss and of the draw.
void conclude_by_chances(Draft& draft, const chess::Position& position, Side loser,
                         const Both<Ending>& endings, const Doubt& doubt, wire::Pairs evidence);
void resigned(Draft& draft, const wire::Resigned& e);

}  // namespace flagfall::game
