// What the events say about the clocks: the readings that belong to the positions of the record,
// and the basis of the duty to record (8.4). Parts of apply(), for game.cpp.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

Both<Duration> sum(Both<Duration> a, const Both<Duration>& b);
Both<Duration> difference(Both<Duration> a, const Both<Duration>& b);

// The time that the clock gets when the game is reopened, from rulings that were taken back, or
// given again, while the game was over.
Both<Duration> owed(const Live& live);
// Was the command to bring the clock what such a ruling left for it? The game is over again, and
// the clock gets that when it is reopened.
bool owed_still(const Live& live, const wire::CommandIssued& issued);

// The readings after this ply of the record, from its base on, including later changes.
Both<Duration> clock_after(const Game& game, Ply ply);

// The readings plus this time, none of them below zero.
Both<Duration> with_time(Both<Duration> readings, const Both<Duration>& time);

// The period of a side's clock by the control in force: at most the last one of that control, since
// a person may have set another control after `period` was known.
std::uint32_t known_period(const Game& game, Side side, std::uint32_t period);

// The period of a side that was in `period` of another control: byo-yomi that has begun goes on, if
// there is any, and none begins because the control is another one.
std::uint32_t period_under(const TimeControl& control, const TimeControl& former,
                           std::uint32_t period);
// The periods of the game were known under another control; so many plies are completed.
void take_periods(Game& game, const Both<TimeControl>& former, Ply ply);

// May the side be in this period after this many plies? The moves determine it, except for byo-yomi
// and periods that end at zero.
bool may_be_in(const Game& game, Side side, std::uint32_t period, Ply ply);

// Did this ruling correct the clock (6.10.2), or take such a correction back? That applies to any
// game played on this clock, also to one that begins again. Penalties do not count as corrections,
// nor does a clock that was set as the answer to a question, or with another number of presses.
bool corrects_clock(const Live& live, std::uint32_t ruling);

// The change of earlier readings by a ruling that takes another one back: it reverses what that one
// had changed, whatever the clock showed meanwhile.
Both<Duration> carried_back(const Game& game, const Ruled& undo);

// Updates Game::clocks, the readings after each ply; a correction of the clock changes the readings
// of earlier moments, too. Called before the event is applied.
void keep_clocks(Game& game, const wire::GameEvent& event);

// Updates Live::clock_shows. Called after the event is applied; `readings` are those before it.
// When moves are brought back, bring_back() does it.
void keep_clock_shows(Live& live, const wire::GameEvent& event, const Both<Duration>& readings);

// The periods of the sides at an earlier position (or the present one, `ply`) where the moves do
// not determine them: trigger "zero", overtime. 0 where they do. If the turn begins again, a period
// that ended in it has not ended.
Both<std::uint32_t> periods_at(const Game& game, Ply ply, bool turn_begins_again);

// The game goes back: periods that ended by time after `from` or more plies have not ended.
void undo_periods(Game& game, Ply from);

// Updates the memory of readings and periods for recording_of(). Called after the event is applied.
void read_clocks(Game& game, const wire::GameEvent& event);

}  // namespace flagfall::game
