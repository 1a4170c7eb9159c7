// Draw claims (9.2 to 9.5).
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

void claimed(Draft& draft, const wire::Claimed& e);
// Is a claim of this kind put to the arbiter also while a correction is on its way to the clock?
// A draw is claimed of a position and of clocks that the correction changes.
bool waits_for_arbiter(ClaimKind kind);
// What the answers to a question about it go by.
wire::OfClaim facts_of(const wire::Claimed& e);
// The claim is none that may be made: a ruling says why, and play goes on.
void refuse_claim(Draft& draft, Side claimant, std::string_view article, std::string text,
                  wire::Pairs evidence);
// Puts into the record that a claim has paused the clock, and what it shows: also if it is to run
// on at once, because clockd may refuse that.
void note_pause(Draft& draft, Side claimant, std::string_view article);
// Does the text name one move, legal or not, of the position on the board?
bool readable_announcement(const Draft& draft, const std::string& text);
// 9.5.3 for a claim that a person found wrong.
// `effect`, `said`: of the answer that says so.
void claim_not_right(Draft& draft, const wire::Claimed& e, wire::Effect effect,
                     wire::Pairs said);

}  // namespace flagfall::game
