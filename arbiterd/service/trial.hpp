// What is decided is tried before it is recorded: what is in the log for ever can be read and
// applied at each start, and a mistake of the software costs one decision and not the hall.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/guarded.hpp"

namespace flagfall::arbiterd {

// Why the event could not be read from the record, or its command not be sent; empty: it can.
std::string not_kept(const wire::GameEvent& event);

// Applies the events to copies, in the state in which they were decided, as the rows after `last`.
// Throws CheckFailed when one cannot be applied, and game::PastUnreadable.
void try_out(const game::Games& games, const tournament::Tournaments& tournaments, Pos last,
             const std::vector<wire::GameEvent>& events);

// As flagfall::guarded(). game::PastUnreadable is no failure and is thrown on.
template <class Decide>
auto guarded(Decide&& decide) {
    return flagfall::guarded<game::PastUnreadable>(std::forward<Decide>(decide));
}

}  // namespace flagfall::arbiterd
