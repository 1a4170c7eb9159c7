// Who has come to the board, when the players have changed seats (7.3).
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The players change seats: arrivals noted for one side now count for the other.
void change_seats(Live& live);

// `game`, another game at this board, is played by the people at the board (`live`): arrivals are
// noted for the sides on which the players sit in that game.
void take_seats(Live& game, const Live& live);

// Must the next correction report that the players changed seats, because clockd still has them on
// the former sides? A command on its way may report it already.
bool clock_changes_seats(const Live& live);

}  // namespace flagfall::game
