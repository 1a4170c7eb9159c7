// What is always true of a tournament, whatever was entered: checked before an act is recorded and
// when it is applied. Bad input was refused before; a broken promise is a fault of the program, and
// stops it.
#pragma once

#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::tournament {

struct Tournaments;

// Checks what the act presumes: the state of a round, and who and what exists.
void check_promises(const Tournament& event, const wire::EventAct& act);

// Checks everything that the act touched: players by number, and in each round one game for each
// player and board. Costs no more than the act itself.
void check_result(const Tournament& event, const wire::EventAct& act);

// Checks what a command for the clocks presumes: an id of its own, and its own game at its board.
void check_promises(const Tournaments& tournaments, const wire::HallCommandIssued& issued);

}  // namespace flagfall::tournament
