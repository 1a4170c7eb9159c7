// Draw claims (9.2 to 9.5).
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

void claimed(Draft& draft, const wire::Claimed& e);
// Does a claim of this kind go to the arbiter even while a correction is on its way to the clock?
// Draw claims do not: the correction changes the position and the clocks that they depend on.
bool waits_for_arbiter(ClaimKind kind);
// The facts of the claim that the answers to a question about it use.
wire::OfClaim facts_of(const wire::Claimed& e);
// Refuses a claim that may not be made: a ruling says why, and play goes on.
void refuse_claim(Draft& draft, Side claimant, std::string_view article, std::string text,
                  wire::Pairs evidence);
// Records that a claim has paused the clock, and what the clock shows. Also done if the clock is to
// run on at once, because clockd may refuse that.
void note_pause(Draft& draft, Side claimant, std::string_view article);
// Does the text name exactly one move, legal or not, in the position on the board?
bool readable_announcement(const Draft& draft, const std::string& text);
// Judges a claim that a person found wrong (9.5.3). `effect`, `said`: the effect and the facts of
// the answer that finds it wrong.
void claim_not_right(Draft& draft, const wire::Claimed& e, wire::Effect effect,
                     wire::Pairs said);

}  // namespace flagfall::game
