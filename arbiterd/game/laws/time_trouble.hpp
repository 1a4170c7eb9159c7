// Scoresheets after time trouble: who brings theirs up to date (8.5).
#pragma once

#include <string>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Who had not to record when a flag fell, and must bring his scoresheet up to date (8.5.1, 8.5.2).
void add_recording(const Draft& draft, wire::Pairs& evidence);
// The same as a sentence; empty when both had to record.
std::string sheets_to_update(const Draft& draft, Both<Duration> readings);

}  // namespace flagfall::game
