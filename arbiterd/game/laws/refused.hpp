// Commands that clockd refused.
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

void refused(Draft& draft, const Outstanding& outstanding, const Refusal& refusal);
// The same of a command that no clock carries out any more, the game being over: a person's ruling
// that says it changed the clock is taken back, and nobody is asked.
void came_too_late(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal);

// What this command says of the clock was not done, and will not be: no ruling goes on saying so.
void does_not_hold(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal);

}  // namespace flagfall::game
