// Holds what the record says against what it must say. Texts for people and the choice of evidence
// are arbiterd's own.
#pragma once

#include <string>

#include "common/wire/game_messages.hpp"

namespace flagfall::oracle {

// "" when both say the same, else which fields do not. Both must be of the same type; game, board
// and cause are not looked at.
std::string difference(const wire::GameEvent& is, const wire::GameEvent& must);

}  // namespace flagfall::oracle
