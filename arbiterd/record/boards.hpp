// A round as the office entered it together with the games that our clocks know of.
#pragma once

#include <vector>

#include "arbiterd/event/tournament.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// The games, and a row for each board of the round that has none: with the result that the office
// entered, or still open. By board. A row without a game has an empty `game`.
std::vector<GameRow> with_entered(const event::Tournament& tournament,
                                  const event::EventRound& round, std::vector<GameRow> games);

}  // namespace flagfall::record
