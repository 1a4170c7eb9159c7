// Illegal actions that are not corrected automatically (A.5.2, A.5.4, US 11).
#pragma once

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/irregular.hpp"

namespace flagfall::game {

// True if the profile leaves the action to the arbiter and the players: it is recorded, put to the
// arbiter if the arbiter must see it, and the game goes on.
bool left_open(Draft& draft, const Offence& offence, Irregularity kind);
// A move made or pressed while such an action is open. True if nothing more is to be done.
bool made_after_open(Draft& draft, const wire::Made& e);
void pressed_after_open(Draft& draft, const wire::Pressed& e);
// The opponent claims it.
void claim_illegal_move(Draft& draft, const wire::Claimed& e);
// Can an illegal action completed with this ply still be corrected? (7.5.1, A.5.2, US 11A)
bool correctable(const Draft& draft, Ply ply);
// Applies 7.5.5 to the open action, as ruled or claimed; false if none can be corrected.
bool apply_illegal_action(Draft& draft);
// The side whose clock runs, as far as the record knows. After an open illegal action it is the
// opponent's; with a closed envelope, once it was started, that of the player who replies (I.10).
Side clock_side(const Draft& draft);
// The moves of both sides that the clock counts then: in both cases one more than the record.
Ply clock_ply(const Draft& draft);
// May a wrong set-up, wrong colours or a wrong clock setting still be corrected? (A.5.1)
bool set_up_correctable(const Draft& draft);

}  // namespace flagfall::game
