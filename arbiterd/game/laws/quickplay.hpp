// Games without increment (Guidelines III, US 14H).
#pragma once

#include <string>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Refuses a claim that cannot be made, by a ruling; true if it did.
bool quickplay_refused(Draft& draft, const wire::Claimed& e);
// What the arbiter may answer to such a claim.
wire::Pairs quickplay_options(const Draft& draft, const wire::Claimed& e);
// To a claim of insufficient losing chances. A clock is given a delay, and the claimant's time
// halved, only while it stands: only then is it known how much that is.
wire::Pairs losing_chances_options(Side claimant, bool stands);
// Asks again about such a claim when the clock was stopped or started since.
void see_to_delay(Draft& draft);
// The time control with this bonus for every move of both players from now on.
std::string with_bonus(const Draft& draft, Method method, Duration bonus);
// The claimant whose draw claim (III.5) this question decides: the decision was postponed, or its
// answer was taken back while the clock ran on.
std::optional<Side> undecided_claim(const Question& question);

}  // namespace flagfall::game
