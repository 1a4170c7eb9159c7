// Games without increment: Guidelines III, and US Chess 14H.
#include "arbiterd/game/laws/quickplay.hpp"

#include <algorithm>

#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

constexpr Duration little = minutes(2);  // III.4, III.5, 14H

Both<TimeControl> control_of(const Draft& draft) {
    const std::string& changed = draft.live().control;
    const auto control = parse_time_control(changed.empty() ? draft.game().terms.time_control
                                                            : changed);
    return control.value_or(Both<TimeControl>{});
}

bool has_bonus(const Both<TimeControl>& control) {
    return std::ranges::any_of(control.values, [](const TimeControl& side) {
        return std::ranges::any_of(side.periods, [](const Period& period) {
            return period.method != Method::none;
        });
    });
}

// III.1: all remaining moves must be made in the time left. If periods end with the clock at zero,
// the moves do not show which period it is, and the arbiter decides.
bool in_last_period(const Draft& draft, const TimeControl& control, Side side) {
    if (draft.profile().period_trigger == PeriodTrigger::zero || control.periods.empty())
        return true;
    const std::uint32_t moves = moves_of(side, draft.game().first, draft.counted());
    return control.is_last(control.period_after(moves));
}

struct No {
    std::string_view article;  // empty: the claim may be made
    std::string why;
};

No why_not(const Draft& draft, const wire::Claimed& e) {
    const ClaimKind kind = e.kind;
    const bool us = kind == ClaimKind::losing_chances;
    const std::string_view article =
        us ? "14H" : kind == ClaimKind::quickplay_increment ? "III.4" : "III.5";
    if (us && !draft.profile().losing_chances_claim)
        return {article, "insufficient losing chances cannot be claimed in this event"};
    if (!us && !draft.profile().quickplay_finish)
        return {"III.2.1", "it was not announced that Guideline III holds"};
    const Both<TimeControl> control = control_of(draft);
    if (has_bonus(control))
        return {us ? article : "III.2.2", "the game is played with an increment or a delay"};
    if (!in_last_period(draft, control[e.side], e.side))
        return {us ? article : "III.1", "the last period has not begun"};
    const bool by_clock = draft.live().unruled || presses_only(draft);
    const Side mover = by_clock ? clock_side(draft) : on_board(draft).side_to_move();
    if (mover != e.side) return {article, "the claimant is not on move"};
    const Duration left = draft.occasion().readings[e.side];
    if (us ? left > little : left >= little)
        return {article, us ? "the claimant has more than two minutes left"
                            : "the claimant has two minutes or more left"};
    return {};
}

}  // namespace

bool quickplay_refused(Draft& draft, const wire::Claimed& e) {
    const ClaimKind kind = e.kind;
    if (kind != ClaimKind::losing_chances && kind != ClaimKind::quickplay_increment &&
        kind != ClaimKind::quickplay_draw)
        return false;
    const No no = why_not(draft, e);
    FF_CHECK(no.article.empty() == no.why.empty());
    if (no.article.empty()) return false;
    refuse_claim(draft, e.side, no.article,
                 sentence({say(e.side), "'s claim is refused: ", no.why, ". Play goes on."}),
                 {fact("kind", name(e.kind)), fact("side", name(e.side)),
                  fact("left_us", draft.occasion().readings[e.side].us),
                  fact("fen", chess::fen(draft.position()))});
    return true;
}

wire::Pairs quickplay_options(const Draft& draft, const wire::Claimed& e) {
    const std::string more = seconds_text(draft.profile().quickplay_penalty);
    const std::string opponent(say(other(e.side)));
    FF_CHECK(draft.profile().quickplay_penalty >= Duration{});
    const ClaimKind kind = e.kind;
    if (kind == ClaimKind::quickplay_increment)
        return {option(Choice::grant, "from now on five seconds a move for both; " + opponent +
                                          " gets " + more),
                option(Choice::reject, "refused: play goes on")};
    if (kind == ClaimKind::quickplay_draw)
        return {option(Choice::draw,
                       "draw: " + opponent + " cannot win by normal means, or does not try"),
                option(Choice::postpone, "the decision is postponed: play goes on"),
                option(Choice::postpone_with_time, "the decision is postponed, and " + opponent +
                                                       " gets " + more + ": play goes on"),
                option(Choice::reject_with_time,
                       "the claim is rejected: " + opponent + " gets " + more)};
    if (kind == ClaimKind::losing_chances)
        return losing_chances_options(e.side, true);  // the claim stops the clock
    return {};
}

wire::Pairs losing_chances_options(Side claimant, bool stands) {
    wire::Pairs options{option(Choice::draw, sentence({"draw: ", say(claimant), " has sufficient "
                                                       "chances not to lose"})),
                        option(Choice::reject, "the claim is denied: play goes on")};
    if (stands)
        options.push_back(option(Choice::delay_clock,
                                 "from now on with a delay; the claimant's time is halved"));
    FF_CHECK(options.size() >= 2);
    return options;
}

void see_to_delay(Draft& draft) {
    if (draft.over()) return;
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const auto* of = facts_of<wire::OfClaim>(question);
        if (question.about != Subject::claim_losing_chances || !of) continue;
        Question now = question;
        now.options = losing_chances_options(of->claimant, !draft.live().running);
        if (now.options == question.options) continue;
        draft.close(question, Closing::overtaken);
        draft.ask_again(now);
    }
}

std::string with_bonus(const Draft& draft, Method method, Duration bonus) {
    FF_CHECK(bonus > Duration{});
    FF_CHECK(method == Method::fischer || method == Method::delay);
    Both<TimeControl> control = control_of(draft);
    for (TimeControl& side : control.values) {
        for (Period& period : side.periods) {
            period.method = method;
            period.bonus = bonus;
        }
    }
    return text(control);
}

std::optional<Side> undecided_claim(const Question& question) {
    const bool claim = question.about == Subject::claim_postponed ||
                       question.about == Subject::claim_quickplay_draw;
    return claim ? side_in(question) : std::nullopt;
}

}  // namespace flagfall::game
