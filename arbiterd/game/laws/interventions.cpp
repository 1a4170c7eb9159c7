// What persons do at clockd, and the effects of arbiterd's own commands.
#include "arbiterd/game/laws/interventions.hpp"

#include <algorithm>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/limits.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/lost.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/refused.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/time_trouble.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

constexpr std::string_view to_record = "the clock is set to the moves of the record";

// What a correction added to each clock, compared with `before`. If a clock showed zero, or shows
// it now, the setting says nothing about earlier readings.
Both<Duration> added(const Both<Duration>& before, const Both<Duration>& after) {
    Both<Duration> time;
    FF_CHECK(after[Side::white] >= Duration{});
    FF_CHECK(after[Side::black] >= Duration{});
    for (const Side side : {Side::white, Side::black})
        if (before[side] > Duration{} && after[side] > Duration{})
            time[side] = after[side] - before[side];
    return time;
}

Both<Duration> shown_before(const Draft& draft) {
    return draft.occasion().before.value_or(draft.live().readings);
}

void keep(Draft& draft, Intervening kind, std::string_view by, std::string_view article,
          std::string_view reason, bool run, const Both<Duration>& carried = {},
          const wire::NewControl& control = {}, std::uint32_t ruling = 0,
          std::optional<Side> side = {}) {
    FF_CHECK(!by.empty());
    FF_CHECK(ruling <= draft.live().rulings);
    wire::ClockIntervention e;
    e.kind = kind;
    e.side = side;
    e.by = by;
    e.article = article;
    e.reason = reason;
    e.before = draft.occasion().before.value_or(
        draft.live().clock_shows.value_or(draft.live().readings));
    e.after = draft.occasion().readings;
    e.carried = carried;
    e.run = run;
    e.ruling = ruling;
    e.time_control = control.time_control;
    if (!e.time_control.empty())
        e.period_trigger = control.period_trigger.value_or(PeriodTrigger::moves);
    draft.add(std::move(e));
}

// By how much somebody else's correction changes earlier readings: compared with the clock, or with
// the record's readings at the position to which it went back.
Both<Duration> carried_by(const Draft& draft, const wire::ReadingSet& e) {
    const wire::Correction& c = e.correction;
    if (e.adjusted && !draft.occasion().before && c.run) return {};  // the time used is unknown
    if (e.adjusted || c.ply >= draft.counted()) return added(shown_before(draft), c.readings);
    const Game& game = draft.game();
    if (c.ply < game.base || !c.fen.empty() || presses_only(draft)) return {};
    FF_CHECK(c.ply.count - game.base.count < game.clocks.size());
    return added(game.clocks.at(c.ply.count - game.base.count), c.readings);
}

// The clock beside the board, used for the game, jumped: it was set, or is wrong (6.10.1).
void ask_about_jump(Draft& draft, const wire::ReadingSet& e) {
    if (actor_of(e.by) != Actor::boards || draft.over()) return;
    const Both<Duration> before = shown_before(draft);
    Both<Duration> by = e.correction.readings;
    for (const Side side : {Side::white, Side::black}) by[side] -= before[side];
    constexpr Duration much = milliseconds(limits::board_clock_jump_asks_ms);
    const auto jumped = [&](Side side) {
        return by[side] >= much || by[side] <= Duration{} - much;
    };
    if (!jumped(Side::white) && !jumped(Side::black)) return;
    for (const Question& question : draft.live().questions)
        if (question.about == Subject::clock) return;  // somebody will look at it anyway
    const Both<Duration>& now = e.correction.readings;
    draft.ask("6.10.1", Subject::clock,
              "The clock beside the board shows another time than before. If nobody has set it, "
              "see whether it is right.",
              {fact("white_us", now[Side::white].us), fact("black_us", now[Side::black].us),
               fact("white_added_us", by[Side::white].us),
               fact("black_added_us", by[Side::black].us)},
              false, only_noted());
}

