// What the events say of the clocks: the readings that belong to the record's positions, and what
// the duty to record goes by (8.4). Parts of apply(), for office.cpp.
#pragma once

#include "arbiterd/core/office.hpp"

namespace flagfall::game {

// Keeps Game::clocks, the readings after each ply; called before the event is applied.
void keep_clocks(Game& game, const wire::GameEvent& event);

// Keeps the memory of readings and periods for recording_of(); called after it is applied.
void read_clocks(Game& game, const wire::GameEvent& event);

}  // namespace flagfall::game
