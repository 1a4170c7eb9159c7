// 7.5.5: losses by the number of illegal actions, when one of these no longer counts.
#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

// The readings by 7.5.5 if the action that lost counts as the first one.
Both<Duration> as_first(const Draft& draft, const Loss& loss) {
    Both<Duration> readings = draft.live().readings;
    readings[loss.side] = std::max(readings[loss.side] - loss.gained, Duration{});
    readings[other(loss.side)] += draft.profile().penalty;
    FF_CHECK(readings[Side::white] >= Duration{});
    FF_CHECK(readings[Side::black] >= Duration{});
    return readings;
}

// Has an arbiter ruled, with this number of illegal actions, that the loss stands?
bool stands_by_ruling(const Live& live, const Loss& loss, std::uint32_t count) {
    const wire::QuestionFacts facts = wire::OfSide{loss.side, count};
    return std::ranges::any_of(live.ruled, [&](const Ruled& ruled) {
        return ruled.about == Subject::loss && !ruled.undone &&
               ruled.number > root_of(live, loss.ruling) &&
               std::ranges::any_of(ruled.closed, [&](const Question& question) {
                   return question.number == ruled.effect.answers &&
                          question.basis.facts == facts;
               });
    });
}

// The side that lost by the number of illegal actions, if this ruling answers the question whether
// that is a loss or a draw.
std::optional<Side> answered_loss(const Ruled& ruled) {
    const auto at = std::ranges::find(ruled.closed, ruled.effect.answers, &Question::number);
    if (at == ruled.closed.end() || at->about != Subject::illegal_move) return std::nullopt;
    const auto* of = facts_of<wire::OfSide>(*at);
    return of ? std::optional(of->side) : std::nullopt;
}

// The readings once the clock has carried out the last ruling.
Both<Duration> readings_then(const Live& live) {
    Both<Duration> readings = live.readings;
    for (const Outstanding& out : live.outbox) {
        if (out.issued.ruling != live.rulings) continue;
        if (const auto* set = std::get_if<wire::SetReading>(&out.issued.command))
            readings = set->correction.readings;
        if (const auto* adjust = std::get_if<wire::Adjust>(&out.issued.command))
            readings = with_time(readings, adjust->deltas);
    }
    return readings;
}

// Replaces the question about a loss. The clock stands since the action was counted.
void ask_as_first(Draft& draft, Question asked, Side side, std::uint32_t count) {
    FF_CHECK(!loses(draft, count));
    FF_CHECK(draft.live().illegal[side] == count);
    Both<Duration> proposed = readings_then(draft.live());
    proposed[other(side)] += draft.profile().penalty;
    asked.text = sentence({say(side), "'s illegal actions that are counted now, ",
                           std::to_string(count), ", do not lose the game: play goes on, and ",
                           say(other(side)), " gets ", penalty_text(draft.profile()), " (",
                           penalty_articles(draft.profile(), "7.5.5"), ")."});
    asked.evidence = {fact("side", name(side)), fact("count", count),
                      fact("proposed_white_us", proposed[Side::white].us),
                      fact("proposed_black_us", proposed[Side::black].us)};
    asked.options = goes_on_options();
    asked.basis = {.facts = wire::OfSide{side, count}, .proposed = wire::ClockTimes{proposed}};
    draft.ask_again(asked);
}

}  // namespace

std::optional<Loss> loss_by_number(const Live& live) {
    if (!live.result || (live.result->ending != Ending::illegal_move_forfeit &&
                         live.result->ending != Ending::illegal_move_draw))
        return std::nullopt;
    for (auto at = live.ruled.rbegin(); at != live.ruled.rend(); ++at) {
        const Ruled* first = find_ruled(live, root_of(live, at->number));
        if (at->undone || at->gave != live.result || !first) continue;
        if (first->effect.counted)
            return Loss{at->number, *first->effect.counted,
                        first == &*at ? first->effect.gained : Duration{}};
        if (const auto side = answered_loss(*first)) return Loss{at->number, *side, {}};
        // A person gave this result, or the ruling that gave it stands again.
        if (first == &*at || first->gave == live.result) return std::nullopt;
    }
    return std::nullopt;
}

Both<Duration> without_gain(const Live& live, std::uint32_t ruling) {
    Both<Duration> readings = live.readings;
    const auto loss = loss_by_number(live);
    if (loss && (ruling == 0 || ruling == loss->ruling))
        readings[loss->side] = std::max(readings[loss->side] - loss->gained, Duration{});
    return readings;
}

bool loss_is_doubted(const Draft& draft) {
    const auto loss = loss_by_number(draft.live());
    return loss && !loses(draft, draft.live().illegal[loss->side]);
}

