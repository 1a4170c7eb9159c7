// Draw offers and agreement (9.1, 5.2.3), and players who offer or claim too often (11.5).
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// `toucher` touched a piece: that declines the opponent's offer (9.1.2.1). `how`: moved, or touched
// if nothing was moved yet.
void touch_refuses_offer(Draft& draft, Side toucher, OfferEnd how = OfferEnd::moved);
// The game is open again. A ruling on a touch that refused an offer (9.1.2.1) may have been taken
// back while it was over, or given again.
void offer_after_end(Draft& draft);
// The ply that an offer of this side goes with: the move it is making, else the one it made last.
Ply offered_ply(const Draft& draft, Side side);
void draw_offered(Draft& draft, const wire::DrawOffered& e);
void draw_accepted(Draft& draft, const wire::DrawAccepted& e);
void draw_declined(Draft& draft, const wire::DrawDeclined& e);

void ask_about_distraction(Draft& draft, Side side);

}  // namespace flagfall::game
