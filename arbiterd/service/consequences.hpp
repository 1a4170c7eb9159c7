// The consequences of an act, made from its events.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/service/act.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

// What the events do: for people, a sentence each, and for programs.
struct Told {
    std::vector<std::string> text;
    Consequences consequences;
};
Told told_of(std::vector<wire::GameEvent> events);

// Names exactly these consequences: when anything that matters has changed meanwhile, the same act
// leads to other events or notes (tournament::notes_on_result) and so to another token.
std::string token_of(const std::vector<wire::GameEvent>& events,
                     const std::vector<std::string>& notes);

// The same for an act of the tournament office: names the act and the games that it is for. Their
// state may change until the act is confirmed, because at a hundred boards some always does; the
// answer lists what was done. `notes`: who relies on what it changes.
std::string token_of(wire::EventActed acted, const std::vector<std::string>& notes);

// Do the events change the game's result?
bool changes_result(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::arbiterd