// The clock must run for the side that has the move by the record; otherwise a person is asked.
void compare_turn(Draft& draft, Side turn) {
    if (turn == clock_side(draft) || draft.live().hold == Hold::question) return;
    wire::Pairs evidence;
    add_position(draft, evidence);
    evidence.push_back(fact("ply", draft.counted().count));
    ask_position(draft,
                 sentence({"The clock is set for ", say(turn), ", but by the record ",
                           say(clock_side(draft)), " has the move."}),
                 std::move(evidence));
}

// A person counts the pending move as completed.
bool completes_pending(Draft& draft, const wire::Correction& c,
                       const std::optional<chess::Position>& wanted) {
    if (c.ply != draft.next_ply()) return false;
    const std::vector<Step> line = legal_pending(draft);
    if (line.empty()) return false;
    if (wanted && !chess::same_position(*wanted, line.front().after)) return false;
    const Pending made = draft.live().pending.front();
    draft.record(line.front().move,
                 {.written = made.text, .elapsed = made.elapsed, .by = CompletedBy::ruling});
    FF_CHECK(draft.live().ply == c.ply);
    return true;
}

void restore_position(Draft& draft, const wire::ReadingSet& e) {
    const wire::Correction& c = e.correction;
    if (presses_only(draft)) return set_at_presses(draft, e);
    // Only the clock was set, while it was one move ahead of the record.
    const bool ahead = draft.live().unruled || reply_runs(draft.live());
    if (c.fen.empty() && ahead && c.ply == clock_ply(draft)) return;
    std::optional<chess::Position> wanted;
    if (!c.fen.empty()) {
        const auto read = chess::parse_position(c.fen, draft.variant());
        if (!read) {
            return ask_position(draft, "The position set cannot be read as a FEN.",
                                {fact("fen", c.fen), fact("errors", chess::text(read.error()))});
        }
        wanted = *read;
    }
    if (completes_pending(draft, c, wanted)) return;
    const chess::Position* own = recorded_position(draft, c.ply);
    if (own && (!wanted || chess::same_position(*own, *wanted))) {
        // If exactly this position is set, the move on the board is taken back, too.
        const bool taken_back = (wanted && !draft.live().pending.empty()) || ahead;
        if (c.ply != draft.live().ply || taken_back) {
            draft.restore(c.ply, *own, {}, e.by, c.reason);
        }
        return;
    }
    if (wanted) return draft.restore(c.ply, *wanted, c.fen, e.by, c.reason);
    const bool before = c.ply < draft.game().base;
    const Ply known = before ? draft.game().base : draft.live().ply;
    ask_position(draft,
                 sentence({"The clock is set after ply ", std::to_string(c.ply.count),
                           before ? ", but the record goes back only to ply "
                                  : ", but the record has only ", std::to_string(known.count),
                           ": enter the position."}),
                 {fact("ply", c.ply.count)});
}

// The outstanding command that went to clockd with this id; nullptr: none.
const Outstanding* sent_with(const Draft& draft, const std::string& cmd_id) {
    const auto at = std::ranges::find_if(draft.live().outbox, [&](const Outstanding& out) {
        return id_of(out.issued.command) == cmd_id ||
               std::ranges::find(out.former, cmd_id) != out.former.end();
    });
    return at == draft.live().outbox.end() ? nullptr : &*at;
}

// By how much a ruling at the desk changes earlier readings. An undo reverses that change; moves
// that come back have their own readings.
Both<Duration> carried_by(const Draft& draft, const wire::CommandIssued& issued,
                          const wire::Correction& c) {
    const Ruled* ruled = find_ruled(draft.live(), issued.ruling);
    if (ruled && ruled->effect.undoes > 0) {
        if (ruled->effect.moves || ruled->effect.gives_result) return {};
        return carried_back(draft.game(), *ruled);
    }
    if (ruled && ruled->about == Subject::adjournment) return {};  // the sealed move's gain
    // Readings reported by presses belong to their counts, whatever is set now.
    if (issued.places && presses_only(draft)) return {};
    const bool answer = ruled && ruled->effect.answers > 0 && ruled->about != Subject::position;
    if (issued.places && answer) return ruled->effect.time;
    const bool goes_back = issued.places && kept_under(draft.game(), issued.ruling);
    return added(goes_back ? draft.game().clocks.back() : shown_before(draft), c.readings);
}

