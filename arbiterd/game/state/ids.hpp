// The ids of the commands that rulings send to the clock: "arb:LOG:CAUSE:" and a number.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

const std::string& id_of(const wire::OfficeCommand& command);

// Will clockd refuse all outstanding commands because somebody intervened? `epoch`: the board's
// present one. True if none is outstanding.
bool all_stale(const Live& live, Epoch epoch);

// The two parts of an id: what it answers, and the number at the end.
std::pair<std::string, std::uint32_t> parts_of(const std::string& id);

// Is a command with this id outstanding?
bool is_out(const Live& live, const std::string& id);

}  // namespace flagfall::game
