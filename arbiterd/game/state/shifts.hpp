// Changes of the clocks over a whole game: time given or taken, and corrected time controls, which
// give more or less the longer the game has lasted.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The time that a control has given a side that has completed so many moves: base times and
// bonuses, including the bonus of the next move if it is on the clock beforehand (6.3.2).
Duration given_by(const TimeControl& control, std::uint32_t completed);

// Does the number of moves determine the periods that a side was given? Not if a period ends when
// its time is used up, such as the one before byo-yomi.
bool known_by_moves(const TimeControl& control, PeriodTrigger trigger);

// The time of its turn that this side, whose clock stands, has used according to the readings of
// the record. They do not show how much of a delay was used.
Duration used_of_turn(const Game& game, Side side);

// What a side's clock gains when its next move is completed without a press: as much as by a press
// at that moment, by the method of its period (6.3).
Duration gained_by_next(const Game& game, Side side);

// How a change to another time control shifts earlier moments: what the moves do not account for is
// the same at each of them. Called before the new control is taken over.
Shift shift_of_control(const Game& game, const wire::ClockIntervention& e);

void add(Shift& shift, const Shift& more);

// The time of a shift after so many plies, in the game or in its present turn.
Both<Duration> given_at(const Game& game, const Shift& shift, Ply ply);
// The plies, or presses, completed in the game.
Ply now(const Game& game);

// Adds the shift to the readings of all positions in the record.
void shift_readings(Game& game, const Shift& shift);

}  // namespace flagfall::game
