// The penalties of 12.9.
#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

using enum wire::PenaltyKind;

struct Kind {
    wire::PenaltyKind what{};
    std::string_view article;
    std::string_view text;  // after "White: "
    bool needs_time = false;
    bool needs_score = false;
};

constexpr std::array<Kind, 10> kinds{{
    {warning, "12.9.1", "a warning"},
    {time_to_opponent, "12.9.2", "time to the opponent", true, false},
    {time_off, "12.9.3", "time taken off", true, false},
    {points_to_opponent, "12.9.4", "the opponent's points are raised", false, true},
    {points_off, "12.9.5", "points taken off", false, true},
    {loss, "12.9.6", "the game is declared lost"},
    {both_lose, "11.8", "Both players lose the game"},
    {fine, "12.9.7", "a fine"},
    {exclusion, "12.9.8", "exclusion from rounds"},
    {expulsion, "12.9.9", "expulsion from the event"},
}};

// 12.9.4 raises the opponent's points, 12.9.5 takes points off the player. One score may do both.
MaybeRefusal wrong_way(const Draft& draft, const Kind& kind, const wire::Penalise& penalty) {
    const Side opponent = other(penalty.side);
    FF_CHECK(draft.live().result.has_value());
    FF_CHECK(penalty.score.has_value());
    const auto& before = draft.live().result->score.half_points;
    const auto& after = penalty.score->half_points;
    const bool less = after[penalty.side] < before[penalty.side];
    const bool more = after[opponent] > before[opponent];
    const bool never = after[penalty.side] > before[penalty.side] ||
                       after[opponent] < before[opponent];
    const bool off = kind.what == points_off;
    if (!never && (off ? less : more)) return std::nullopt;
    const Side named = off ? penalty.side : opponent;
    return refuse("bad_penalty",
                  sentence({"score: the result is ", text(draft.live().result->score), ", and ",
                            kind.article, off ? " takes points off " : " gives points to ",
                            say(named), off ? " only" : ", and takes none off them",
                            "; for any other change give the result"}),
                  "/act/score");
}

MaybeRefusal bad_penalty(const Draft& draft, const Kind& kind, const wire::Penalise& penalty) {
    constexpr Duration most = minutes(24 * 60);
    if (kind.needs_time && (penalty.time <= Duration{} || penalty.time > most))
        return refuse("bad_time", "time_us (--time): more than 0 and at most a day",
                      "/act/time_us");
    if (kind.what == time_off && penalty.time > draft.live().readings[penalty.side])
        return refuse("bad_time",
                      sentence({"time_us (--time): more than the ",
                                clock_text(draft.live().readings[penalty.side]),
                                " that was left at the last move"}),
                      "/act/time_us");
    if (kind.needs_score && !penalty.score)
        return refuse("bad_penalty", "score: say what the result becomes, such as \"1/2-0\"",
                      "/act/score");
    if (kind.needs_score && !draft.over())
        return refuse("not_over", "points can be changed when the game is over; before that, "
                                  "give its result, or the penalty loss");
    if (kind.needs_score)
        if (auto wrong = wrong_way(draft, kind, penalty)) return wrong;
    if (kind.what == loss && penalty.score && penalty.score->half_points[penalty.side] > 0)
        return refuse("bad_penalty",
                      "score: a player whose game is declared lost gets no "
                      "points (12.9.6); to take off a part use points_off",
                      "/act/score");
    if (kind.what == both_lose && penalty.score && *penalty.score != Score{})
        return refuse("bad_penalty", "score: both players lose, 0-0 (11.8); leave it out",
                      "/act/score");
    if ((kind.what == fine || kind.what == exclusion) && penalty.text.empty())
        return refuse("text_missing", "text: the amount of the fine, or the rounds", "/act/text");
    return kind.needs_time ? not_in_play(draft) : std::nullopt;
}

Score score_of(const Kind& kind, const wire::Penalise& penalty) {
    FF_CHECK(!kind.needs_score || penalty.score.has_value());
    if (kind.what == both_lose) return penalty.score.value_or(Score{});
    return penalty.score.value_or(win_of(other(penalty.side)));
}

}  // namespace

std::string bad_fen_text(chess::SetupErrors errors) {
    return "fen: this is no position: " + chess::text(errors) +
           "; it looks like \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"";
}

bool is_for_absence(const Draft& draft, std::string_view article) {
    return article == "6.7.1" || article == draft.cite("6.7.1");
}

MaybeRefusal was_played(const Draft& draft) {
    if (moves_of_both(draft, true) == 0) return std::nullopt;
    return refuse("game_was_played",
                  "both players have made moves: 6.7.1 is for a player who did not come. Name "
                  "another article for a decision of the arbiter, or say how the game ended");
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Penalise& penalty) {
    const auto* const kind = std::ranges::find(kinds, penalty.kind, &Kind::what);
    FF_CHECK(kind != kinds.end());
    if (auto bad = bad_penalty(draft, *kind, penalty)) return bad;
    const std::string article = article_of(command, kind->article);
    FF_CHECK(!article.empty());
    FF_CHECK(!kind->needs_time || penalty.time > Duration{});
    wire::Pairs evidence{fact("penalty", name(penalty.kind)), fact("side", name(penalty.side)),
                         fact("reason", command.reason)};
    const bool both = kind->what == both_lose;
    std::string text = sentence({both ? "" : say(penalty.side), both ? "" : ": ", kind->text});
    if (kind->needs_time) {
        text += ", " + clock_text(penalty.time);
        evidence.push_back(fact("time_us", penalty.time.us));
    }
    if (!penalty.text.empty()) text += ", " + penalty.text;
    text += sentence({" (", article, "). ", command.reason});
    const bool decides =
        kind->needs_score || kind->what == loss || kind->what == both_lose;
    if (decides) {
        // A player who does not come loses by forfeit, whatever act says so. A forfeit whose points
        // are changed is no played game.
        const auto& former = draft.live().result;
        const bool changed = kind->needs_score && former && former->ending == Ending::forfeit;
        const bool forfeit = !kind->needs_score && is_for_absence(draft, article);
        if (forfeit)
            if (auto no = was_played(draft)) return no;
        const Ending ending = forfeit || changed ? Ending::forfeit : Ending::arbiter_decision;
        const Score score = score_of(*kind, penalty);
        if (!changed && !fits(ending, score))
            return refuse("bad_penalty", "score: a forfeit is 1-0, 0-1 or 0-0 (6.7.1)",
                          "/act/score");
        evidence.push_back(fact("result_before", result_text(draft.live())));
        return give_outcome(draft, {score, ending, article}, Subject::penalty, std::move(text),
                            std::move(evidence));
    }
    wire::Effect effect;
    if (kind->what == time_to_opponent) effect.time[other(penalty.side)] = penalty.time;
    if (kind->what == time_off) effect.time[penalty.side] = Duration{} - penalty.time;
    draft.rule(article, Subject::penalty, std::move(text), std::move(evidence), effect);
    if (kind->needs_time) draft.adjust_clock(effect.time, article, command.reason);
    return std::nullopt;
}

}  // namespace flagfall::game
