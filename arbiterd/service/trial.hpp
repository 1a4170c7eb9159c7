// Tries decisions before they are recorded, so that everything in the log can be read and applied
// at each start, and a bug costs one decision and not the whole hall.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/guarded.hpp"

namespace flagfall::arbiterd {

// Why the event could not be read back, or its command not be sent; empty: no objection.
std::string not_kept(const wire::GameEvent& event);

// Applies the events as the rows after `last` to copies of the state in which they were decided.
// Throws CheckFailed when one cannot be applied, and game::PastUnreadable.
void try_out(const game::Games& games, const tournament::Tournaments& tournaments, Pos last,
             const std::vector<wire::GameEvent>& events);

// Predicts what follows at the clock from an act that calls a flag or adds time to a stopped clock:
// the end of the game, or a question. It is decided only when the clock has obeyed, but a preview
// should show it. Empty if the act does more. Throws as try_out() does.
std::vector<wire::GameEvent> foreseen(const game::Games& games,
                                      const std::vector<wire::GameEvent>& events);

// As flagfall::guarded(), but lets game::PastUnreadable through: it is no bug.
template <class Decide>
auto guarded(Decide&& decide) {
    return flagfall::guarded<game::PastUnreadable>(std::forward<Decide>(decide));
}

}  // namespace flagfall::arbiterd
