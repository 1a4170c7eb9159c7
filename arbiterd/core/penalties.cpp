// The penalties of 12.9, and rulings that take rulings back.
#include <algorithm>

#include "arbiterd/core/desk_acts.hpp"

namespace flagfall::game {
namespace {

struct Kind {
    std::string_view name;
    std::string_view article;
    std::string_view text;  // after "White: "
    bool needs_time = false;
    bool needs_score = false;
};

constexpr std::array<Kind, 10> kinds{{
    {"warning", "12.9.1", "a warning"},
    {"time_to_opponent", "12.9.2", "time to the opponent", true, false},
    {"time_off", "12.9.3", "time taken off", true, false},
    {"points_to_opponent", "12.9.4", "the opponent's points are raised", false, true},
    {"points_off", "12.9.5", "points taken off", false, true},
    {"loss", "12.9.6", "the game is declared lost"},
    {"both_lose", "11.8", "Both players lose the game"},
    {"fine", "12.9.7", "a fine"},
    {"exclusion", "12.9.8", "exclusion from rounds"},
    {"expulsion", "12.9.9", "expulsion from the event"},
}};

MaybeRefusal bad_penalty(const Draft& draft, const Kind& kind, const wire::Penalise& penalty) {
    constexpr Duration most = minutes(24 * 60);
    if (kind.needs_time && (penalty.time <= Duration{} || penalty.time > most))
        return refuse("bad_time", "time_us: more than 0 and at most a day");
    if (kind.name == "time_off" && penalty.time > draft.live().readings[penalty.side])
        return refuse("bad_time", "time_us: more than the " +
                                      clock_text(draft.live().readings[penalty.side]) +
                                      " that was left at the last move");
    if (kind.needs_score && !penalty.score)
        return refuse("bad_penalty", "score: say what the result becomes, such as \"1/2-0\"");
    if (kind.needs_score && !draft.over())
        return refuse("not_over", "points can be changed when the game is over; before that, "
                                  "end it with give_result or the penalty loss");
    if ((kind.name == "fine" || kind.name == "exclusion") && penalty.text.empty())
        return refuse("text_missing", "text: the amount of the fine, or the rounds");
    return kind.needs_time ? not_in_play(draft) : std::nullopt;
}

Score score_of(const Kind& kind, const wire::Penalise& penalty) {
    if (kind.name == "both_lose") return penalty.score.value_or(Score{});
    return penalty.score.value_or(win_of(other(penalty.side)));
}

// The ruling that gave the result that stands.
const Ruled* last_result(const Live& live) {
    const auto gave = [](const Ruled& ruled) {
        return !ruled.undone && !ruled.effect.result_before.empty();
    };
    const auto at = std::find_if(live.ruled.rbegin(), live.ruled.rend(), gave);
    return at == live.ruled.rend() ? nullptr : &*at;
}

// "1-0 checkmate 5.1.1", as result_text() wrote it.
std::optional<wire::Outcome> outcome_from(std::string_view text) {
    const std::size_t first = text.find(' ');
    const std::size_t second = first == std::string_view::npos ? first : text.find(' ', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const auto score = score_from(text.substr(0, first));
    const auto ending = ending_from(text.substr(first + 1, second - first - 1));
    if (!score || !ending) return std::nullopt;
    return wire::Outcome{*score, *ending, std::string(text.substr(second + 1))};
}

// What a ruling taken back leaves as it is.
std::string_view what_stays(const Ruled& ruled) {
    if (!ruled.effect.result_before.empty()) return "";
    if (ruled.effect.time == Both<Duration>{} && ruled.effect.counted.empty() &&
        ruled.effect.bound.empty())
        return "It gave no time, result or illegal action: nothing else changes. ";
    if (ruled.about == "illegal_move" || ruled.about == "position")
        return "The position and the moves stay as they are. ";
    return "";
}

// The result before stands again; when there was none, the game goes on.
MaybeRefusal undo_result(Draft& draft, const Ruled& ruled, const wire::DeskCommand& command,
                         std::string text, wire::Pairs evidence, wire::Effect effect) {
    const std::string article = article_of(command, "11.10");
    const auto before = outcome_from(ruled.effect.result_before);
    if (before) {
        return give_outcome(draft, *before, "undo", std::move(text), std::move(evidence),
                            std::move(effect));
    }
    if (auto no = under_way(draft)) return no;
    draft.rule(article, "undo", std::move(text), std::move(evidence), std::move(effect));
    draft.reopen_game(article, command.reason);
    return std::nullopt;
}

// Adjourned in error: the game waits for an arbiter to resume it, as before.
MaybeRefusal undo_adjournment(Draft& draft, const wire::DeskCommand& command,
                              std::uint32_t number) {
    if (auto no = not_in_play(draft)) return no;
    if (draft.live().adjourned->opened)
        return refuse("opened_already", "the envelope was opened: resume the game (resume_game), "
                                        "and set position and clock then");
    if (draft.live().running)
        return refuse("clock_running", "the game was resumed: pause the clock first");
    wire::Effect effect;
    effect.undoes = number;
    const std::string article = article_of(command, "11.10");
    const std::string text = sentence({"Ruling ", std::to_string(number), " is taken back: the "
                                       "game is not adjourned. ", command.reason});
    draft.rule(article, "undo", text, {fact("ruling", number), fact("about", "adjournment")},
               effect);
    draft.set_clock({.readings = draft.live().readings, .turn = draft.to_move(), .ply = {},
                     .run = false, .fen = {}, .article = article, .reason = text, .answers = {}});
    return std::nullopt;
}

}  // namespace

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Penalise& penalty) {
    const auto* const kind = std::ranges::find(kinds, penalty.kind, &Kind::name);
    if (kind == kinds.end()) {
        std::string names;
        for (const Kind& known : kinds)
            names += (names.empty() ? "" : ", ") + std::string(known.name);
        return refuse("bad_penalty", "kind: one of " + names);
    }
    if (auto bad = bad_penalty(draft, *kind, penalty)) return bad;
    const std::string article = article_of(command, kind->article);
    wire::Pairs evidence{fact("penalty", kind->name), fact("side", name(penalty.side)),
                         fact("reason", command.reason)};
    const bool both = kind->name == "both_lose";
    std::string text = sentence({both ? "" : say(penalty.side), both ? "" : ": ", kind->text});
    if (kind->needs_time) {
        text += ", " + clock_text(penalty.time);
        evidence.push_back(fact("time_us", penalty.time.us));
    }
    if (!penalty.text.empty()) text += ", " + penalty.text;
    text += sentence({" (", article, "). ", command.reason});
    const bool decides = kind->needs_score || kind->name == "loss" || kind->name == "both_lose";
    if (decides) {
        evidence.push_back(fact("result_before", result_text(draft.live())));
        return give_outcome(draft, {score_of(*kind, penalty), Ending::arbiter_decision, article},
                            "penalty", std::move(text), std::move(evidence));
    }
    wire::Effect effect;
    if (kind->name == "time_to_opponent") effect.time[other(penalty.side)] = penalty.time;
    if (kind->name == "time_off") effect.time[penalty.side] = Duration{} - penalty.time;
    draft.rule(article, "penalty", std::move(text), std::move(evidence), effect);
    if (kind->needs_time) draft.adjust_clock(effect.time, article, command.reason);
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::UndoRuling& undo) {
    if (undo.ruling == 0 || undo.ruling > draft.live().rulings)
        return refuse("unknown_ruling", "ruling: the game has no ruling of this number");
    if (draft.live().adjourned && draft.live().adjourned->ruling == undo.ruling)
        return undo_adjournment(draft, command, undo.ruling);
    const auto at = std::ranges::find(draft.live().ruled, undo.ruling, &Ruled::number);
    if (at == draft.live().ruled.end())
        return refuse("nothing_to_undo",
                      "this ruling gave no time, no result and no illegal action to take back; a "
                      "position or a clock is put right by set_clock, colours by "
                      "reverse_colours, a new game by restart_game");
    const Ruled& ruled = *at;
    if (ruled.undone) return refuse("already_undone", "this ruling was taken back before");
    if (ruled.effect.undoes > 0)
        return refuse("nothing_to_undo", "what took a ruling back is not taken back itself: "
                                         "give the ruling again");
    wire::Effect effect;
    effect.undoes = undo.ruling;
    const std::string text = sentence({"Ruling ", std::to_string(undo.ruling),
                                       " is taken back. ", what_stays(ruled), command.reason});
    wire::Pairs evidence{fact("ruling", undo.ruling), fact("about", ruled.about)};
    if (!ruled.effect.counted.empty())
        evidence.push_back(fact("illegal_action_not_counted", ruled.effect.counted));
    if (!ruled.effect.result_before.empty()) {
        const Ruled* last = last_result(draft.live());
        if (last && last->number != ruled.number)
            return refuse("later_result", "ruling " + std::to_string(last->number) +
                                              " gave the result that stands: take that back first");
        evidence.push_back(fact("result_before", result_text(draft.live())));
        return undo_result(draft, ruled, command, text, std::move(evidence), effect);
    }
    const bool time = ruled.effect.time != Both<Duration>{} && !draft.over();
    if (time) {
        if (auto no = not_in_play(draft)) return no;
        for (const Side side : {Side::white, Side::black})
            effect.time[side] = Duration{} - ruled.effect.time[side];
    }
    const std::string article = article_of(command, "11.10");
    draft.rule(article, "undo", text, std::move(evidence), effect);
    if (time) draft.adjust_clock(effect.time, article, command.reason);
    return std::nullopt;
}

}  // namespace flagfall::game
