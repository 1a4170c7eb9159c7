// Illegal actions that are not put right by themselves (A.5.2, A.5.4, US 11).
#pragma once

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/irregular.hpp"

namespace flagfall::game {

// True when the profile leaves the action to the arbiter and the players: it is recorded and, when
// the arbiter is to see it, put to him, and the game goes on.
bool left_open(Draft& draft, const Offence& offence, Irregularity kind);
// Made or pressed while such an action is open. True when that is all there is to it.
bool made_after_open(Draft& draft, const wire::Made& e);
void pressed_after_open(Draft& draft, const wire::Pressed& e);
// The opponent claims it.
void claim_illegal_move(Draft& draft, const wire::Claimed& e);
// Is an illegal action completed with this ply still put right? (7.5.1, A.5.2, US 11A)
bool correctable(const Draft& draft, Ply ply);
// 7.5.5 for the open action, as ruled by a person or claimed; false when none is correctable.
bool apply_illegal_action(Draft& draft);
// Whose clock runs, as far as the record knows: after an open action it is the opponent's, and with
// a closed envelope that of who must reply, once it was started (I.10).
Side clock_side(const Draft& draft);
// The moves of both sides that the clock counts then. It is one ahead of the record in both cases.
Ply clock_ply(const Draft& draft);
// May what was wrong with the set-up, the colours or the clock's setting still be changed? (A.5.1)
bool set_up_correctable(const Draft& draft);

}  // namespace flagfall::game
