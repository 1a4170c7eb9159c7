// Games without increment (Guidelines III, US 14H).
#pragma once

#include <string>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// True when the claim cannot be made: it is refused by ruling.
bool quickplay_refused(Draft& draft, const wire::Claimed& e);
// What the arbiter may answer to such a claim.
wire::Pairs quickplay_options(const Draft& draft, const wire::Claimed& e);
// The time control with this bonus for every move of both from now on.
std::string with_bonus(const Draft& draft, Method method, Duration bonus);
// The decision on this player's claim was postponed, and still waits.
bool has_postponed_claim(const Draft& draft, Side side);

}  // namespace flagfall::game
