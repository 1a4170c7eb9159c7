// The promises that every event keeps under the Laws. Each event is checked before it is recorded
// and again when it is replayed; a broken promise stops the process.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Checks that this event may follow. Called before it is applied.
void check_promises(const Live& live, const wire::GameEvent& event);

// Checks what is true of a game after every event.
void check_promises(const Live& live);

}  // namespace flagfall::game
