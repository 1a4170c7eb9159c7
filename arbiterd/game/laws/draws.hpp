// Draw offers and agreement (9.1, 5.2.3), and those that pile up (11.5).
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// The opponent touched a piece: an offer of the other side is refused (9.1.2.1). `how`: moved, or
// touched when nothing was moved yet.
void touch_refuses_offer(Draft& draft, Side toucher, OfferEnd how = OfferEnd::moved);
// The ply an offer of this side goes with: the move it is making, else the one it made last.
Ply offered_ply(const Draft& draft, Side side);
void draw_offered(Draft& draft, const wire::DrawOffered& e);
void draw_accepted(Draft& draft, const wire::DrawAccepted& e);
void draw_declined(Draft& draft, const wire::DrawDeclined& e);

void ask_about_distraction(Draft& draft, Side side);

}  // namespace flagfall::game