// If this pause was sent in order to set the clock to the record, sets and starts the clock now.
void stopped_to_go_on(Draft& draft, const wire::CommandIssued& pause) {
    if (draft.over() || !answered_by_record(draft.live(), pause.ruling)) return;
    draft.order_by(pause.by);
    draft.carries_out(pause.ruling);
    go_on_by_record(draft);
}

// The clock has carried out what a person ruled at the desk.
void keep_desk_effect(Draft& draft, const wire::CommandIssued& issued) {
    const auto done = [&](Intervening kind, std::string_view article, std::string_view reason,
                          bool run, const Both<Duration>& carried = {},
                          const wire::NewControl& control = {}) {
        keep(draft, kind, issued.by, article, reason, run, carried, control, issued.ruling);
    };
    const bool runs = draft.live().running;
    if (const auto* set = std::get_if<wire::SetReading>(&issued.command)) {
        const wire::Correction& c = set->correction;
        done(Intervening::set_reading, c.article, c.reason, c.run, carried_by(draft, issued, c));
    } else if (const auto* pause = std::get_if<wire::Pause>(&issued.command)) {
        done(Intervening::paused, "6.11.1", pause->reason, false);
    } else if (std::holds_alternative<wire::Resume>(issued.command)) {
        done(Intervening::resumed, "6.11.3", "", true);
    } else if (const auto* adjust = std::get_if<wire::Adjust>(&issued.command)) {
        done(Intervening::adjusted, adjust->article, adjust->reason, runs);
    } else if (const auto* control = std::get_if<wire::SetControl>(&issued.command)) {
        done(Intervening::control_set, control->control.article, control->control.reason, runs,
             added(shown_before(draft), draft.occasion().readings), control->control);
    } else if (const auto* end = std::get_if<wire::EndGame>(&issued.command)) {
        // The clock ran until then, so taking the result back gives no time back. A flag that is
        // down is what was ruled on.
        const Both<Duration>& now = draft.occasion().readings;
        if (runs && now[clock_side(draft)] > Duration{})
            done(Intervening::paused, end->outcome.article, "the game was ended", false);
    }
}

void record_result(Draft& draft, const wire::GameEnded& e) {
    wire::RulingGiven ruling;
    ruling.number = draft.live().rulings + 1;
    ruling.by = e.by;
    ruling.article = e.outcome.article;
    ruling.about = Subject::game_end;
    ruling.ply = draft.counted();
    change_from(draft.live(), ruling.effect);
    ruling.text = e.outcome.ending == Ending::cancelled
                      ? "The game was taken back before it was played."
                      : sentence({"The game was ended at the clock: ", text(e.outcome.score), "."});
    if (draft.live().result) {
        ruling.evidence.push_back(fact("result_before", text(draft.live().result->score)));
    }
    FF_CHECK(ruling.effect.gives_result);
    ruling.evidence.push_back(fact("reason", name(e.outcome.ending)));
    draft.add(std::move(ruling));
    wire::ResultRecorded result;
    result.outcome = e.outcome;
    result.by = e.by;
    result.ply = draft.live().ply;
    result.readings = e.readings;
    draft.add(std::move(result));
    approve_again(draft);
}

// The game is open: sets its clock to the record, and lets it stand.
void set_standing(Draft& draft, const Both<Duration>& readings, std::string reason) {
    draft.set_clock({.readings = readings, .turn = draft.to_move(), .ply = {}, .run = false,
                     .fen = {}, .article = std::string(own_article(draft.profile(), "11.10")),
                     .reason = std::move(reason), .answers = {}, .goes_on = true});
    draft.then();
}

// Reopens with the game an illegal action whose correction was taken back.
void open_action_again(Draft& draft, const OpenAgain& action) {
    FF_CHECK(!draft.over());
    FF_CHECK(action.kept.before != nullptr);
    const Both<Duration> readings = draft.bring_back(action.kept, action.by);
    open_again(draft, action.kept);
    stand_on_board(draft, *action.kept.before);
    draft.carries_out(action.by);
    set_standing(draft, readings, "an illegal action is open again that was put right by a ruling "
                                  "that was taken back");
}

