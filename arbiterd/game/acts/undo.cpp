// Undo. A ruling and all rulings that took it back or gave it again form a chain, and the last one
// decides whether the first stands: so each can be taken back in turn.
#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/acts/undo.hpp"
#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// What taking the ruling back does not change.
std::string_view what_stays(const Undo& u) {
    const wire::Effect& effect = u.tip.effect;
    if (u.tip.looked) return "The record was not shown: the look is not counted (A.4.3). ";
    if (gives_result(u.tip) || u.effect.moves || u.control || u.tip.number != u.root) return "";
    if (effect.time == Both<Duration>{} && !effect.counted && !effect.bound)
        return "It gave no time, result or illegal action: nothing else changes. ";
    if (u.tip.about == Subject::illegal_move || u.tip.about == Subject::position)
        return "The position and the moves stay as they are. ";
    return "";
}

// Will the question depend on a ruling that does not stand once this one is taken back?
bool rests_on_undone(const Live& live, const Question& question, const Undo& u) {
    return std::ranges::any_of(live.ruled, [&](const Ruled& ruled) {
        const bool undone = ruled.number == u.root ? !u.again : ruled.undone;
        return undone && rests_on(live, question, ruled);
    });
}

// Says whether the questions that the ruling answered are asked again.
std::string_view questions_text(const Draft& draft, const Undo& u) {
    const bool before = u.tip.effect.result_before.has_value();
    const bool over = gives_result(u.tip) ? before : draft.over();
    const Both<Duration> shown = with_time(draft.live().readings, u.effect.time);
    const auto asks = [&](const Question& question) {
        const bool up =
            question.about == Subject::flag && !flag_waits_again(draft, question, shown);
        const bool played = question.about == Subject::default_time &&
                            !forfeits_still(draft, question);
        const bool runs = question.about == Subject::pause && draft.runs_on();
        const std::uint32_t answer = answered_by(draft.live(), question.first);
        const bool answered = answer > 0 && root_of(draft.live(), answer) != u.root;
        return waits_again(question, false) && !up && !played && !runs && !answered &&
               !rests_on_undone(draft.live(), question, u);
    };
    const std::vector<Question>& closed = u.closed;
    const auto now = [&](const Question& each) { return asks(each) && waits_again(each, over); };
    if (std::ranges::any_of(closed, now)) return "What it answered or closed is asked again. ";
    const bool opens = !gives_result(u.tip) && draft.other_game().empty();
    if (!opens || !std::ranges::any_of(closed, asks)) return "";
    return "What it answered or closed is asked again when the game is opened. ";
}

// The time that the clock gets when the game is reopened.
std::string owed_text(const Live& live, const wire::Effect& effect) {
    const Both<Duration> before = owed(live);
    const Both<Duration> time = effect.waits ? sum(before, effect.time) : before;
    if (time == Both<Duration>{}) return "";
    return sentence({"By the rulings taken back since, White's clock gets ",
                     clock_text(time[Side::white]), ", Black's ", clock_text(time[Side::black]),
                     ". "});
}

// The former result stands again; if there was none, the game goes on.
MaybeRefusal undo_result(Draft& draft, Undo& u, const std::optional<Both<Duration>>& readings) {
    u.evidence.push_back(fact("result_before", result_text(draft.live())));
    const auto& before = u.tip.effect.result_before;
    if (before) {
        draft.cite_as_before(*before);
        return give_outcome(draft, *before, Subject::undo, u.text, u.evidence, u.effect);
    }
    if (auto no = under_way(draft)) return no;
    change_from(draft.live(), u.effect);
    u.paid = owed(draft.live());
    const Both<Duration> shown = readings.value_or(without_gain(draft.live(), u.tip.number));
    draft.rule(u.article(), Subject::undo, u.text, u.evidence, u.effect);
    draft.reopen_game(u.article(), u.command.reason, shown);
    return std::nullopt;
}

// Counted again, does the action lose the game (7.5.5)? Not if a person at the clock has let the
// game go on with it.
bool loses_again(const Draft& draft, const Undo& u) {
    if (!u.again || !u.first || !u.first->effect.counted || draft.over()) return false;
    const Side side = *u.first->effect.counted;
    const bool let_go_on = std::ranges::any_of(draft.live().ruled, [&](const Ruled& ruled) {
        const bool stands = !ruled.undone || ruled.number == u.first->number;
        return ruled.withdrawn && stands && ruled.effect.counted == side;
    });
    if (let_go_on) return false;
    return loses(draft, draft.live().illegal[side] + 1);
}

