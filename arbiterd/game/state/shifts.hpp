// What changed the clock of a whole game: time that was given or taken, and time controls that were
// put right, which give more or less the longer the game has lasted.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The time that a control has given a side which has completed so many moves: base times and
// bonuses, those of the next move included where they are on the clock beforehand (6.3.2).
Duration given_by(const TimeControl& control, std::uint32_t completed);

// Do the moves completed say which periods a side has been given? Not where a period ends when its
// time is used up, as the one before byo-yomi does.
bool known_by_moves(const TimeControl& control, PeriodTrigger trigger);

// What completing the next move gives a side whose clock was stopped before: the bonus of the move
// after it, and the time of the period that begins (6.3). What was used of a delay is not known.
Duration gained_by_next(const Game& game, Side side);

// How the event, by which the game is played under another control, changes earlier moments: what
// the moves do not account for is the same at each. Called before the control is taken.
Shift shift_of_control(const Game& game, const wire::ClockIntervention& e);

void add(Shift& shift, const Shift& more);

// What a shift comes to when so many plies were completed, in the game or in its present turn.
Both<Duration> given_at(const Game& game, const Shift& shift, Ply ply);
// The plies, or presses, completed in the game.
Ply now(const Game& game);

// Adds the shift to the readings of all positions that the record has.
void shift_readings(Game& game, const Shift& shift);

}  // namespace flagfall::game
