// The consequences of an act, derived from its events.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/service/act.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

// What the events do: one sentence each for people, and the same for programs.
struct Effects {
    std::vector<std::string> text;
    Consequences consequences;
};
Effects effects_of(std::vector<wire::GameEvent> events);

// A token for exactly these consequences. If anything relevant changes, the same act gives other
// events or notes (tournament::notes_on_result), and so another token.
std::string token_of(const std::vector<wire::GameEvent>& events, const std::vector<Told>& notes);

// The same for an act of the tournament office: names the act and the games that it is
// for. Their state may change before the act is confirmed, because at a hundred boards
// something always does; the answer lists what was done. `notes`: who relies on what the
// act changes.
std::string token_of(wire::EventActed acted, const std::vector<std::string>& notes);

// Do the events change the game's result?
bool changes_result(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::arbiterd
