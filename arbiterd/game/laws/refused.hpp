// Commands that clockd refused.
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

void refused(Draft& draft, const Outstanding& outstanding, const Refusal& refusal);
// The same for a command that no clock carries out any more, since the game is over: a person's
// ruling that says that it changed the clock is taken back, and nobody is asked.
void came_too_late(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal);

// The clock did not do what this command says, and will not: no ruling may go on saying so.
void does_not_hold(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal);

}  // namespace flagfall::game