// The clock stands where its game ended; the record may be elsewhere by now: before an illegal
// move, or after a move that ended the game without a press.
void set_to_record(Draft& draft, const wire::GameReopened& e, const Both<Duration>& readings) {
    if (!e.turn || (*e.turn == clock_side(draft) && e.ply == clock_ply(draft))) return;
    set_standing(draft, readings, std::string(to_record));
}

}  // namespace

void ask_position(Draft& draft, std::string text, wire::Pairs evidence) {
    draft.ask("7.1", Subject::position, std::move(text), std::move(evidence), true,
              see_by_record(draft.live().began));
}

void settle(Draft& draft, const std::string& id, Settling how, std::string_view code) {
    draft.settle(id, how, code);
    close_about(draft, id);
}

const chess::Position* recorded_position(const Draft& draft, Ply ply) {
    const Game& game = draft.game();
    if (ply < game.base || ply > draft.live().ply) return nullptr;
    return &game.history.at(ply.count - game.base.count);
}

void stands(Draft& draft, Side side, std::string_view article, std::string_view reason) {
    keep(draft, Intervening::paused, name(side), own_article(draft.profile(), article), reason,
         false);
}

void stops(Draft& draft, std::string_view by, std::string_view article, std::string_view reason) {
    keep(draft, Intervening::stopped, by, own_article(draft.profile(), article), reason, false);
}

void stands_already(Draft& draft, const wire::CommandIssued& issued) {
    FF_CHECK(std::holds_alternative<wire::Pause>(issued.command));
    const auto& pause = std::get<wire::Pause>(issued.command);
    keep(draft, Intervening::paused, issued.by.empty() ? name(Actor::arbiterd) : issued.by,
         "6.11.1", pause.reason, false);
    draft.numbers_on(pause.id);
    stopped_to_go_on(draft, issued);
}

void ask_stopped(Draft& draft, std::string_view by, std::string_view article, Subject about,
                 std::string text, wire::Pairs evidence, wire::Pairs options, wire::Basis basis) {
    stops(draft, by, article, name(about));
    draft.ask(article, about, std::move(text), std::move(evidence), true, std::move(options),
              std::move(basis));
}

void paused(Draft& draft, const wire::Paused& e) {
    keep(draft, Intervening::paused, e.by, "", e.reason, false);
    const auto actor = actor_of(e.by);
    const bool by_arbiter = actor == Actor::arbiter || actor == Actor::arbiterd;
    if (by_arbiter || draft.live().hold == Hold::question) return;
    const bool power_cut = actor == Actor::clockd;
    const Both<Duration>& readings = draft.occasion().readings;
    std::string text = "A player paused the clock to seek the arbiter: see why, and resume.";
    if (power_cut)
        text = "The clock stands since the machine stopped: set it, or resume as it is.";
    else if (actor == Actor::boards)
        text = "The clock beside the board was stopped: see why, and start it there.";
    draft.ask(power_cut ? "6.10.1" : "6.11.2", Subject::pause, std::move(text),
              {fact("by", e.by), fact("reason", e.reason),
               fact("white_us", readings[Side::white].us),
               fact("black_us", readings[Side::black].us)},
              false, see_and_resume(), {.facts = wire::OfPause{power_cut}});
}

void period_ended(Draft& draft, const wire::PeriodEnded& e) {
    FF_CHECK(e.period >= 1);
    Both<Duration> readings = draft.live().readings;
    readings[e.side] = {};
    const std::string update = sheets_to_update(draft, readings);
    keep(draft, Intervening::period_ended, name(Actor::clockd), "6.3",
         sentence({say(e.side), " used up the time of a period with its moves completed; period ",
                   std::to_string(e.period), " began", update.empty() ? "" : "; ", update}),
         true, {}, {}, 0, e.side);
}

void resumed(Draft& draft, const wire::Resumed& e) {
    // Only the clock beside the board runs again: nobody has looked at anything else.
    if (actor_of(e.by) == Actor::boards) close_pause(draft, e.by);
    else close_by_intervention(draft, e.by);
    keep(draft, Intervening::resumed, e.by, "", "", true);
    if (draft.live().hold == Hold::none) report_ended(draft);
    compare_turn(draft, e.turn);
}

