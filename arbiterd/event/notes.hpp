// What an arbiter wants to know of pairings that are right by form.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/event/tournament.hpp"

namespace flagfall::event {

// Of a round that is about to become this one: players who have met before, players who get a
// colour for the third time in a row, byes that stay although the new pairings say nothing of
// them. Sentences without a full stop, by round and board.
std::vector<std::string> notes_on(const Tournament& event, const EventRound& round);

}  // namespace flagfall::event
