// What holds of a tournament whatever was entered: checked before an act is recorded and when it
// is applied. Bad input was refused before; a broken promise here is a fault of the program, and
// stops it.
#pragma once

#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::tournament {

struct Tournaments;

// What the act presumes of the tournament that it changes: a round's state, who and what exists.
void check_promises(const Tournament& event, const wire::EventAct& act);

// What holds after it of all that it touched: players by number, and in each round one game for a
// player and a board. Costs no more than the act itself.
void check_result(const Tournament& event, const wire::EventAct& act);

// What a command for the hall's clocks presumes: an id of its own, a game of its own at its board.
void check_promises(const Tournaments& tournaments, const wire::HallCommandIssued& issued);

}  // namespace flagfall::tournament
