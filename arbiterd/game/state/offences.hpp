// Illegal actions that were counted, each for its move: two in one move count as one.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Counts the action as soon as it is found, even while a person is asked what it costs.
void found_offence(Live& live, const wire::IrregularityFound& e);
// A ruling counts the action: it then counts only while that ruling stands.
void ruled_offence(Live& live, const wire::RulingGiven& e);
// The move was pressed again: what was counted belongs to the former press.
void pressed_again(Live& live, Side side, Ply ply);

}  // namespace flagfall::game
