// Who has come to the board, when the players have changed seats (7.3).
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Who sat at White's side sits at Black's from now on.
void change_seats(Live& live);

// `game`, another one at this board, is played by those who are at it, `live`: who has come sits
// where the players sit in that game.
void take_seats(Live& game, const Live& live);

// Must the next correction say that the players have changed seats, since clockd has them where
// they sat before? What is on its way there may say it.
bool clock_changes_seats(const Live& live);

}  // namespace flagfall::game
