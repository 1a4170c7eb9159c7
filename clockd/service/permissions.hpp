// Which role may send which command to clockd.
#pragma once

#include "clockd/core/hall.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::clockd {

// Players' devices say what players do; only an arbiter or arbiterd sets clocks and ends games;
// displays only look. A player may pause the clock to seek the arbiter (6.11.2).
bool permitted(clock::Role role, const wire::ClockCommand& command);

}  // namespace flagfall::clockd