void reading_set(Draft& draft, const wire::ReadingSet& e) {
    if (e.adjusted) {
        keep(draft, Intervening::adjusted, e.by, e.correction.article, e.correction.reason,
             e.correction.run, carried_by(draft, e));
        return ask_about_jump(draft, e);
    }
    close_by_intervention(draft, e.by);
    keep(draft, Intervening::set_reading, e.by, e.correction.article, e.correction.reason,
         e.correction.run, carried_by(draft, e));
    restore_position(draft, e);
    if (draft.live().hold != Hold::question) report_ended(draft);
    compare_turn(draft, e.correction.turn);
}

void game_ended(Draft& draft, const wire::GameEnded& e) {
    while (!draft.live().outbox.empty()) {
        const wire::CommandIssued issued = draft.live().outbox.front().issued;
        const std::string id(id_of(issued.command));
        settle(draft, id, Settling::game_ended);
        came_too_late(draft, issued, {id, "game_ended", "the game was ended", {}, {}});
    }
    if (draft.live().result != e.outcome) record_result(draft, e);
    end_offers(draft);
    close_at_end(draft);
    if (e.outcome.ending == Ending::cancelled) close_all(draft);
    FF_CHECK(draft.live().outbox.empty());
    FF_CHECK(draft.live().result == e.outcome);
}

void control_set(Draft& draft, const wire::ControlSet& e) {
    keep(draft, Intervening::control_set, e.by, e.control.article, e.control.reason, e.run,
         added(shown_before(draft), e.readings), e.control);
}

namespace {

// May a clock stand until this question is answered? Play does not wait for the listed ones.
bool may_stand_for(const Question& question) {
    constexpr std::array beside{Subject::appeal,       Subject::default_time,
                                Subject::terms,        Subject::claim_postponed,
                                Subject::dated_back,   Subject::device_twice,
                                Subject::foreign_game, Subject::distraction,
                                Subject::board_gone,   Subject::board_sign};
    return question.holds || std::ranges::find(beside, question.about) == beside.end();
}

}  // namespace

void ask_of_frozen_clock(Draft& draft) {
    const Live& live = draft.live();
    const bool sealed = waits_for_envelope(live);
    if (draft.over() || !live.began || live.running || live.named_pause || sealed ||
        !live.outbox.empty() || std::ranges::any_of(live.questions, may_stand_for))
        return;
    draft.ask("6.11.3", Subject::pause,
              "The clock stands, and no arbiter has paused it: see the board, and let it run on.",
              {fact("white_us", live.readings[Side::white].us),
               fact("black_us", live.readings[Side::black].us)},
              false, see_and_resume(), {.facts = wire::OfPause{}});
}

namespace {

// The record was restored from a backup: it does not have the act that took the result back. What
// clockd's log says about the clock is true; what the ruling was is for a person to enter again.
void ask_of_lost_act(Draft& draft, const wire::GameReopened& e) {
    draft.ask("11.10", Subject::game_end,
              "The game was opened again at the clock by an act of the desk that the record does "
              "not have, and goes on: the record was restored from a backup. Enter again what the "
              "desk has ruled since the backup.",
              {fact("article", e.article), fact("reason", e.reason)}, false, only_noted());
}

}  // namespace

