// What a board's result is called. Computed here, stored in the table `game`, and read from there
// by every output. The words are the same in SQL, JSON and files.
#pragma once

#include <optional>
#include <string_view>

#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/words.hpp"

namespace flagfall::record {

struct ResultFacts {
    bool over = false;             // there is a result
    bool moved = false;            // both sides have made a move
    bool forfeit = false;          // the game ended by forfeit
    bool appealed = false;         // an appeal is open (11.10)
    bool approved = false;         // both players and the arbiter have approved it (8.7)
    bool round_confirmed = false;  // the office has confirmed the round with this result
};

wire::ResultKind kind_of(const ResultFacts& facts);

// Does the result count for rating? With draw odds, no game of the event does.
bool is_rated(const tournament::BoardResult& result, std::optional<Side> draw_odds);
// With draw odds, the side that a drawn game counts as a win for; nothing for other games.
std::optional<Side> draw_counts_for(const tournament::BoardResult& result,
                                    std::optional<Side> draw_odds);

// Confirming a round confirms the results in it.
wire::ApprovalState approval_of(const ResultFacts& facts);

}  // namespace flagfall::record
