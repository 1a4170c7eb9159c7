// Moves made and pressed (4.7, 6.2).
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// What the press added to the displayed time. Time of a simple delay never left the display, so
// that getting it back adds nothing: the margin includes the delay, the reading does not.
Duration shown_gain(const wire::Pressed& e);
// A press that does not follow from the record: the arbiter is asked, and the game waits.
void out_of_step(Draft& draft, const wire::Pressed& e);
void made(Draft& draft, const wire::Made& e);
void pressed(Draft& draft, const wire::Pressed& e);
void completed_by_next(Draft& draft, const wire::CompletedByNext& e);

}  // namespace flagfall::game