MaybeRefusal lose_again(Draft& draft, Undo& u) {
    FF_CHECK(u.first);
    FF_CHECK(u.first->effect.counted);
    const Side side = *u.first->effect.counted;
    const Side winner = other(side);
    Chances found = position_known(draft) ? chances(on_board(draft), winner) : Chances{};
    found.verdict =
        by_material(draft.profile(), on_board(draft), winner, found.verdict, u.evidence);
    if (!position_known(draft) || found.verdict == mate::Verdict::undetermined)
        return refuse("not_found_out", sentence({"counted again, it is the illegal action that "
                                                 "loses the game (",
                                                 own_article(draft.profile(), "7.5.5"),
                                                 "), and whether ",
                                                 say(winner), " can mate is not known: give "
                                                              "the result yourself"}));
    const bool lost = found.verdict == mate::Verdict::winnable;
    add_evidence(u.evidence, found);
    u.text += sentence({"It is the illegal action that loses the game (",
                        own_article(draft.profile(), "7.5.5"), "). ",
                        lost ? "" : "But ", say(winner),
                        lost ? " wins. " : " cannot mate by any series of legal moves: draw. "});
    return give_outcome(draft,
                        {lost ? win_of(winner) : drawn(),
                         lost ? Ending::illegal_move_forfeit : Ending::illegal_move_draw,
                         std::string(own_article(draft.profile(), "7.5.5"))},
                        Subject::undo, u.text, u.evidence, u.effect);
}

// The opponent's offer lives and ends with the ruling that the player touched a piece (9.1.2.1).
void follow_offer(Draft& draft, const Undo& u) {
    const auto refused = draft.live().refused_by_touch;
    if (!refused || draft.over() || root_of(draft.live(), refused->ruling) != u.root) return;
    if (refused->counted != draft.counted() || draft.to_move() == refused->offerer) return;
    const bool made = !draft.live().pending.empty();
    if (u.again) touch_refuses_offer(draft, other(refused->offerer), OfferEnd::touched);
    else if (!draft.live().offer[refused->offerer] && !made &&
             touched_in(draft.live(), draft.position()) == nullptr)
        draft.offer_again(refused->offerer, refused->offered_at);
}

// It was adjourned in error: the game waits for an arbiter to resume it, as before.
MaybeRefusal undo_adjournment(Draft& draft, const wire::DeskCommand& command,
                              std::uint32_t number) {
    if (auto no = not_in_play(draft)) return no;
    FF_CHECK(draft.live().adjourned.has_value());
    if (draft.live().adjourned->opened)
        return refuse("opened_already", "the envelope was opened: take that back first (undo, with "
                                        "the number of its ruling), or resume the "
                                        "game");
    if (draft.live().running)
        return refuse("clock_running", "the game was resumed: pause the clock first");
    const std::vector<Question> closed = draft.live().adjourned->closed;
    const bool same_turn = !draft.live().adjourned->reply_runs;
    const std::vector<Ruled> all = draft.live().ruled;
    for (const Ruled& ruled : all)
        if (ruled.effect.resumes && !ruled.undone) close_what_it_asked(draft, ruled);
    wire::Effect effect;
    effect.undoes = number;
    const std::string article = article_of(command, "11.10");
    const std::string text = sentence({"Ruling ", std::to_string(number), " is taken back: the "
                                       "game is not adjourned. ", command.reason});
    draft.rule(article, Subject::undo, text, {fact("ruling", number), fact("about", "adjournment")},
               effect);
    draft.set_clock({.readings = draft.live().readings, .turn = draft.to_move(), .ply = {},
                     .run = false, .fen = {}, .article = article, .reason = text, .answers = {},
                     .goes_on = same_turn});
    FF_CHECK(!draft.live().adjourned);
    ask_again(draft, closed, draft.live().readings);
    return std::nullopt;
}

// Is the game adjourned by this ruling, or by one that gave it again?
bool adjourned_by(const Live& live, std::uint32_t ruling) {
    return live.adjourned && (live.adjourned->ruling == ruling ||
                              root_of(live, live.adjourned->ruling) == ruling);
}

// The adjournment was no error: the envelope is as it was, if nothing was played since.
MaybeRefusal adjourn_again(Draft& draft, const wire::DeskCommand& command, const Ruled& tip) {
    wire::Adjourn adjourn;
    FF_CHECK(tip.adjourned.has_value());
    adjourn.sealed_by = tip.adjourned->sealed_by;
    adjourn.resumption = tip.adjourned->resumption;
    return game::adjourn(draft, command, adjourn, tip.number);
}

