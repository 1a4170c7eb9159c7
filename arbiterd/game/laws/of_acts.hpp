// What the Laws need to know of an arbiter's acts: defined with these, in game/acts.
#pragma once

#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Can an illegal action of this side be counted for the last move it completed, or makes?
bool countable(const Draft& draft, Side side);

// A claim of an illegal action, to which none can be counted any more: the game went on.
bool claims_too_late(const Draft& draft, const Question& question);

// Illegal actions that were left open and that nobody can bring up any more stand (A.5.2): what was
// asked about them waits no longer. In illegal_actions.cpp, where `apply` judges the same.
void close_standing_actions(Draft& draft);

// A loss by the second illegal action rests on the first one, too: while it stands and that one
// does not count, an arbiter is asked (7.5.5). In loss.cpp.
void see_to_loss(Draft& draft);

// What is asked of a loss by the number of illegal actions is asked as they are counted now: one of
// them may be taken back, or given again, before the answer (7.5.5). In loss.cpp.
void see_to_counts(Draft& draft);

// The present result is a loss by the number of illegal actions, and those that count do not give
// it.
bool loss_is_doubted(const Draft& draft);

// Is there an answer of this name to questions of this subject? answers.cpp carries it out.
bool answerable(Subject about, std::string_view option);

}  // namespace flagfall::game
