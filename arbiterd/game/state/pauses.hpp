// Why a clock stands, or that it runs (6.11.3).
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Whatever it stood by, it does not stand any more. A game that was ended before its start and
// opened again is begun by its clock.
void runs(Live& live);

// It stands by this. What stops a clock that an arbiter has paused, such as a player's claim,
// leaves it paused.
void stands_by(Live& live, const wire::ClockIntervention& e);

}  // namespace flagfall::game