wire::Pairs facts_of(const Draft& draft, const Undo& u) {
    wire::Pairs evidence{fact("ruling", u.root),
                         fact("about", name(u.first ? u.first->about : u.tip.about))};
    if (u.tip.number != u.root) evidence.push_back(fact("taken_back", u.tip.number));
    if (u.first && u.first->effect.counted)
        evidence.push_back(fact(u.again ? "illegal_action_counted"
                                        : "illegal_action_not_counted",
                                name(*u.first->effect.counted)));
    if (!draft.over()) add_pending(draft, evidence);
    return evidence;
}

// The questions to ask again: those that the ruling answered or closed and, with the game's only
// result, those that wait for the game to be reopened.
std::vector<Question> waits_for_undo(const Draft& draft, const Undo& u) {
    const Live& live = draft.live();
    const bool opens = goes_on_without(u.tip);
    if (!u.first || !u.again)
        return opens ? closed_by_end(draft) : closed_by(live, u.tip, u.first ? &*u.first : nullptr);
    std::vector<Question> closed = opens ? closed_by_end(draft) : u.tip.closed;
    std::ranges::copy(closed_without(live, *u.first), std::back_inserter(closed));
    // The action was opened with the game, which set the clock: adds what waited until then.
    if (u.tip.end == 0 || !u.tip.effect.moves) return closed;
    for (const Question& question : closed_at_end(live, u.tip.end))
        if (closes(Seen::position_set, question) || question.about == Subject::illegal_move)
            closed.push_back(question);
    return closed;
}

// This undo closed questions of the game that comes back only because another game stood meanwhile:
// they are asked again.
void keep_asked_then(const Draft& draft, Undo& u) {
    const Live& live = draft.live();
    FF_CHECK(u.kept && u.kept->before != nullptr);
    if (u.tip.number != u.root || live.ruled.empty() || live.ruled.back().number != live.rulings)
        return;
    for (const Question& question : live.ruled.back().closed)
        if (question.first <= u.kept->before->live.asked) u.closed.push_back(question);
}

Undo undo_of(const Draft& draft, const wire::DeskCommand& command, std::uint32_t number) {
    const Live& live = draft.live();
    const std::uint32_t root = root_of(live, number);
    const Ruled* tip = find_ruled(live, tip_of(live, root));
    FF_CHECK(tip != nullptr);
    const Ruled* acts = in_force(live, *tip);
    FF_CHECK(acts != nullptr);
    Undo u{.command = command, .tip = *acts, .root = root, .text = {}, .evidence = {},
           .effect = {}};
    if (const Ruled* first = find_ruled(live, root)) u.first = *first;
    u.again = u.first && u.first->undone;
    FF_CHECK(tip->number >= root);
    FF_CHECK(!tip->undone);  // the last of its chain stands
    u.effect.undoes = tip->number;
    u.text = u.again ? sentence({"Ruling ", std::to_string(root), " stands again. "})
                     : sentence({"Ruling ", std::to_string(root), " is taken back. "});
    u.evidence = facts_of(draft, u);
    u.kept = comes_back(draft, u);
    const wire::Effect& effect = u.tip.effect;
    const bool opens = goes_on_without(u.tip) && effect.time == Both<Duration>{} &&
                       effect.announced == Ply{};
    const auto action = opens && !u.kept ? open_with_game(draft) : std::nullopt;
    if (action) {
        u.kept = action->kept;
        u.said_by = action->by;
    }
    if (!draft.over())
        u.control = former_control(draft.game(), acts->number, u.kept ? &*u.kept : nullptr);
    return u;
}

// The ruling, or an undo of it, holds again, and the clock had refused its time: asks about that.
void ask_of_refused_again(Draft& draft, const std::vector<Question>& closed) {
    if (draft.over()) return;
    for (const Question& question : closed) {
        const auto& command = question.basis.command;
        const bool time = command && std::holds_alternative<wire::Adjust>(*command);
        const bool answered = answered_by(draft.live(), question.first) > 0;
        if (question.about == Subject::refused && time && !answered &&
            !asked_already(draft, question))
            draft.ask_again(question);
    }
}

// A flag is down again, and another ruling or the software gave the time that had lifted it: asks
// about the flag again, unless an answer to that question stands (6.8).
void ask_of_flags_again(Draft& draft, const Both<Duration>& shown) {
    if (draft.over()) return;
    for (const Side side : {Side::white, Side::black}) {
        const std::optional<Question> asked = draft.live().flag_asked[side];
        if (asked && answered_by(draft.live(), asked->first) == 0)
            ask_of_flag_again(draft, *asked, shown);
    }
}

