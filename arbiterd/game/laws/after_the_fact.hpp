// The automatic checks of a game whose moves were entered from a scoresheet afterwards. Their
// findings are shown and never applied: the arbiter decides the result.
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

// Checks all positions after draft.game().base; `moves` are the moves entered from there on. First
// come endings that were reached or could have been claimed (5.1.1, 5.2, 9.6, 9.2, 9.3), then a
// flag-fall or resignation in the last position (6.9, 5.1.2), then moves compared with presses.
std::vector<AfterFact> after_the_fact(const Draft& draft, const std::vector<chess::Move>& moves);

}  // namespace flagfall::game
