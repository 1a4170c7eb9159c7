// What the desk answers to an act, and the parts that are made from the events it leads to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

struct DeskAnswer {
    enum class Kind { done, repeated, preview, refused, busy };
    Kind kind = Kind::refused;
    Pos pos;                       // of `desk_acted` in arbiterd's log: done and repeated
    std::vector<std::string> text;  // what it does, a sentence each: done and preview
    std::string confirm;           // preview: the token that carries it out
    std::string code;              // refused: for programs
    std::string why;               // refused: for people
};

// What the events say to people, in their order.
std::vector<std::string> sentences_of(const std::vector<wire::GameEvent>& events);

// Names exactly these consequences: when anything that matters has changed meanwhile, the same act
// leads to other events or notes (event::notes_on_result) and so to another token.
std::string token_of(const std::vector<wire::GameEvent>& events,
                     const std::vector<std::string>& notes);

// Do the events change what became of the game?
bool changes_result(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::arbiterd
