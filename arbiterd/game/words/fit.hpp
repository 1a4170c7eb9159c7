// As much of a text as there is room for.
#pragma once

#include <string>

#include "common/wire/game_messages.hpp"

namespace flagfall::game {

// Of what a game collects there may be more than an event of the record can have: so many facts and
// so long texts are kept as fit.
void fit(wire::RulingGiven& e);
void fit(wire::QuestionPut& e);

// clockd takes reasons up to a limit. The record keeps the whole text with the ruling.
void shorten(std::string& reason);

}  // namespace flagfall::game
