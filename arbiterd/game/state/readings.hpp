// What the events say of the clocks: the readings that belong to the record's positions, and what
// the duty to record goes by (8.4). Parts of apply(), for office.cpp.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

Both<Duration> sum(Both<Duration> a, const Both<Duration>& b);
Both<Duration> difference(Both<Duration> a, const Both<Duration>& b);

// What the clock gets when the game is opened again: the time of rulings that were taken back, or
// given again, while it was over.
Both<Duration> owed(const Live& live);
// Was it to bring the clock what a ruling taken back, or given again, while the game was over has
// left for it? It is over again, and the clock gets that when it is opened.
bool owed_still(const Live& live, const wire::CommandIssued& issued);

// The readings after this ply of the record, from its base on, with what was changed since.
Both<Duration> clock_after(const Game& game, Ply ply);

// The readings with this time added, none of them below zero.
Both<Duration> with_time(Both<Duration> readings, const Both<Duration>& time);

// The period of a side's clock by the control in force: at most the last one that this control has,
// since a person may have set another control since `period` was known.
std::uint32_t known_period(const Game& game, Side side, std::uint32_t period);

// May the side be in this period after so many plies? The moves say it, but for byo-yomi and for
// periods that end at zero.
bool may_be_in(const Game& game, Side side, std::uint32_t period, Ply ply);

// Did this ruling put the clock right (6.10.2), or take that back? It concerns whatever game is
// played there, also one that begins again. A penalty does not, nor a clock that was set as the
// answer to a question, or with another count of presses.
bool corrects_clock(const Live& live, std::uint32_t ruling);

// By how much a ruling that takes another one back changes the readings of earlier moments: what
// that one had changed, whatever the clock showed meanwhile.
Both<Duration> carried_back(const Game& game, const Ruled& undo);

// Keeps Game::clocks, the readings after each ply, and with every correction of the clock the other
// readings of earlier moments; called before the event is applied.
void keep_clocks(Game& game, const wire::GameEvent& event);

// Keeps Live::clock_shows; called after the event is applied. `readings`: those before it. Where
// moves are brought back, bring_back() does.
void keep_clock_shows(Live& live, const wire::GameEvent& event, const Both<Duration>& readings);

// In which periods the sides are at an earlier position (or at the present one, `ply`), where their
// moves do not say it: trigger "zero", overtime. 0 where they do. What ended in the turn that
// begins again did not.
Both<std::uint32_t> periods_at(const Game& game, Ply ply, bool turn_begins_again);

// The game goes back: periods that ended by their time when `from` or more were completed did not.
void undo_periods(Game& game, Ply from);

// Keeps the memory of readings and periods for recording_of(); called after it is applied.
void read_clocks(Game& game, const wire::GameEvent& event);

}  // namespace flagfall::game
