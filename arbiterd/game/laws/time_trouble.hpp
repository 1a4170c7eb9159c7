// Scoresheets after time trouble: who brings theirs up to date (8.5).
#pragma once

#include <string>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Adds who need not record before a flag fell and must now update the scoresheet (8.5.1, 8.5.2).
void add_recording(const Draft& draft, wire::Pairs& evidence);
// The same as a sentence; empty if both players had to record.
std::string sheets_to_update(const Draft& draft, Both<Duration> readings);

}  // namespace flagfall::game
