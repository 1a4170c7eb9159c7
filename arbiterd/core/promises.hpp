// What holds of every event under the Laws, whoever decided it: checked where it is recorded and
// again where it is replayed. What breaks one of these promises stops the process.
#pragma once

#include "arbiterd/core/office.hpp"

namespace flagfall::game {

// May this event follow? Called before it is applied.
void check_promises(const Live& live, const wire::GameEvent& event);

// What is true of a game after every event.
void check_promises(const Live& live);

}  // namespace flagfall::game
