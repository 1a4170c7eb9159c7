// What each ruling adds to the present clock readings (Ruled::present), and what rulings taken back
// could not take from a clock at zero (Live::untaken). With both, an undo takes back what its
// ruling gave to the present readings, whatever happened to them since. Parts of apply().
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// The change of clocks with these readings when an undo gives or takes `time`. No clock goes below
// zero; what could not be taken before (`untaken` below zero) is not given, and what was not given
// for that reason (above zero) is not taken.
Both<Duration> shown_of(const Both<Duration>& readings, const Both<Duration>& untaken,
                        const Both<Duration>& time);

// The `untaken` for an undo of this ruling. If the ruling is an undo itself: what it and the
// rulings since have changed, so that each undo takes back exactly what the one before it did.
Both<Duration> untaken_for(const Live& live, const Ruled& ruled);

// Accounts for a new ruling; called before it is added to live.ruled.
void account(Live& live, Ruled& ruled);

// The clock did not do what this ruling says.
void never_given(Live& live, Ruled& ruled);

// A person has set the clock, by this ruling or by none: nothing untaken remains. If an undo set
// it, the time that the undo could not take is known now.
void account_set(Live& live, const wire::ClockIntervention& e);

// The game went back to this position; its clock gets the readings when it is set.
void account_back(Game& game, Ply ply);
void account_placed(Game& game);

// The clock has the readings of the moves that come back, since `ruling` is taken back.
void account_restored(Live& live, const TakenBack& kept, std::uint32_t ruling);

// The change of the kept readings, beyond the change at each moment, when this ruling takes back
// one that stood when they were kept, or gives it again.
Both<Duration> more_of(const Live& live, const TakenBack& kept, std::uint32_t ruling,
                       const Shift& shift);

// The clock's readings when the kept game stands again: those of that moment, plus what rulings
// have given since; never below zero.
Both<Duration> kept_readings(const TakenBack& kept);

}  // namespace flagfall::game
