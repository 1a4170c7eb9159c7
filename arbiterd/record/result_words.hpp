// What a board's result is called: worked out here, written to the table `game`, and read from
// there by every output. The words are the same in SQL, JSON and files.
#pragma once

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

// "provisional", "appealed", "confirmed". A confirmed round confirms its results, and no others.
std::string_view approval_of(const ResultFacts& facts);

}  // namespace flagfall::record
