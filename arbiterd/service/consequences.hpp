// What an act of the desk comes to, made from the events that it leads to.
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

// Do the events change what became of the game?
bool changes_result(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::arbiterd
