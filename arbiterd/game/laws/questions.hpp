// Questions to the arbiter: whose they are, and when they wait no longer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Ends both players' offers: the game is over.
void end_offers(Draft& draft);
// Is it asked of a result, or of something else that waits though the game is over?
bool outlives_game(const Question& question);
// The game is over: what only mattered in play waits no longer.
void close_at_end(Draft& draft);
// Of a game that was taken back nothing can be answered any more.
void close_all(Draft& draft);
// Another game begins: what was asked of the one that is cancelled waits no longer.
void close_at_restart(Draft& draft);
// What a person has done to the clock, and so has seen to.
enum class Seen : std::uint8_t { resumed, clock_set, position_set };
// Does it answer this question: is it one of the options? A position that is set answers what was
// asked of the position before it. What waits for something else waits on.
bool closes(Seen seen, const Question& question);
// Closes the questions that it answers.
void close_by_intervention(Draft& draft, std::string_view by, Seen seen = Seen::position_set);
// The first question that holds the game and that playing on does not answer; nullptr if none.
const Question* held_by(const Draft& draft);

// Whose the question is: who did what it is about, or claims it. Nothing when it is nobody's.
std::optional<Side> side_in(const Question& question);
// Who did what it is about: the opponent of who claims it.
std::optional<Side> offender_in(const Question& question);
// What the question that holds the game is about, for people.
std::string_view held_about(const Live& live);

// Is the same thing, by its facts, asked already and not answered?
bool asked_of(const Draft& draft, Subject about, const wire::QuestionFacts& facts);
// The last of each decision: what is offered can be carried out, and nothing waits that nobody is
// asked about.
void see_to_questions(Draft& draft);
// Has a player called the arbiter with it, and no game goes on before an answer (6.11.2)?
bool is_call(const Question& question);
// The readings without what the press gained that completed an action which lost the game (7.5.1):
// what the clock shows when the game goes on without `ruling`, or whichever gave the loss (0). One
// that was given again has lost that before.
Both<Duration> without_gain(const Live& live, std::uint32_t ruling = 0);
// What was asked about this has been settled by what happened since.
void close_overtaken(Draft& draft, Subject about);
// Why the clock stands matters no longer: it runs.
void close_pause(Draft& draft, std::string_view by);

}  // namespace flagfall::game
