// What an act comes to, made from the events that it leads to.
#pragma once

#include <string>
#include <vector>

#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

// What the events say to people, in their order.
std::vector<std::string> sentences_of(const std::vector<wire::GameEvent>& events);

// Names exactly these consequences: when anything that matters has changed meanwhile, the same act
// leads to other events or notes (event::notes_on_result) and so to another token.
std::string token_of(const std::vector<wire::GameEvent>& events,
                     const std::vector<std::string>& notes);

// The same for an act of the tournament office: names the act and the games that it is for. How
// each of them stands may change until it is confirmed: among a hundred boards something always
// does, and the answer says what was done. `notes`: who relies on what it changes.
std::string token_of(wire::EventActed acted, const std::vector<std::string>& notes);

// Do the events change what became of the game?
bool changes_result(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::arbiterd
