// What each ruling adds to the clocks as they show now (Ruled::present), and what rulings taken
// back could not take from a clock at zero (Live::untaken). With it an undo takes back what its
// ruling gave to the present readings, whatever became of them since. Parts of apply().
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The time by which clocks with these readings change when an undo gives or takes so much: none
// shows less than zero, and what could not be taken before is not given.
Both<Duration> shown_of(const Both<Duration>& readings, const Both<Duration>& untaken,
                        const Both<Duration>& time);

// A ruling is given; called before it is among live.ruled.
void account(Live& live, Ruled& ruled);

// The clock did not do what this ruling says.
void never_given(Live& live, Ruled& ruled);

// A person has set the clock, by this ruling or by none: what it shows is all that there is.
void account_set(Live& live, const wire::ClockIntervention& e);

// The game went back to this position; the clock has its readings when it is set.
void account_back(Game& game, Ply ply);
void account_placed(Game& game);

// The clock has the readings of the moves that come back; `ruling` is taken back by it.
void account_restored(Live& live, const TakenBack& kept, std::uint32_t ruling);

// What changes in the readings that were kept, beyond what changes at each moment, when this ruling
// takes back one that stood then, or gives it again.
Both<Duration> more_of(const Live& live, const TakenBack& kept, std::uint32_t ruling,
                       const Shift& shift);

// The readings that the clock has when what was kept stands again: those of then, and what rulings
// have given since; never less than nothing.
Both<Duration> kept_readings(const TakenBack& kept);

}  // namespace flagfall::game
