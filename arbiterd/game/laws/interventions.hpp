// Clocks set by persons, and the effects of arbiterd's own commands.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// The record's own position after `ply` moves, or nullptr when it has none.
const chess::Position* recorded_position(const Draft& draft, Ply ply);
// Asks about the position that somebody set (7.1). Before the start the desk cannot set a clock, so
// that is not offered.
void ask_position(Draft& draft, std::string text, wire::Pairs evidence);
void paused(Draft& draft, const wire::Paused& e);
void period_ended(Draft& draft, const wire::PeriodEnded& e);
void resumed(Draft& draft, const wire::Resumed& e);
void reading_set(Draft& draft, const wire::ReadingSet& e);
void game_ended(Draft& draft, const wire::GameEnded& e);
// Of the players who are absent by the clock: those who are absent by the record, too, which has no
// move of theirs and no report that they have come (6.7.1).
Both<bool> still_absent(const Draft& draft, Both<bool> absent);
// "White has", "both players have": for texts about the absent players.
std::string_view who_have(const Both<bool>& absent);
void default_time_passed(Draft& draft, const wire::DefaultTimePassed& e);
// May the question still be answered with a forfeit?
bool forfeits_still(const Draft& draft, const Question& question);
// Asks about the absent players once more, if it still may; the question names who has come since.
void ask_of_absence_again(Draft& draft, Question question);
// When both players have made a move, nobody can lose by default any more (6.7.1): closes the
// question about the forfeit.
void close_absence_when_played(Draft& draft);
void control_set(Draft& draft, const wire::ControlSet& e);
// Asks about a clock that stands for no reason: no other question is open, no command is on its way
// to it, and nobody has paused it by name. Otherwise no one would start it again.
void ask_of_frozen_clock(Draft& draft);
void game_reopened(Draft& draft, const wire::GameReopened& e);
// The clock stands because a player claimed, or resigned and the resignation is doubted.
void stands(Draft& draft, Side side, std::string_view article, std::string_view reason);
// The clock stands because of a flag, a resignation or a move that ended the game for clockd, and a
// person is asked: only setting the clock starts it again. `by`: the side, or clockd.
void stops(Draft& draft, std::string_view by, std::string_view article, std::string_view reason);
// A pause was ordered and the clock stood already: now the record knows that it stands.
void stands_already(Draft& draft, const wire::CommandIssued& issued);
// Asks a question that holds the game, about a clock that stops() has stopped.
void ask_stopped(Draft& draft, std::string_view by, std::string_view article, Subject about,
                 std::string text, wire::Pairs evidence, wire::Pairs options,
                 wire::Basis basis = {});
// The command is settled, and questions about it are closed; `code` as for Draft::settle().
void settle(Draft& draft, const std::string& id, Settling how, std::string_view code = {});
// clockd has the flag-fall or arrival that the desk reported to it: that command is settled.
void settle_act(Draft& draft, const std::string& cmd_id, bool flag);
// clockd has the start that the desk sent to it once more: that command is settled.
void settle_start(Draft& draft, const std::string& cmd_id);
// Is it a question after which the clock may have another ply or side to move than the record?
bool may_be_apart(const Question& question);
// Play goes on from the record: keeps the clock's times, sets its ply and side on move to the
// record's, and starts it. A running clock is paused first, and set once it stands.
void go_on_by_record(Draft& draft);
// The question for which may_be_apart() holds and that this ruling answered, or nullptr.
const Question* answered_by_record(const Live& live, std::uint32_t ruling);
// Is the event the effect of one of our commands? Then the command is settled.
bool settled(Draft& draft, const std::string& cmd_id);

}  // namespace flagfall::game
