// Questions to the arbiter: which player they concern, and when they are closed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Ends both players' offers: the game is over.
void end_offers(Draft& draft);
// Is the question still open when the game is over (about a result, for example)?
bool outlives_game(const Question& question);
// The game is over: closes the questions that only matter in play.
void close_at_end(Draft& draft);
// The game was cancelled: nothing can be answered any more.
void close_all(Draft& draft);
// Another game begins: closes the questions about the one that is cancelled.
void close_at_restart(Draft& draft);
// What a person did to the clock, and so has already seen to.
enum class Seen : std::uint8_t { resumed, clock_set, position_set };
// Does that answer this question, as one of its options would? Setting a position answers the
// questions about the position before it. Questions that wait for something else stay open.
bool closes(Seen seen, const Question& question);
// Closes the questions that this answers.
void close_by_intervention(Draft& draft, std::string_view by, Seen seen = Seen::position_set);
// The first question that holds the game and that playing on does not answer; nullptr: none.
const Question* held_by(const Draft& draft);

// The side the question is about: who acted, or who claims. Nothing if it is about no side.
std::optional<Side> side_in(const Question& question);
// The side accused: in a claim, the opponent of the claimant.
std::optional<Side> offender_in(const Question& question);
// The subject of the question that holds the game, for people.
std::string_view held_about(const Live& live);

// Is a question with these facts already open?
bool asked_of(const Draft& draft, Subject about, const wire::QuestionFacts& facts);
// Last step of each decision: makes sure that what is offered can be carried out, and that no clock
// stands without a question to a person.
void see_to_questions(Draft& draft);
// Has a player called the arbiter with it, so that play must wait for the answer (6.11.2)?
bool is_call(const Question& question);
// The readings less what the press gained that completed the losing action (7.5.1): what the clock
// shows if the game goes on without `ruling`, or (0) without whichever ruling gave the loss. A loss
// that was given again has already lost that gain.
Both<Duration> without_gain(const Live& live, std::uint32_t ruling = 0);
// Closes the questions about this subject: events have settled them.
void close_overtaken(Draft& draft, Subject about);
// The clock runs: closes the question why it stands.
void close_pause(Draft& draft, std::string_view by);

}  // namespace flagfall::game
