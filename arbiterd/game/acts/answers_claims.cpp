// Answers to claims of players: flags (6.8), games without increment (Guidelines III, US 14H).
#include "arbiterd/game/acts/answers.hpp"
#include "arbiterd/game/laws/quickplay.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

constexpr Duration increment = seconds(5);  // III.4

// Calls the opponent's flag; the clock judges it (6.8, A.5.3).
MaybeRefusal call(Draft& draft, const Answer& a) {
    const wire::OfClaim& of = claim_of(a.question);
    const Side side = of.fell_first.value_or(other(of.claimant));
    rule(draft, a, answering(a));
    draft.call_flag(side);
    return std::nullopt;
}

// The clock goes on with another time control, and each player gets `time`. A clock that runs adds
// it to what it shows: nobody knows here what it has used.
void change(Draft& draft, const Answer& a, Method method, Duration bonus,
            const Both<Duration>& time) {
    FF_CHECK(bonus > Duration{});
    const wire::NewControl control{
        with_bonus(draft, method, bonus),
        draft.profile().period_trigger,
        article_of(a), a.command.reason};
    if (draft.live().running) return draft.change_control(control, time);
    const bool starts = may_start(draft);
    draft.set_control(control, with_time(draft.live().readings, time));
    if (!starts) return;
    draft.then();
    draft.resume_clock();
}

// III.4; the two minutes are not those of A.3.
MaybeRefusal grant(Draft& draft, const Answer& a) {
    wire::Effect effect = answering(a);
    FF_CHECK(draft.profile().quickplay_penalty >= Duration{});
    effect.time[other(side_of(a.question))] = draft.profile().quickplay_penalty;
    rule(draft, a, effect);
    change(draft, a, Method::fischer, increment, effect.time);
    return std::nullopt;
}

// US 14H: the usual delay for this kind of game.
MaybeRefusal delay_clock(Draft& draft, const Answer& a) {
    FF_CHECK(!draft.live().running);  // not offered while it runs
    const Side side = side_of(a.question);
    const TimeClass kind = draft.profile().time_class;
    const Duration delay = kind == TimeClass::blitz   ? seconds(2)
                           : kind == TimeClass::rapid ? seconds(3)
                                                      : seconds(5);
    wire::Effect effect = answering(a);
    const Duration left = draft.live().readings[side];
    effect.time[side] = Duration{left.us / 2} - left;
    FF_CHECK(effect.time[side] <= Duration{});
    FF_CHECK(left + effect.time[side] >= Duration{});
    rule(draft, a, effect);
    change(draft, a, Method::delay, delay, effect.time);
    return std::nullopt;
}

// III.5: asked again when the arbiter has seen enough, at the latest when a flag falls.
void ask_again_later(Draft& draft, const Answer& a) {
    const Side side = side_of(a.question);
    draft.ask("III.5", Subject::claim_postponed,
              sentence({"The decision on ", say(side), "'s claim of a draw was postponed: ",
                        "is the game drawn?"}),
              {fact("side", name(side)), fact("claimed_with_question", a.question.number)}, false,
              postponed_options(), {.facts = wire::OfSide{side}});
    FF_CHECK(draft.live().questions.back().about == Subject::claim_postponed);
}

MaybeRefusal postpone(Draft& draft, const Answer& a) {
    play_on(draft, a);
    ask_again_later(draft, a);
    return std::nullopt;
}

MaybeRefusal with_more_time(Draft& draft, const Answer& a) {
    return play_on_with(draft, a, other(side_of(a.question)), draft.profile().quickplay_penalty);
}

MaybeRefusal postpone_with_time(Draft& draft, const Answer& a) {
    with_more_time(draft, a);
    ask_again_later(draft, a);
    return std::nullopt;
}

MaybeRefusal no_draw(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    return std::nullopt;
}

constexpr Option options[]{
    {Subject::claim_flag, Choice::call, call},
    {Subject::claim_flag, Choice::reject, play_on},
    {Subject::claim_flag, Choice::no_scoresheet, with_times},
    {Subject::claim_quickplay_increment, Choice::grant, grant},
    {Subject::claim_quickplay_increment, Choice::reject, play_on},
    {Subject::claim_quickplay_draw, Choice::postpone, postpone},
    {Subject::claim_quickplay_draw, Choice::postpone_with_time, postpone_with_time},
    {Subject::claim_quickplay_draw, Choice::reject_with_time, with_more_time},
    {Subject::claim_postponed, Choice::no_draw, no_draw},
    {Subject::claim_losing_chances, Choice::reject, play_on},
    {Subject::claim_losing_chances, Choice::delay_clock, delay_clock},
};

}  // namespace

std::span<const Option> options_of_claims() { return options; }

}  // namespace flagfall::game
