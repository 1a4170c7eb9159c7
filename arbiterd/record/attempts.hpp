// A game that is cancelled and starts again (7.2.1, 7.3) is one game of the record with several
// attempts. Finds the rulings that belong to an attempt that no longer stands.
#pragma once

#include <vector>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// Fills in `cancelled_by` of the rulings, which are those of whole games, each game's in the order
// of their numbers. The ruling that cancels a game, and one that takes this back, belong to no
// attempt; a ruling that corrects the clock holds in every attempt.
void mark_cancelled(std::vector<RulingRow>& rulings);

}  // namespace flagfall::record
