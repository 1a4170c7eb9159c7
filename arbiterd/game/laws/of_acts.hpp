// What the Laws need to know about the arbiter's acts; defined in game/acts.
#pragma once

#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Can an illegal action of this side be counted for its last completed move, or the one it makes?
bool countable(const Draft& draft, Side side);

// Does the claim concern an illegal action that can no longer be counted, because the game went on?
bool claims_too_late(const Draft& draft, const Question& question);

// Is the question about an illegal action that was left open, and stands by now (A.5.2)?
bool action_stands(const Draft& draft, const Question& question);

// Illegal actions that were left open stand once nobody can raise them any more (A.5.2): closes the
// questions about them. In illegal_actions.cpp, which judges `apply` by the same rules.
void close_standing_actions(Draft& draft);

// A loss by the second illegal action also depends on the first: asks the arbiter while the loss
// stands and the first action does not count (7.5.5). In loss.cpp.
void see_to_loss(Draft& draft);

// Adapts the question about a loss by the number of illegal actions to the present count: an action
// may be taken back, or counted again, before the answer (7.5.5). In loss.cpp.
void see_to_counts(Draft& draft);

// Is the present result a loss by the number of illegal actions, although those that count now do
// not lose the game?
bool loss_is_doubted(const Draft& draft);

// Does this subject have an answer with this name (in answers.cpp)?
bool answerable(Subject about, std::string_view option);

}  // namespace flagfall::game
