// Answers to questions of the queue by one of their options.
#include "arbiterd/game/acts/answers.hpp"

#include <algorithm>

#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

// The ending of a game that a person decides because the program could not.
Ending ending_of(const Question& question, bool draw) {
    switch (question.about) {
        case Subject::position_ends: {
            const auto* of = facts_of<wire::OfEnding>(question);
            FF_CHECK(of);
            FF_CHECK(of->ending != Ending::none);
            return of->ending;
        }
        case Subject::claim:
            if (!draw) break;
            return claim_of(question).kind == ClaimKind::threefold ? Ending::threefold
                                                                   : Ending::fifty_move;
        case Subject::flag_fall: return draw ? Ending::time_forfeit_draw : Ending::time_forfeit;
        case Subject::resignation: return draw ? Ending::resignation_draw : Ending::resignation;
        case Subject::illegal_move:
        case Subject::repeated_offence:
            return draw ? Ending::illegal_move_draw : Ending::illegal_move_forfeit;
        case Subject::board_sign: {
            const auto* of = facts_of<wire::OfSign>(question);
            FF_CHECK(of != nullptr);
            FF_CHECK(draw || of->score != drawn());
            if (of->score == drawn()) return Ending::agreement;
            return draw ? Ending::resignation_draw : Ending::resignation;
        }
        case Subject::agreement:
            if (draw) return Ending::agreement;
            break;
        default: break;
    }
    return Ending::arbiter_decision;
}

// The flag of a player who was there after all decides by 6.9, whatever was asked. A draw that both
// players want is one by agreement, even if the offer was no longer valid or the arbiter had to
// consent.
std::string article_of_score(const Answer& a) {
    const auto* flag = facts_of<wire::OfFlag>(a.question);
    if (flag && flag->absent != Both<bool>{}) return article_of(a.command, "6.9");
    const bool agreed = a.question.about == Subject::agreement;
    return agreed ? article_of(a.command, "5.2.3") : article_of(a);
}

MaybeRefusal score(Draft& draft, const Answer& a, Score score) {
    return give(draft, a,
                {score, ending_of(a.question, score == drawn()), article_of_score(a)});
}

MaybeRefusal white_wins(Draft& draft, const Answer& a) {
    return score(draft, a, win_of(Side::white));
}
MaybeRefusal black_wins(Draft& draft, const Answer& a) {
    return score(draft, a, win_of(Side::black));
}
MaybeRefusal draw(Draft& draft, const Answer& a) { return score(draft, a, drawn()); }

MaybeRefusal noted(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    return std::nullopt;
}

wire::Claimed claim_again(const wire::OfClaim& of) {
    wire::Claimed claim;
    claim.side = of.claimant;
    claim.kind = of.kind;
    claim.move = of.announced;
    FF_CHECK(of.kind == ClaimKind::threefold || of.kind == ClaimKind::fifty_move);
    return claim;
}

// Judges the claim again, now that the move is known (9.2.1, 9.3.1).
MaybeRefusal judge_claim_again(Draft& draft, const Answer& a) {
    if (a.given.text.empty())
        return refuse("text_missing", "text: which move was announced with the claim?",
                      "/act/text");
    wire::Claimed claim = claim_again(claim_of(a.question));
    claim.move = a.given.text;
    if (!readable_announcement(draft, claim.move))
        return refuse("bad_text", "text: this names no move of the position, or several",
                      "/act/text");
    rule(draft, a, answering(a));
    claimed(draft, claim);
    return std::nullopt;
}

MaybeRefusal claim_is_wrong(Draft& draft, const Answer& a) {
    const wire::Claimed claim = claim_again(claim_of(a.question));
    answered(draft, a);
    claim_not_right(draft, claim, answering(a), facts_of(a));
    return std::nullopt;
}

// 6.8: the flag had not fallen. The game is reopened; its clock is set when that is done.
MaybeRefusal press_counts(Draft& draft, const Answer& a) {
    std::vector<Question> closed = closed_by_end(draft);
    rule(draft, a, answering(a));
    if (!draft.over()) return std::nullopt;
    draft.reopen_game(article_of(a), a.command.reason);
    FF_CHECK(!draft.over());
    std::erase_if(closed, [](const Question& each) { return each.about == Subject::flag; });
    ask_again(draft, closed, draft.live().readings);
    return std::nullopt;
}

MaybeRefusal resume(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    if (may_be_apart(a.question)) go_on_by_record(draft);
    else if (!draft.live().running) draft.resume_clock();
    return std::nullopt;
}

MaybeRefusal irregular(Draft& draft, const Answer& a) {
    return answer_irregular(draft, a.command, a.given, a.question, a.choice);
}

constexpr Option of_all[]{
    {any, Choice::white_wins, white_wins},
    {any, Choice::black_wins, black_wins},
    {any, Choice::draw, draw},
    {any, Choice::set_clock, with_times},
    {any, Choice::resume, resume},
    {any, Choice::noted, noted},
    {any, Choice::move_was, judge_claim_again},
    {any, Choice::claim_wrong, claim_is_wrong},
    {any, Choice::press_counts, press_counts},
    {any, Choice::play_on, play_on},
    {any, Choice::offence, irregular},
    {any, Choice::error, irregular},
    {any, Choice::apply, irregular},
    {any, Choice::two_hands, irregular},
    {any, Choice::stands, irregular},
    {any, Choice::take_back, irregular},
};

