// Clocks set by persons, and arbiterd's own commands coming back.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// The record's own position after `ply` moves, or nullptr when it has none.
const chess::Position* recorded_position(const Draft& draft, Ply ply);
// Asks about the position that somebody set (7.1). Before the start the desk sets no clock, and
// does not offer it.
void ask_position(Draft& draft, std::string text, wire::Pairs evidence);
void paused(Draft& draft, const wire::Paused& e);
void period_ended(Draft& draft, const wire::PeriodEnded& e);
void resumed(Draft& draft, const wire::Resumed& e);
void reading_set(Draft& draft, const wire::ReadingSet& e);
void game_ended(Draft& draft, const wire::GameEnded& e);
// Of those who were away by the clock: who has not come by the record either, which has no move of
// theirs and no word that they are here (6.7.1).
Both<bool> still_absent(const Draft& draft, Both<bool> absent);
// "White has", "both players have": of those who are absent.
std::string_view who_have(const Both<bool>& absent);
void default_time_passed(Draft& draft, const wire::DefaultTimePassed& e);
// May it still be answered with a forfeit?
bool forfeits_still(const Draft& draft, const Question& question);
// What was asked of those who were away, once more, if it may: it says who has come since.
void ask_of_absence_again(Draft& draft, Question question);
// When both players have made a move, the game is played and nobody loses by default: closes the
// question about the forfeit (6.7.1).
void close_absence_when_played(Draft& draft);
void control_set(Draft& draft, const wire::ControlSet& e);
// Asks about a clock that stands while nothing else is asked, nothing is on its way to it, and
// nobody has named a pause: otherwise no one would start it again.
void ask_of_frozen_clock(Draft& draft);
void game_reopened(Draft& draft, const wire::GameReopened& e);
// The clock stands since a player claimed, or resigned and is not believed.
void stands(Draft& draft, Side side, std::string_view article, std::string_view reason);
// The clock stands by a flag, a resignation or a move that ended the game for clockd, and a person
// is asked: only setting it starts it again. `by`: the side, or clockd.
void stops(Draft& draft, std::string_view by, std::string_view article, std::string_view reason);
// Somebody's pause found the clock standing: now the record knows it, too.
void stands_already(Draft& draft, const wire::CommandIssued& issued);
// Puts a question that holds the game, of a clock that stops() has stopped.
void ask_stopped(Draft& draft, std::string_view by, std::string_view article, Subject about,
                 std::string text, wire::Pairs evidence, wire::Pairs options,
                 wire::Basis basis = {});
// The command waits no longer, nor what was asked about it; `code` as for Draft::settle().
void settle(Draft& draft, const std::string& id, Settling how, std::string_view code = {});
// The flag-fall or the arrival that the desk reported to clockd: the command is settled.
void settle_act(Draft& draft, const std::string& cmd_id, bool flag);
// The start that the desk sent to clockd once more: the command is settled.
void settle_start(Draft& draft, const std::string& cmd_id);
// Does the question mean that the clock may have another ply or side on move than the record?
bool may_be_apart(const Question& question);
// Play goes on from the record: keeps the clock's times, sets its ply and side on move to the
// record's, and starts it. A running clock is paused first, and set once it stands.
void go_on_by_record(Draft& draft);
// The question for which may_be_apart() holds and that this ruling answered, or nullptr.
const Question* answered_by_record(const Live& live, std::uint32_t ruling);
// True when the event is the effect of one of our commands; it is settled then.
bool settled(Draft& draft, const std::string& cmd_id);

}  // namespace flagfall::game
