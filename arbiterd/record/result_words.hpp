// What a board's result is called: worked out here, written to the table `game`, and read from
// there by every output. The words are the same in SQL, JSON and files.
#pragma once

#include <optional>
#include <string_view>

#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::record {

struct ResultFacts {
    bool over = false;             // there is a result
    bool moved = false;            // both sides have made a move
    bool forfeit = false;          // the ending is a forfeit
    bool appealed = false;         // an appeal is open (11.10)
    bool approved = false;         // by both players and the arbiter (8.7)
    bool round_confirmed = false;  // by the office
};

tournament::BoardResult::Kind kind_of(const ResultFacts& facts);

// Is the result for the rating? With draw odds of the event no game is.
bool is_rated(const tournament::BoardResult& result, std::optional<Side> draw_odds);
// With draw odds: the side that a draw counts as a win for, of a game that was drawn.
std::optional<Side> draw_counts_for(const tournament::BoardResult& result,
                                    std::optional<Side> draw_odds);

// "provisional", "appealed", "confirmed". A confirmed round confirms its results, and no others.
std::string_view approval_of(const ResultFacts& facts);

}  // namespace flagfall::record
