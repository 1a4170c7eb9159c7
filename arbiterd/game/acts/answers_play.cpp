// Answers about clocks and flags, absent players, positions, and conduct.
#include <algorithm>
#include <iterator>

#include "arbiterd/game/acts/answers.hpp"
#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/lost.hpp"
#include "arbiterd/game/laws/refused.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// 6.7.1, I.10.
MaybeRefusal forfeit(Draft& draft, const Answer& a, Score score) {
    return give(draft, a, {score, Ending::forfeit, article_of(a)});
}
MaybeRefusal forfeit_white(Draft& draft, const Answer& a) {
    return forfeit(draft, a, win_of(Side::black));
}
MaybeRefusal forfeit_black(Draft& draft, const Answer& a) {
    return forfeit(draft, a, win_of(Side::white));
}
MaybeRefusal forfeit_both(Draft& draft, const Answer& a) { return forfeit(draft, a, Score{}); }

MaybeRefusal as_it_is(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    return std::nullopt;
}

// Did the clocks stop at the flag until somebody decides (freeze)?
bool froze(const Question& question) {
    return question.about == Subject::flag && question.basis.proposed.has_value();
}

// 6.8: a flag that nobody calls has not fallen, and play goes on at zero, unless the clock also
// stands for another question.
MaybeRefusal not_called(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    const Live& live = draft.live();
    const bool stands = may_start(draft) && live.hold == Hold::none;
    if (stands && std::ranges::none_of(live.questions, froze)) draft.resume_clock();
    return std::nullopt;
}

const wire::OfFlag& flag_of(const Question& question) {
    const auto* of = facts_of<wire::OfFlag>(question);
    FF_CHECK(of != nullptr);
    return *of;
}

// 6.8: the clock checks the call; the flag-fall is then judged by the position (6.9, A.5.3).
MaybeRefusal call(Draft& draft, const Answer& a) {
    const wire::OfFlag& of = flag_of(a.question);
    const Side side = of.fell_first.value_or(of.side);
    rule(draft, a, answering(a));
    draft.call_flag(side);
    return std::nullopt;
}

// The flag had fallen by the clock's setting: now that it is called, it is judged.
MaybeRefusal judge_flag(Draft& draft, const Answer& a) {
    const wire::OfFlag& of = flag_of(a.question);
    wire::FlagFell fell;
    fell.side = of.side;
    fell.absent = of.absent;
    fell.ply = of.ply;
    fell.moves = of.presses;
    fell.moves_required = of.moves_required;
    fell.period = of.period;
    fell.last_period = of.last_period;
    fell.by = a.command.by;
    fell.opponent_can_mate = of.clock_verdict;
    rule(draft, a, answering(a));
    flag_fell(draft, fell);
    return std::nullopt;
}

// The time that a command gives when it is ruled once more, as far as the record knows.
Both<Duration> time_again(const Draft& draft, const wire::OfficeCommand& command) {
    const Live& live = draft.live();
    Both<Duration> time;
    if (const auto* adjust = std::get_if<wire::Adjust>(&command)) return adjust->deltas;
    const auto* control = std::get_if<wire::SetControl>(&command);
    const auto* set = std::get_if<wire::SetReading>(&command);
    if (control && control->relative) return control->readings;
    if (set || (control && !live.running))
        for (const Side side : {Side::white, Side::black})
            time[side] = (set ? set->correction.readings : control->readings)[side] -
                         live.readings[side];
    return time;
}

// The command if it is outstanding. Otherwise it was refused, and its ruling does not hold.
std::optional<wire::CommandIssued> waits_for_effect(const Draft& draft,
                                                    const wire::OfficeCommand& command) {
    for (const Outstanding& out : draft.live().outbox)
        if (out.issued.command == command) return out.issued;
    return std::nullopt;
}

// Does a refusal of this command take its ruling back? Not if clockd was only to note an arrival, a
// start or an end, and not if an event's office sent it.
bool carries_ruling(const wire::OfficeCommand& command) {
    const bool of_game = std::holds_alternative<wire::Arrive>(command) ||
                         std::holds_alternative<wire::StartGame>(command) ||
                         std::holds_alternative<wire::EndGame>(command) ||
                         std::holds_alternative<wire::ReopenGame>(command);
    const auto of_office = [](const auto& c) { return c.id.starts_with(hall_ids); };
    return !of_game && !std::visit(of_office, command);
}

// Does `tip` put this ruling in force again, by taking back the ruling that undid it?
bool leads_back(const Live& live, std::uint32_t tip, std::uint32_t to) {
    const Ruled* at = find_ruled(live, tip);
    while (at != nullptr && at->number > to) {
        at = find_ruled(live, at->effect.undoes);
        if (at != nullptr) at = find_ruled(live, at->effect.undoes);
    }
    return at != nullptr && at->number == to;
}

