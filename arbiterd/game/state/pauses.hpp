// Why a clock stands, or that it runs (6.11.3).
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The clock runs: whatever it stood by is over. A game that was ended before its start and reopened
// begins with its clock.
void runs(Live& live);

// The clock stands because of this intervention. If an arbiter has paused it, it stays paused
// whatever else stops it, such as a player's claim.
void stands_by(Live& live, const wire::ClockIntervention& e);

}  // namespace flagfall::game