void see_to_loss(Draft& draft) {
    if (!loss_is_doubted(draft)) return close_overtaken(draft, Subject::loss);
    const auto loss = loss_by_number(draft.live());
    FF_CHECK(loss.has_value());
    FF_CHECK(draft.over());
    FF_CHECK(loss->ruling >= 1);
    const std::uint32_t count = draft.live().illegal[loss->side];
    for (const Question& question : draft.live().questions)
        if (question.about == Subject::loss) return;
    if (stands_by_ruling(draft.live(), *loss, count)) return;
    const Both<Duration> proposed = with_time(as_first(draft, *loss), owed(draft.live()));
    draft.ask("7.5.5", Subject::loss,
              sentence({"Ruling ", std::to_string(loss->ruling), " ended the game for ",
                        say(loss->side), "'s illegal actions, and those that are counted now, ",
                        std::to_string(count), ", do not end it: does its result stand?"}),
              {fact("side", name(loss->side)), fact("ruling", loss->ruling), fact("count", count),
               fact("white_us", proposed[Side::white].us),
               fact("black_us", proposed[Side::black].us)},
              false, loss_options(),
              {.facts = wire::OfSide{loss->side, count}, .proposed = wire::ClockTimes{proposed}});
}

void see_to_counts(Draft& draft) {
    if (draft.over()) return;
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const auto* asked = facts_of<wire::OfSide>(question);
        if (question.about != Subject::illegal_move || !asked) continue;
        const Side side = asked->side;
        const std::uint32_t count = draft.live().illegal[side];
        if (loses(draft, asked->count) == loses(draft, count)) continue;
        draft.close(question, Closing::overtaken);
        // If they lose by now, the ruling that counted the action asks about that.
        if (!loses(draft, count)) ask_as_first(draft, question, side, count);
    }
}

namespace {

// The clock gets what rulings taken back owe it on top; the reading that a person gives includes
// that, so that it cannot be less.
MaybeRefusal less_than_owed(const wire::AnswerQuestion& given, const Both<Duration>& owed) {
    for (const Side side : {Side::white, Side::black}) {
        const auto& said = side == Side::white ? given.white : given.black;
        if (!said || *said >= owed[side]) continue;
        return refuse("bad_time",
                      sentence({say(side), "'s clock gets ", clock_text(owed[side]),
                                " by rulings that were taken back while the game was over: give "
                                "at least that, and take time off afterwards"}),
                      side == Side::white ? "/act/white_us" : "/act/black_us");
    }
    return std::nullopt;
}

}  // namespace

MaybeRefusal reopen_loss(Draft& draft, const wire::DeskCommand& command,
                         const wire::AnswerQuestion& given, const Question& question) {
    const auto loss = loss_by_number(draft.live());
    if (!loss) return refuse("nothing_to_change", "the loss does not stand any more");
    const Side side = loss->side;
    const Both<Duration> before = draft.live().readings;
    const Both<Duration> proposed = as_first(draft, *loss);
    const Both<Duration> later = owed(draft.live());  // added on top
    if (auto bad = less_than_owed(given, later)) return bad;
    Both<Duration> after = proposed;
    if (given.white) after[Side::white] = *given.white - later[Side::white];
    if (given.black) after[Side::black] = *given.black - later[Side::black];
    if (auto bad = bad_readings(after)) return bad;
    wire::Effect effect;
    effect.time = difference(after, before);
    effect.answers = question.number;
    const std::string result_before = result_text(draft.live());
    change_from(draft.live(), effect);
    const std::string article = article_of(command, question.article);
    const std::uint32_t count = draft.live().illegal[side];
    const std::string text =
        sentence({"The loss by ruling ", std::to_string(loss->ruling), " does not stand: it is ",
                  say(side), "'s ", count == 1 ? "first" : "number " + std::to_string(count),
                  " illegal action that counts. ", say(other(side)), " gets ",
                  penalty_text(draft.profile()), " (",
                  penalty_articles(draft.profile(), "7.5.5"), "). ", command.reason});
    wire::Pairs evidence{fact("question", question.number), fact("option", given.option),
                         fact("ruling", loss->ruling), fact("result_before", result_before)};
    add_penalty_article(evidence, draft.profile());
    draft.close(question, Closing::answered, command.by, given.option);
    give_penalty(draft, side, "7.5.5", name(Irregularity::illegal_move), before, after,
                 loss->gained);
    const std::vector<Question> closed = closed_by_end(draft);
    draft.rule(article, Subject::illegal_move, text, std::move(evidence), std::move(effect));
    draft.reopen_game(article, text);
    FF_CHECK(!draft.over());
    ask_again(draft, closed, with_time(after, later));
    return std::nullopt;
}

}  // namespace flagfall::game
