// What the answers to questions share; each gives a refusal, or has added its events.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arbiterd/game/acts/acts.hpp"

namespace flagfall::game {

struct Answer {
    const wire::DeskCommand& command;
    const wire::AnswerQuestion& given;
    Question question;
    std::string text;  // of the option
};

using CarryOut = MaybeRefusal (*)(Draft& draft, const Answer& answer);

// An option of a question, or, of `any` subject, of all that have it.
inline constexpr std::optional<Subject> any{};
struct Option {
    std::optional<Subject> about;
    std::string_view name;
    CarryOut carry_out;
};

// answers_play.cpp: clocks, forfeits, flags; answers_claims.cpp: what players claim.
std::span<const Option> options_of_play();
std::span<const Option> options_of_claims();

// The side whose question it is; an option that needs it is offered by no other question.
Side side_of(const Question& question);
// The claim that it is about; the same.
const wire::OfClaim& claim_of(const Question& question);

// The command's article, or the question's.
std::string article_of(const Answer& a);
wire::Effect answering(const Answer& a);
wire::Pairs facts_of(const Answer& a);
std::string words(const Answer& a);

// Closes the question; once, before what follows from it.
void answered(Draft& draft, const Answer& a);
// Closes it and gives the ruling that the option says.
void rule(Draft& draft, const Answer& a, const wire::Effect& effect);
// The same, and the clock that stands runs on if it may_start().
MaybeRefusal play_on(Draft& draft, const Answer& a);
// The same with this time added to one clock.
MaybeRefusal play_on_with(Draft& draft, const Answer& a, Side gets, Duration more);
MaybeRefusal give(Draft& draft, const Answer& a, const wire::Outcome& outcome);
// The clock runs on with the times_of() the answer, or else as it stands.
MaybeRefusal with_times(Draft& draft, const Answer& a);
// The times given, or those that the question proposes, or these.
Both<Duration> times_of(const Answer& a, const Both<Duration>& otherwise);

}  // namespace flagfall::game