// An option of this subject takes precedence over one of all subjects.
const Option* option_of(Subject about, Choice choice) {
    const Option* found = nullptr;
    for (const std::span<const Option> options :
         {std::span<const Option>(of_all), options_of_play(), options_of_claims()}) {
        for (const Option& option : options) {
            if (option.choice != choice) continue;
            if (option.about == about) return &option;
            if (!option.about) found = &option;
        }
    }
    return found;
}

}  // namespace

bool answerable(Subject about, std::string_view option) {
    const auto choice = from_name<Choice>(option);
    return choice && option_of(about, *choice) != nullptr;
}

void answered(Draft& draft, const Answer& a) {
    draft.close(a.question, Closing::answered, a.command.by, a.given.option);
    FF_CHECK(draft.question(a.question.number) == nullptr);
}

std::string article_of(const Answer& a) { return article_of(a.command, a.question.article); }

wire::Effect answering(const Answer& a) {
    wire::Effect effect;
    FF_CHECK(a.question.number >= 1);
    effect.answers = a.question.number;
    return effect;
}

wire::Pairs facts_of(const Answer& a) {
    wire::Pairs evidence{fact("question", a.question.number), fact("option", a.given.option)};
    if (!a.given.text.empty()) evidence.push_back(fact("text", a.given.text));
    if (!a.command.reason.empty()) evidence.push_back(fact("reason", a.command.reason));
    return evidence;
}

std::string words(const Answer& a) {
    const std::string reason = a.command.reason.empty() ? "" : " " + a.command.reason;
    FF_CHECK(!a.text.empty());
    return sentence({"The arbiter answers: ", a.text, ".", reason});
}

void rule(Draft& draft, const Answer& a, const wire::Effect& effect) {
    answered(draft, a);
    FF_CHECK(effect.answers == a.question.number);
    draft.rule(article_of(a), a.question.about, words(a), facts_of(a), effect);
}

bool may_start(const Draft& draft) {
    const Live& live = draft.live();
    return !live.running && !live.paused;
}

MaybeRefusal play_on(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    if (may_start(draft)) draft.resume_clock();
    return std::nullopt;
}

MaybeRefusal play_on_with(Draft& draft, const Answer& a, Side gets, Duration more) {
    wire::Effect effect = answering(a);
    FF_CHECK(more >= Duration{});
    effect.time[gets] = more;
    rule(draft, a, effect);
    draft.adjust_clock(effect.time, article_of(a), a.command.reason);
    if (!may_start(draft)) return std::nullopt;
    draft.then();
    draft.resume_clock();
    return std::nullopt;
}

MaybeRefusal give(Draft& draft, const Answer& a, const wire::Outcome& outcome) {
    FF_CHECK(outcome.ending != Ending::none);
    answered(draft, a);
    return give_outcome(draft, outcome, a.question.about, words(a), facts_of(a), answering(a));
}

Both<Duration> times_of(const Answer& a, const Both<Duration>& otherwise) {
    const auto& proposed = a.question.basis.proposed;
    const Both<Duration> times = proposed ? proposed->readings : otherwise;
    return {{a.given.white.value_or(times[Side::white]),
             a.given.black.value_or(times[Side::black])}};
}

namespace {

// The record knows what a running clock showed when its turn began, not what it shows now.
bool runs_with_its_times(const Draft& draft, const Answer& a) {
    const Live& live = draft.live();
    return live.running && !a.question.basis.proposed && !waits_for_envelope(live);
}

}  // namespace

MaybeRefusal with_times(Draft& draft, const Answer& a) {
    if (runs_with_its_times(draft, a)) {
        if (!a.given.white && !a.given.black) return resume(draft, a);
        if (!a.given.white || !a.given.black)
            return time_missing(a.given.white ? Side::black : Side::white,
                                "the clock runs, so both are needed");
    }
    const Both<Duration> times = times_of(a, draft.live().readings);
    wire::SetClock set;
    set.white = times[Side::white];
    set.black = times[Side::black];
    set.run = true;
    const bool white = a.given.white || times[Side::white] > Duration{};
    if (!white || (!a.given.black && times[Side::black] <= Duration{}))
        return time_missing(white ? Side::black : Side::white,
                            "give the reading of the side that has no time left");
    answered(draft, a);
    wire::DeskCommand command = a.command;  // the ruling cites the question's article
    command.article = article_of(a);
    command.reason = words(a);
    return set_clock(draft, command, set, a.question.number, true);
}

Side side_of(const Question& question) {
    const auto side = side_in(question);
    FF_CHECK(side.has_value());
    return *side;
}

const wire::OfClaim& claim_of(const Question& question) {
    const auto* of = facts_of<wire::OfClaim>(question);
    FF_CHECK(of != nullptr);
    return *of;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command,
                 const wire::AnswerQuestion& given) {
    const Question* question = draft.question(given.question);
    if (!question)
        return refuse("unknown_question",
                      "question: no question of this number is open in this game", "/act/question");
    const auto option = std::ranges::find(question->options, given.option, &wire::Pair::name);
    if (option == question->options.end()) {
        std::string known;
        for (const wire::Pair& pair : question->options)
            known += (known.empty() ? "" : ", ") + pair.name;
        return refuse("unknown_option", "option: one of " + known, "/act/option");
    }
    if (!question->basis.command)  // otherwise the command under way is the subject
        if (auto no = under_way(draft)) return no;
    const auto choice = from_name<Choice>(given.option);
    const Option* known = choice ? option_of(question->about, *choice) : nullptr;
    if (!known)
        return refuse("unknown_option",
                      "option: this version cannot carry it out; rule by "
                      "another act",
                      "/act/option");
    FF_CHECK(known->carry_out != nullptr);
    return known->carry_out(draft, {command, given, *question, *choice, option->value});
}

}  // namespace flagfall::game