// The refusal of a ruling's command took that ruling back: returns the last ruling of the chain by
// which it still does. 0: it did not, or it does not stand itself: it was taken back, or given in a
// game that was cancelled.
std::uint32_t refusal_of(const Live& live, const Question& question) {
    if (question.basis.command && !carries_ruling(*question.basis.command)) return 0;
    if (question.basis.ruling == 0) return 0;
    const std::uint32_t of = root_of(live, question.basis.ruling);
    for (const Ruled& ruled : live.ruled) {
        if (!ruled.refusal || ruled.undone) continue;
        const std::uint32_t root = root_of(live, ruled.number);
        const std::uint32_t tip = tip_of(live, root);
        if (root == of && leads_back(live, tip, ruled.number)) return tip;
    }
    return 0;
}

// Rules once more what was refused: its ruling takes back, or restores, what it had before. But an
// answer is not given again if another one stands by now.
void rule_again(Draft& draft, const Answer& a, const Both<Duration>& time) {
    wire::Effect effect = answering(a);
    effect.time = time;
    effect.undoes = refusal_of(draft.live(), a.question);
    FF_CHECK(effect.undoes <= draft.live().rulings);
    const Ruled* first = find_ruled(draft.live(), root_of(draft.live(), effect.undoes));
    const std::optional<Ruled> root = first ? std::optional(*first) : std::nullopt;
    if (root && root->undone && answered_by(draft.live(), answered_first(*root)) > 0) {
        effect.undoes = 0;  // only the command itself is ruled again
        return rule(draft, a, effect);
    }
    const Ruled* tip = find_ruled(draft.live(), effect.undoes);
    const Ruled* acts = tip ? in_force(draft.live(), *tip) : nullptr;
    std::vector<Question> closed = acts ? acts->closed : std::vector<Question>{};
    if (root && !root->undone) close_what_it_asked(draft, *root);
    rule(draft, a, effect);
    if (!root || draft.over()) return;
    if (stands(draft.live(), root->number)) {
        answer_again(draft, *root);
        std::ranges::copy(closed_without(draft.live(), *root), std::back_inserter(closed));
    } else {
        std::ranges::copy(root->closed, std::back_inserter(closed));
    }
    ask_again(draft, closed, with_time(draft.live().readings, time));
}

// Rules and sends again what clockd refused.
MaybeRefusal refused_again(Draft& draft, const Answer& a) {
    if (!a.question.basis.command)
        return refuse("unknown_option", "option: there is no command to send", "/act/option");
    if (auto no = under_way(draft)) return no;
    wire::OfficeCommand command = *a.question.basis.command;
    if (auto* set = std::get_if<wire::SetControl>(&command)) {
        set->control.article = article_of(a);
        set->control.reason = a.command.reason;
    }
    rule_again(draft, a, time_again(draft, command));
    draft.send_again(command);
    return std::nullopt;
}

// III.3.1: it is not known which flag fell first, and this is the last period.
MaybeRefusal both_down(Draft& draft, const Answer& a) {
    return give(draft, a, {drawn(), Ending::time_forfeit_draw,
                           article_of(a.command, own_article(draft.profile(), "III.3.1"))});
}

// Sends the same time control again (6.10.2).
MaybeRefusal again(Draft& draft, const Answer& a) {
    const auto* of = facts_of<wire::OfControl>(a.question);
    FF_CHECK(of != nullptr);
    wire::SetControl command;
    FF_CHECK(!of->time_control.empty());
    command.control = {of->time_control, of->period_trigger, article_of(a), a.command.reason};
    command.readings = of->readings;
    rule_again(draft, a, time_again(draft, command));
    draft.set_control(command.control, command.readings);
    return std::nullopt;
}

MaybeRefusal send_again(Draft& draft, const Answer& a) {
    if (!a.question.basis.command)
        return refuse("unknown_option", "option: there is no command to send", "/act/option");
    wire::OfficeCommand command = *a.question.basis.command;
    // The office may have wanted to cancel a game that was played in the meantime.
    if (std::holds_alternative<wire::EndGame>(command) && !draft.over())
        return refuse("not_over", "the game is not over by the record: let the command be, and "
                                  "give the result, if it has one");
    if (std::holds_alternative<wire::ReopenGame>(command))
        if (auto no = has_other_game(draft)) return no;
    const auto* set = std::get_if<wire::SetReading>(&command);
    const auto* adjust = std::get_if<wire::Adjust>(&command);
    std::optional<Both<Duration>> shown;
    if (set) shown = set->correction.readings;
    if (adjust) shown = with_time(draft.live().readings, adjust->deltas);
    const auto waits = waits_for_effect(draft, command);
    if (waits) rule(draft, a, answering(a));
    else rule_again(draft, a, time_again(draft, command));
    drop_command(draft, command, Settling::sent_again);
    // The result may have changed in the meantime.
    if (auto* end = std::get_if<wire::EndGame>(&command)) {
        FF_CHECK(draft.live().result.has_value());
        end->outcome = *draft.live().result;
    }
    draft.send_again(command, waits ? waits->ruling : 0);
    if (shown && !draft.over()) flags_set(draft, *shown);
    return std::nullopt;
}

