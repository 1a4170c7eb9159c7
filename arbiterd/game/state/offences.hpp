// Illegal actions that were counted, each for its move: two in one move are one.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// It counts from when it is found, also while a person is asked what it costs.
void found_offence(Live& live, const wire::IrregularityFound& e);
// A ruling counts it. What is found and counted by a ruling counts while that stands.
void ruled_offence(Live& live, const wire::RulingGiven& e);
// The move was pressed again: what was counted was another press.
void pressed_again(Live& live, Side side, Ply ply);

}  // namespace flagfall::game
