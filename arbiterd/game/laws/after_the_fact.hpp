// What the automatic checks say of a game whose moves were entered from a scoresheet afterwards.
// It is shown and never applied: the result is the arbiter's.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

struct AfterFact {
    std::string name;     // of the evidence: "illegal_move", "fivefold", "flag_fall" ...
    std::string article;
    std::string text;     // for people
    bool matters = true;  // false: the record says so already
    wire::Pairs evidence = {};
};

// Of all positions after draft.game().base: `moves` from there on, as entered. First what ended
// or could have ended the game (5.1.1, 5.2, 9.6, 9.2, 9.3), then a flag-fall or a resignation by
// the last position (6.9, 5.1.2), then the count of moves against that of presses.
std::vector<AfterFact> after_the_fact(const Draft& draft, const std::vector<chess::Move>& moves);

}  // namespace flagfall::game