MaybeRefusal undone_before(const Live& live, const Ruled& ruled) {
    if (!ruled.undone) return std::nullopt;
    const std::uint32_t tip = tip_of(live, root_of(live, ruled.number));
    const bool back = tip != ruled.number && stands(live, tip) &&
                      in_force(live, *find_ruled(live, tip)) != nullptr;
    return refuse("already_undone",
                  sentence({"this ruling was taken back before",
                            back ? sentence({"; taking back ruling ", std::to_string(tip),
                                             " puts it back"})
                                 : ", or the game that it was given in was cancelled"}));
}

// The clock did not carry out the first ruling of the chain, and an undo cannot do so either.
MaybeRefusal refused_by_clock(const Live& live, const Ruled& ruled) {
    const Ruled* tip = find_ruled(live, tip_of(live, root_of(live, ruled.number)));
    if (!tip || in_force(live, *tip)) return std::nullopt;
    return refuse("nothing_to_undo", "the clock did not do what the ruling said: rule it again, or "
                                     "answer what was asked about it");
}

// Sets the time control that comes back: with the readings of the game that comes back (`back`), or
// with the present ones plus the time. `stops`: a running clock is stopped first.
void set_control(Draft& draft, const Undo& u, const Both<Duration>* back, bool stops) {
    FF_CHECK(u.control.has_value());
    wire::NewControl control = *u.control;
    control.article = u.article();
    control.reason = u.command.reason;
    if (!back && draft.live().running && !stops)
        return draft.change_control(std::move(control), u.effect.time);
    if (stops) {
        draft.pause_clock(u.command.reason);
        draft.then();
    }
    draft.set_control(control, back ? *back : with_time(draft.live().readings, u.effect.time));
    if (back) draft.then();
}

// The periods of the sides before the ruling; 0: it set none, or the moves made since rule that
// period out.
Both<std::uint32_t> periods_back(const Draft& draft, Undo& u) {
    Both<std::uint32_t> periods = u.tip.effect.period_before;
    for (const Side side : {Side::white, Side::black}) {
        std::uint32_t& period = periods[side];
        if (period == 0 || !may_be_in(draft.game(), side, period, draft.counted())) period = 0;
        if (period == 0) continue;
        u.effect.period_before[side] = draft.game().period[side];
        u.text += sentence({say(side), " is in period ", std::to_string(period), " again. "});
    }
    return periods;
}

// The game is over, or will be with this result: its clock gets the time and the control when it is
// reopened.
void take_later(const Draft& draft, Undo& u) {
    const Both<Duration> before = with_time(draft.live().readings, owed(draft.live()));
    u.effect.time =
        shown_of(before, untaken_for(draft.live(), u.tip), difference({}, u.tip.present));
    u.effect.waits = u.effect.time != Both<Duration>{};
    FF_CHECK(before[Side::white] + u.effect.time[Side::white] >= Duration{});
    FF_CHECK(before[Side::black] + u.effect.time[Side::black] >= Duration{});
    if (goes_on_without(u.tip)) return;  // it is reopened now
    const auto number = [&](const ControlChange& change) { return change.ruling == u.tip.number; };
    const bool control = std::ranges::any_of(draft.game().controls, number);
    if (!u.effect.waits && !control) return;
    const std::string_view what = control ? "the time control of before" : "the time";
    u.text += draft.other_game().empty()
                  ? sentence({"The game is over: its clock gets ", what,
                              " when it is opened again. "})
                  : sentence({"The game is over, and its board has another one: no clock gets ",
                              what, ". "});
}

// Closes the questions that the rulings that stand again had answered.
void answer_all_again(Draft& draft, const Undo& u) {
    std::vector<Ruled> all;
    for (const Ruled* again = stands_first(draft.live(), u); again;
         again = stands_with(draft.live(), *again))
        all.push_back(*again);
    for (const Ruled& again : all) answer_again(draft, again);
}

// A sealed move that goes back into its envelope, or comes out of it again, was not pressed: the
// turn goes on. But a resumption has begun a new turn.
bool same_turn(const Undo& u) {
    if (!u.kept || !u.kept->adjourned || (u.first && u.first->effect.resumes)) return false;
    FF_CHECK(u.kept->before != nullptr);
    const Live& before = u.kept->before->live;
    return before.adjourned && !reply_runs(before);
}

