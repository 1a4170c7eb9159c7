// Shortening texts to their limits.
#pragma once

#include <string>

#include "common/wire/game_messages.hpp"

namespace flagfall::game {

// A game may collect more than an event of the record can hold: keeps as many facts, and as much of
// the texts, as fit.
void fit(wire::RulingGiven& e);
void fit(wire::QuestionPut& e);

// Cuts a reason to clockd's limit. The record keeps the whole text with the ruling.
void shorten(std::string& reason);

}  // namespace flagfall::game
