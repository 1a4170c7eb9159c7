// The ids of the commands that rulings send to the clock: "arb:LOG:CAUSE:", and a number.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The id of a command, whichever it is.
const std::string& id_of(const wire::OfficeCommand& command);

// Will clockd refuse every command that waits for its effect, since somebody has intervened (the
// board has this epoch now)? Also when none waits.
bool all_stale(const Live& live, Epoch epoch);

// An id in its two parts: what it answers, and the number at the end.
std::pair<std::string, std::uint32_t> parts_of(const std::string& id);

// Does a command with this id wait for its effect?
bool is_out(const Live& live, const std::string& id);

}  // namespace flagfall::game
