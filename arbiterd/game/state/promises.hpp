// The promises that every event keeps under the Laws. Each event is checked before it is recorded
// and again when it is replayed; one that breaks a promise stops the process.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// May this event follow? Called before it is applied.
void check_promises(const Live& live, const wire::GameEvent& event);

// What is true of a game after every event.
void check_promises(const Live& live);

}  // namespace flagfall::game