// Everything decided about the game stays on the record; only the result goes. A person at the
// clock may do what a ruling at the desk has ordered already: the game is then open, and a refusal
// of the desk's command does not bring its result back.
void game_reopened(Draft& draft, const wire::GameReopened& e) {
    if (!draft.over() && !draft.live().withdrawn) return;
    const bool ours = actor_of(e.by) == Actor::arbiterd && draft.over();
    // It was to be opened for a ruling and has a new result since: that one stands, and ends it.
    const std::vector<std::string>& ordered = draft.live().reopenings;
    if (ours && std::ranges::find(ordered, draft.occasion().command) != ordered.end()) {
        draft.not_counted(wire::GameReopened::type, "a new result was given since it was ordered");
        return draft.end_clock();
    }
    FF_CHECK(!e.by.empty());
    const std::vector<Question> closed = closed_by_end(draft);
    const auto action = ours ? std::nullopt : open_with_game(draft);
    const Both<Duration> gained = difference(draft.live().readings, without_gain(draft.live()));
    wire::ResultWithdrawn withdrawn;
    withdrawn.by = e.by;
    withdrawn.article = e.article;
    withdrawn.reason = e.reason;
    draft.withdraw(std::move(withdrawn));
    drop_ending(draft);
    // The record has the readings of the moment when the game ended for it.
    if (draft.occasion().readings != draft.live().readings)
        keep(draft, Intervening::paused, e.by, e.article, e.reason, false);
    report_ended(draft);
    if (ours) {
        ask_again(draft, closed, draft.live().readings);
        return ask_of_lost_act(draft, e);
    }
    draft.order_by(e.by);
    if (action) open_action_again(draft, *action);
    else set_to_record(draft, e, with_time(draft.live().readings, difference({}, gained)));
    const Both<Duration> paid = with_time(draft.live().readings, owed(draft.live()));
    pay_owed(draft);
    ask_again(draft, closed, paid);
    if (action) ask_of_open_again(draft, *action->kept.before);
}

const Question* answered_by_record(const Live& live, std::uint32_t ruling) {
    const Ruled* ruled = find_ruled(live, ruling);
    const Question* question = ruled ? answered_question(*ruled) : nullptr;
    return question && may_be_apart(*question) ? question : nullptr;
}

bool may_be_apart(const Question& question) {
    // With an ending: about a move that ends the game only for the clock's own view of the board.
    if (question.about == Subject::position) return !facts_of<wire::OfEnding>(question);
    return question.about == Subject::correction;
}

void go_on_by_record(Draft& draft) {
    const Live& live = draft.live();
    if (!live.began || waits_for_envelope(live)) return;
    if (live.running) return draft.pause_clock(std::string(to_record));
    draft.set_clock({.readings = live.readings, .turn = draft.to_move(), .ply = {}, .run = true,
                     .fen = {}, .article = "6.11.3", .reason = std::string(to_record),
                     .answers = {}, .goes_on = true});
}

namespace {

// A player called the arbiter before the clock got this command, which started it: it must stand
// until the arbiter has answered the call (6.11.2, 6.11.3).
void stand_for_call(Draft& draft, const wire::CommandIssued& done) {
    const Live& live = draft.live();
    const auto since = [&](const Question& question) {
        return is_call(question) && (done.by.empty() || question.since >= done.ruling);
    };
    if (draft.over() || !live.running || !live.outbox.empty() ||
        std::ranges::none_of(live.questions, since))
        return;
    draft.pause_clock("a player has called the arbiter");
}

}  // namespace

bool settled(Draft& draft, const std::string& cmd_id) {
    const Outstanding* const found = sent_with(draft, cmd_id);
    if (!found) return false;
    const Outstanding sent = *found;
    if (!sent.issued.by.empty()) keep_desk_effect(draft, sent.issued);
    settle(draft, id_of(sent.issued.command), Settling::done);
    FF_CHECK(!is_out(draft.live(), id_of(sent.issued.command)));
    if (std::holds_alternative<wire::Pause>(sent.issued.command))
        stopped_to_go_on(draft, sent.issued);
    stand_for_call(draft, sent.issued);
    return true;
}

// Acts of players that the desk reported to clockd: their own events are judged as well.
void settle_act(Draft& draft, const std::string& cmd_id, bool flag) {
    const Outstanding* const sent = sent_with(draft, cmd_id);
    if (!sent) return;
    const auto& command = sent->issued.command;
    const bool same = flag ? std::holds_alternative<wire::CallFlag>(command)
                           : std::holds_alternative<wire::Arrive>(command);
    if (same) settle(draft, std::string(id_of(command)), Settling::done);
}

void settle_start(Draft& draft, const std::string& cmd_id) {
    const Outstanding* const sent = sent_with(draft, cmd_id);
    if (sent) settle(draft, std::string(id_of(sent->issued.command)), Settling::done);
}

}  // namespace flagfall::game