// The command will have no effect; a result that it was to withdraw stands.
MaybeRefusal let_be(Draft& draft, const Answer& a) {
    const auto& command = a.question.basis.command;
    const auto waits = command ? waits_for_effect(draft, *command) : std::nullopt;
    rule(draft, a, answering(a));
    if (!command) return std::nullopt;
    drop_command(draft, *command, Settling::given_up);
    FF_CHECK(!waits || waits->command == *command);
    const std::string why = "the command was let be";
    if (waits) does_not_hold(draft, *waits, {{}, "given_up", why, {}, {}});
    const bool reopens = std::holds_alternative<wire::ReopenGame>(*a.question.basis.command);
    if (reopens && draft.live().withdrawn) draft.keep_result("given_up");
    return std::nullopt;
}

// Sets the position of the record, or one that the arbiter enters.
MaybeRefusal set_position(Draft& draft, const Answer& a, bool given) {
    const Both<Duration> times =
        times_of(a, given ? draft.live().readings : clock_after(draft.game(), draft.live().ply));
    wire::SetClock set;
    set.white = times[Side::white];
    set.black = times[Side::black];
    set.ply = given ? draft.counted() : draft.live().ply;  // fewer or more moves may be entered
    set.run = true;
    if (given) {
        const auto position = chess::parse_position(a.given.text, draft.variant());
        if (!position)
            return refuse("bad_fen", "text: " + chess::text(position.error()), "/act/text");
        set.fen = a.given.text;
        if (position->side_to_move() != draft.to_move()) set.ply = draft.next_ply();
    }
    answered(draft, a);
    wire::DeskCommand command = a.command;
    command.article = article_of(a);
    command.reason = words(a);
    return set_clock(draft, command, set, a.question.number, true);
}
MaybeRefusal go_back(Draft& draft, const Answer& a) { return set_position(draft, a, false); }
MaybeRefusal set_up(Draft& draft, const Answer& a) { return set_position(draft, a, true); }

MaybeRefusal warn(Draft& draft, const Answer& a) {
    answered(draft, a);
    draft.rule(article_of(a.command, "12.9.1"), a.question.about, words(a), facts_of(a),
               answering(a));
    return std::nullopt;
}

// 12.9.2.
MaybeRefusal time_to_opponent(Draft& draft, const Answer& a) {
    if (auto no = not_in_play(draft)) return no;
    wire::Effect effect = answering(a);
    FF_CHECK(draft.profile().penalty >= Duration{});
    effect.time[other(side_of(a.question))] = draft.profile().penalty;
    const std::string article = article_of(a.command, "12.9.2");
    answered(draft, a);
    draft.rule(article, a.question.about, words(a), facts_of(a), effect);
    draft.adjust_clock(effect.time, article, a.command.reason);
    return std::nullopt;
}

// 7.5.5: the loss depended on an action that no longer counts.
MaybeRefusal reopen(Draft& draft, const Answer& a) {
    return reopen_loss(draft, a.command, a.given, a.question);
}

constexpr Option options[]{
    {Subject::loss, Choice::reopen, reopen},
    {Subject::loss, Choice::stands, as_it_is},
    {Subject::default_time, Choice::forfeit_white, forfeit_white},
    {Subject::default_time, Choice::forfeit_black, forfeit_black},
    {Subject::default_time, Choice::forfeit_both, forfeit_both},
    {Subject::default_time, Choice::wait, as_it_is},
    {Subject::flag, Choice::call, call},
    {Subject::flag, Choice::leave, not_called},
    {Subject::flag, Choice::draw, both_down},
    {Subject::claim_flag, Choice::draw, both_down},
    {Subject::flag_fall, Choice::call, judge_flag},
    {Subject::flag_fall, Choice::forfeit_white, forfeit_white},
    {Subject::flag_fall, Choice::forfeit_black, forfeit_black},
    {Subject::flag_fall, Choice::forfeit_both, forfeit_both},
    {Subject::refused, Choice::again, refused_again},
    {Subject::control, Choice::again, again},
    {Subject::clock_command, Choice::again, send_again},
    {Subject::clock_command, Choice::let_be, let_be},
    {Subject::game_end, Choice::again, send_again},
    {Subject::game_end, Choice::let_be, let_be},
    {Subject::agreement, Choice::play_on, as_it_is},
    {any, Choice::go_back, go_back},
    {any, Choice::set_up, set_up},
    {any, Choice::warn, warn},
    {Subject::distraction, Choice::time, time_to_opponent},
    {Subject::appeal, Choice::upheld, as_it_is},
    {Subject::appeal, Choice::dismissed, as_it_is},
};

}  // namespace

std::span<const Option> options_of_play() { return options; }

}  // namespace flagfall::game