// Restores times and counts, and the result if it depends on these.
MaybeRefusal carry_out(Draft& draft, Undo& u) {
    FF_CHECK(u.effect.undoes > 0);
    FF_CHECK(!u.text.empty());
    const bool clock_only = !gives_result(u.tip) && !u.kept && !loses_again(draft, u);
    const bool of_periods = u.tip.effect.period_before != Both<std::uint32_t>{};
    const bool clock = (u.tip.present != Both<Duration>{} || u.control || of_periods) &&
                       !draft.over() && clock_only;
    if (clock) {
        if (auto no = not_in_play(draft)) return no;
        if (auto no = u.control ? takes_no_control(draft) : std::nullopt) return no;
        u.effect.time = difference({}, u.tip.present);
    }
    if (clock && of_periods && draft.live().running)
        return refuse("clock_running", "the ruling set a period of the time control: pause the "
                                       "clock first, then take it back");
    if (of_periods && clock_only && draft.over())
        return refuse("later_result", "the ruling set a period of the time control, and the game "
                                      "is over: take its result back first");
    TimeBack back = time_back(draft, u.effect.time, u.tip, u.control.has_value());
    if (clock) {
        u.effect.time = back.time;
        if (back.stops) u.text += "The clock would run at 0:00: it is stopped. ";
    }
    if ((draft.over() || gives_result(u.tip)) && !u.kept) take_later(draft, u);
    const bool sheet = from_sheet(draft, u);
    answer_all_again(draft, u);
    if (!u.again && u.first) close_what_it_asked(draft, *u.first);
    if (u.tip.number != u.root) close_what_it_asked(draft, u.tip);
    const auto readings = bring_moves_back(draft, u);
    const bool set = readings && !sheet;
    if (u.control)
        u.text += sentence({"The time control is ", u.control->time_control, " again. "});
    else if (of_periods && !draft.over() && (clock || set))
        back.periods = periods_back(draft, u);
    if (goes_on_without(u.tip)) u.text += owed_text(draft.live(), u.effect);
    u.text += sentence({what_stays(u), questions_text(draft, u), u.command.reason});
    if (gives_result(u.tip)) return undo_result(draft, u, readings);
    if (loses_again(draft, u)) return lose_again(draft, u);
    draft.rule(u.article(), Subject::undo, u.text, u.evidence, u.effect);
    if (u.control && (clock || set))
        set_control(draft, u, set ? &*readings : nullptr, clock && back.stops);
    else if (clock) give_back(draft, back, u.article(), u.command.reason, u.text);
    if (set)
        draft.set_clock({.readings = *readings, .turn = draft.to_move(), .ply = {}, .run = false,
                         .fen = {}, .article = u.article(), .reason = u.text, .answers = {},
                         .goes_on = same_turn(u), .period = back.periods});
    return std::nullopt;
}

}  // namespace

bool gives_result(const Ruled& ruled) { return ruled.effect.gives_result; }

bool goes_on_without(const Ruled& ruled) {
    return gives_result(ruled) && !ruled.effect.result_before;
}

bool from_sheet(const Draft& draft, const Undo& u) {
    return u.kept && of_sheet(draft.live(), *u.kept);
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::UndoRuling& undo) {
    const Live& live = draft.live();
    if (undo.ruling == 0 || undo.ruling > live.rulings)
        return refuse("unknown_ruling", "ruling: the game has no ruling of this number",
                      "/act/ruling");
    if (adjourned_by(live, undo.ruling))
        return undo_adjournment(draft, command, live.adjourned->ruling);
    const Ruled* named = find_ruled(live, undo.ruling);
    if (!named)
        return refuse("nothing_to_undo",
                      "this ruling gave no time, no result, no position, no look at the record and "
                      "no illegal action to take back. To put things right: set the clock, or "
                      "another time control; reverse the colours once more; pause a clock that was "
                      "started. Of a game that was adjourned and resumed, take back first what "
                      "resumed it");
    if (auto no = undone_before(live, *named)) return no;
    if (auto no = refused_by_clock(live, *named)) return no;
    Undo u = undo_of(draft, command, undo.ruling);
    if (u.tip.adjourned) return adjourn_again(draft, command, u.tip);
    if (auto no = undo_in_the_way(draft, u)) return no;
    u.closed = waits_for_undo(draft, u);
    if (auto no = carry_out(draft, u)) return no;
    const Both<Duration> shown = with_time(draft.live().readings, sum(u.effect.time, u.paid));
    follow_offer(draft, u);
    if (u.kept) bring_the_rest_back(draft, *u.kept);
    if (u.kept) keep_asked_then(draft, u);
    ask_again(draft, u.closed, shown, u.kept ? u.kept->before.get() : nullptr);
    ask_of_flags_again(draft, shown);
    ask_of_open(draft, shown);
    if (u.tip.number != u.root) ask_of_refused_again(draft, u.closed);
    if (u.kept && !draft.over()) ask_of_open_again(draft, *u.kept->before);
    return std::nullopt;
}

}  // namespace flagfall::game
