// What an undo does to the clock, and to the questions that depend on the ruling. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/state/readings.hpp"

namespace flagfall::game {

// How an undo gives time to the clocks or takes it.
struct TimeBack {
    Both<Duration> time;   // added to each clock
    Both<Duration> after;  // the readings after that, by the record
    bool sets = false;     // sets the clock to `after` and lets it stand; else adds the time
    bool stops = false;    // the clock runs, and would run at zero: it is stopped
    Both<std::uint32_t> periods{};  // the periods to set for the sides; 0: unchanged
};
// A running clock that would come to zero at once is stopped there; what is asked about it waits
// for an answer. A clock that stands at zero, or comes to it, is set instead of adjusted: it says
// nothing about earlier readings. `tip` is the ruling taken back. `control`: the time control
// changes, too; then neither clock may come to zero while one of them runs.
TimeBack time_back(const Draft& draft, const Both<Duration>& time, const Ruled& tip, bool control);
// Sends the clock what it is owed for rulings that were taken back, or given again, while the game
// was over; each command carries out its own ruling.
void pay_owed(Draft& draft);
// Sends the time to the clock. `reason`: the person's; `text`: that of the ruling.
void give_back(Draft& draft, const TimeBack& back, const std::string& article,
               const std::string& reason, const std::string& text);

// Does the question depend on what this ruling, which stands or was taken back, says or counts
// (III.5, I.10, US 11D)?
bool rests_on(const Live& live, const Question& question, const Ruled& ruled);
// Before a ruling is taken back: closes the questions that depend on it. These ask about a draw
// claim that its act postponed (III.5), about players absent when a game was resumed (I.10), or
// about one illegal action too many (US 11D).
void close_what_it_asked(Draft& draft, const Ruled& ruled);

// Is the question open again, or one with the same facts?
bool asked_already(const Draft& draft, const Question& question);
// Does the ruling do more than give a result and an answer?
bool says_more(const wire::Effect& effect);
// The question that the ruling answered, as it was then; nullptr: none.
const Question* answered_question(const Ruled& ruled);
// The number under which that question was first put; 0: none.
std::uint32_t answered_first(const Ruled& ruled);
// The ruling that answered the question first put as `first` and still stands; 0: none.
std::uint32_t answered_by(const Live& live, std::uint32_t first);
// The ruling that has answered a question that a ruling answers, too, which this undo took back:
// they cannot stand beside each other. 0: none.
std::uint32_t answered_meanwhile(const Live& live, const Ruled& undo);
// May the question be put again? Not one about a command, whose outcome is known by now.
bool waits_again(const Question& question, bool over);
// Reopens an illegal action that was open when the game went back (A.5.2), unless another ruling
// has counted it since. One that counted even then was for another action in that move.
void open_again(Draft& draft, const TakenBack& kept);
// Puts the moves that stood on the board there again: they bind the player (4.7), and the press
// completes them. Also the reply to an illegal action, on a board that is not a legal position.
void stand_on_board(Draft& draft, const Game& before);
// Asks again what was open about an illegal action that is open again.
void ask_of_open_again(Draft& draft, const Game& before);
// Asks about the open illegal action again if all rulings that closed that question were taken
// back. `shown`: the readings once all commands under way are carried out.
void ask_of_open(Draft& draft, const Both<Duration>& shown);
// An illegal action that is open again when this game, which is over, is reopened: the ruling that
// had corrected it was taken back meanwhile, by the ruling `by`.
struct OpenAgain {
    TakenBack kept;
    std::uint32_t by = 0;
};
std::optional<OpenAgain> open_with_game(const Draft& draft);

// Asks again what a ruling had answered or closed, unless it is already open or overtaken, or the
// move concerned is gone. `shown`: the readings once all commands under way are carried out.
// `record`: the game whose moves come back; null: the present one.
void ask_again(Draft& draft, const std::vector<Question>& closed, const Both<Duration>& shown,
               const Game* record = nullptr);
// The questions that the results of this end of the game closed.
std::vector<Question> closed_at_end(const Live& live, std::uint32_t end);
// The questions that the last ruling of a chain answered or closed. If it stood again while the
// game was over, it had nothing to answer: the end of the game had closed what the first ruling of
// the chain answers. `first` is nullptr if the record does not keep that ruling.
std::vector<Question> closed_by(const Live& live, const Ruled& tip, const Ruled* first);
// The questions that depend on a ruling and that other rulings have closed since: they are put
// again when this ruling stands again, unless a ruling that stands on something else closed them.
std::vector<Question> closed_without(const Live& live, const Ruled& first);
// The questions to put again when this game, which is over, is reopened: those closed by its
// result, and those answered or closed by rulings taken back since; not those that rulings given
// again since have answered or closed, or that the position that comes back answers.
std::vector<Question> closed_by_end(const Draft& draft);
// The ruling stands again: closes the questions that it had answered.
void answer_again(Draft& draft, const Ruled& ruled);
// Approvals of the same result for the same players by side hold again without a new one (8.7).
void approve_again(Draft& draft);

}  // namespace flagfall::game
