// Shared code of the answers to questions; each returns a refusal or adds its events.
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
    Choice choice{};
    std::string text;  // of the option
};

using CarryOut = MaybeRefusal (*)(Draft& draft, const Answer& answer);

// An option of one subject, or (`any`) of all subjects that offer it.
inline constexpr std::optional<Subject> any{};
struct Option {
    std::optional<Subject> about;
    Choice choice;
    CarryOut carry_out;
};

// answers_play.cpp: clocks, forfeits, flags; answers_claims.cpp: what players claim.
std::span<const Option> options_of_play();
std::span<const Option> options_of_claims();

// The side that the question is about; only questions with a side may offer options that need it.
Side side_of(const Question& question);
// The claim that the question is about, on the same condition.
const wire::OfClaim& claim_of(const Question& question);

// The command's article, or the question's.
std::string article_of(const Answer& a);
wire::Effect answering(const Answer& a);
wire::Pairs facts_of(const Answer& a);
std::string words(const Answer& a);

// Closes the question; call once, before any consequences.
void answered(Draft& draft, const Answer& a);
// Closes the question and gives the ruling of the option.
void rule(Draft& draft, const Answer& a, const wire::Effect& effect);
// The same, and a clock that stands runs on if may_start().
MaybeRefusal play_on(Draft& draft, const Answer& a);
// The same with this time added to one clock.
MaybeRefusal play_on_with(Draft& draft, const Answer& a, Side gets, Duration more);
MaybeRefusal give(Draft& draft, const Answer& a, const wire::Outcome& outcome);
// The clock runs on with the times of the answer (times_of()), or else as it stands.
MaybeRefusal with_times(Draft& draft, const Answer& a);
// The times given, else those that the question proposes, else `otherwise`.
Both<Duration> times_of(const Answer& a, const Both<Duration>& otherwise);

}  // namespace flagfall::game
