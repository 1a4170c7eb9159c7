// What taking a ruling back does to the clock, and to the questions that rest on the ruling. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/state/readings.hpp"

namespace flagfall::game {

// How time is given or taken once more.
struct TimeBack {
    Both<Duration> time;   // added to each clock
    Both<Duration> after;  // by the readings that the record knows
    bool sets = false;     // the clock is set to `after` and stands; else the time is added to it
    bool stops = false;    // it runs, and would run at zero
    Both<std::uint32_t> periods{};  // that the sides are put in; 0: they stay
};
// A clock that runs would come to zero at once: it is stopped there, and what is asked of it waits
// for an answer. One that stands at zero, or comes to it, says nothing of earlier readings: it is
// set. `control`: with another time control, then neither clock may come to zero while one runs.
TimeBack time_back(const Draft& draft, const Both<Duration>& time, bool control = false);
// What rulings changed that were taken back, or given again, while the game was over: the clock
// gets it now, each in the name of its own ruling.
void pay_owed(Draft& draft);
// Sends it to the clock; `reason`: of the person, `text`: of the ruling.
void give_back(Draft& draft, const TimeBack& back, const std::string& article,
               const std::string& reason, const std::string& text);

// Does the question rest on what this ruling, which stands or was taken back, says or counts
// (III.5, I.10, US 11D)?
bool rests_on(const Live& live, const Question& question, const Ruled& ruled);
// Before a ruling is taken back: what rests on it waits no longer. That is what its act asked of a
// claim whose decision was postponed (III.5), or of who was absent when a game was resumed (I.10),
// and what is asked since it was one illegal action too many (US 11D).
void close_what_it_asked(Draft& draft, const Ruled& ruled);

// Is it open again, or the same as one that was put since?
bool asked_already(const Draft& draft, const Question& question);
// Does the ruling do more than give a result and an answer?
bool says_more(const wire::Effect& effect);
// The question that the ruling answers, as it was then; nullptr: none.
const Question* answered_question(const Ruled& ruled);
// The same, by the number under which it was first put; 0: none.
std::uint32_t answered_first(const Ruled& ruled);
// The ruling that answers the question first put as `first`, and stands; 0: none.
std::uint32_t answered_by(const Live& live, std::uint32_t first);
// What became of a command is known, and is not asked again.
bool waits_again(const Question& question, bool over);
// An illegal action that was open when the game went back is open again (A.5.2), if no other ruling
// has counted it since. One that counted then already was for another action inside that move.
void open_again(Draft& draft, const TakenBack& kept);
// What stood on the board stands there again: it binds who made it (4.7), and the press completes
// it. Also the reply to an illegal action, on a board that is no position.
void stand_on_board(Draft& draft, const Game& before);
// What was asked of an illegal action that is open again.
void ask_of_open_again(Draft& draft, const Game& before);
// What was asked of the illegal action that is open, when all that closed it was taken back.
// `shown`: by the clock, when all that is under way is done.
void ask_of_open(Draft& draft, const Both<Duration>& shown);
// An illegal action that is open again when this game, which is over, is opened: the ruling that
// had put it right was taken back meanwhile, by the ruling `by`.
struct OpenAgain {
    TakenBack kept;
    std::uint32_t by = 0;
};
std::optional<OpenAgain> open_with_game(const Draft& draft);

// Asks again what a ruling answered, or closed because its reason had gone; unless it is asked
// already, or the move that it is about has gone. `shown`: by the clock, when all that is under way
// is done. `record`: the game whose moves come back; null: the game as it stands.
void ask_again(Draft& draft, const std::vector<Question>& closed, const Both<Duration>& shown,
               const Game* record = nullptr);
// What the results of this end of the game closed.
std::vector<Question> closed_at_end(const Live& live, std::uint32_t end);
// What the last ruling of a chain answered or closed. One that stood again while the game was over
// had nothing to answer: the end had closed what the first of the chain answers. `first` is
// nullptr if the record does not keep that one.
std::vector<Question> closed_by(const Live& live, const Ruled& tip, const Ruled* first);
// The questions that rest on a ruling and that other rulings have closed since: they wait again
// when this one stands again.
std::vector<Question> closed_without(const Live& live, const Ruled& first);
// What is asked again when this game, which is over, is opened: what its result closed, and what
// rulings had answered or closed that were taken back since; but not what those answered or closed
// that were given again since, nor what the position answers that comes back.
std::vector<Question> closed_by_end(const Draft& draft);
// The ruling stands again: it answers what it had answered.
void answer_again(Draft& draft, const Ruled& ruled);
// Who had approved the result that stands again has not approved another one (8.7).
void approve_again(Draft& draft, const std::vector<Approval>& approvals);

}  // namespace flagfall::game
