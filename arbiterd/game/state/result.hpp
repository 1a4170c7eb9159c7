// The result of a game, and who has approved it.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Sets the result. An adjourned game stays adjourned, since the result may be taken back.
void set_result(Live& live, const wire::ResultRecorded& e);
void approve(Live& live, const wire::ResultApproved& e);
// Withdraws the result: no question holds the game any more, which goes on when a person resumes
// it. If it was withdrawn at the clock, the game is open there, and this result cannot come back.
// If at the desk, clockd must open the game first.
void withdraw_result(Live& live, const wire::ResultWithdrawn& e);
void reverse_colours(Live& live, const wire::ColoursReversed& e);

}  // namespace flagfall::game
