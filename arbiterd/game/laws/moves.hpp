// Moves made and pressed (4.7, 6.2).
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// What the display gained by the press. Time of a simple delay was never taken off it, so giving
// that back adds nothing: the margin counts the delay, the reading does not.
Duration shown_gain(const wire::Pressed& e);
// A press that does not follow from the record: put to the arbiter, holding the game.
void out_of_step(Draft& draft, const wire::Pressed& e);
void made(Draft& draft, const wire::Made& e);
void pressed(Draft& draft, const wire::Pressed& e);
void completed_by_next(Draft& draft, const wire::CompletedByNext& e);

}  // namespace flagfall::game
