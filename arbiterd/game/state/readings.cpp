#include "arbiterd/game/state/readings.hpp"

#include <algorithm>
#include <variant>

#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/base/overload.hpp"

namespace flagfall::game {
namespace {

// A change of the readings.
struct Change {
    Both<Duration> time;  // now
    Shift shift;          // at each moment
    const std::string& article;
    std::uint32_t ruling = 0;  // the ruling it belongs to; 0: none
    bool placed = false;       // it set a position: what that took back does not change
    bool holds = true;         // it applies to any game on this clock, not just to this one
    bool unsent = false;       // by an undo that the clock knows nothing about
};

// The readings proposed by these questions are older than the change. Questions about a flag are
// asked again with the new readings instead (flags_set); a question that the ruling itself asked
// includes its change.
void shift_proposed(std::vector<Question>& questions, const Change& change) {
    for (Question& question : questions) {
        const bool knows = change.ruling > 0 && question.since == change.ruling;
        if (question.basis.proposed && question.about != Subject::flag && !knows)
            question.basis.proposed->readings =
                with_time(question.basis.proposed->readings, change.time);
    }
}

// Undoes ask again what rulings closed: adds the changes that other rulings have made since.
void shift_closed(Live& live, const Change& change) {
    const std::uint32_t root = root_of(live, change.ruling);
    for (Ruled& ruled : live.ruled) {
        const bool own = change.ruling > 0 && root_of(live, ruled.number) == root;
        if (!own) shift_proposed(ruled.closed, change);
    }
    if (live.adjourned) shift_proposed(live.adjourned->closed, change);
}

// Time given or taken by a ruling also holds for earlier positions, if the game goes back there,
// for an open illegal action, and for readings proposed to the arbiter.
void shift_clocks(Game& game, const Change& change) {
    Live& live = game.live;
    const auto ruled = std::ranges::find(live.ruled, change.ruling, &Ruled::number);
    const bool none = change.time == Both<Duration>{} && change.shift == Shift{};
    if (none && !change.unsent) return;
    if (change.ruling > 0 && ruled != live.ruled.end()) add(ruled->carried, change.shift);
    // If a person corrected the clock, it is right for a game that begins again, too.
    if (corrects_clock(live, change.ruling)) game.at_start = sum(game.at_start, change.time);
    if (change.shift != Shift{})
        game.changes.push_back({live.ply, change.shift, change.article});
    const std::size_t known = game.clocks.size();
    shift_readings(game, change.shift);
    FF_CHECK(game.clocks.size() == known);
    if (live.unruled) live.unruled->given = sum(live.unruled->given, change.time);
    shift_proposed(live.questions, change);
    if (change.placed) return;
    for (TakenBack& kept : game.taken_back) {
        const bool own = change.ruling > 0 && kept.ruling == change.ruling;
        if (own || (!change.holds && kept.of != game.begun)) continue;
        add(kept.given, change.shift);
        kept.more = sum(kept.more, more_of(live, kept, change.ruling, change.shift));
    }
    shift_closed(live, change);
}

// The readings at the beginning of a game by this control.
Both<Duration> initial(const Both<TimeControl>& control) {
    Both<Duration> readings;
    for (const Side side : {Side::white, Side::black}) {
        const Period& first = control[side].period(1);
        readings[side] = first.base + before_move(first);
        FF_CHECK(readings[side] >= Duration{});
    }
    return readings;
}

// From now on the game is played by this control; rules, records and output use it.
void take_control(Game& game, const wire::ClockIntervention& e) {
    const auto control = parse_time_control(e.time_control);
    if (!control) return;
    FF_CHECK(!(*control)[Side::white].periods.empty());
    FF_CHECK(!(*control)[Side::black].periods.empty());
    const Both<Duration> corrected = game.at_start;
    const std::optional<Both<TimeControl>> former = game.control;
    game.control = *control;
    game.at_start = initial(*control);
    if (former && control_of_game(game.live, e.ruling))  // the clock was right before
        game.at_start = sum(game.at_start, difference(corrected, initial(*former)));
    if (e.period_trigger) game.trigger = *e.period_trigger;
    game.profile.period_trigger = game.trigger;
    if (former) take_periods(game, *former, now(game));
    game.controls.push_back({game.live.presses.value_or(game.live.ply), e.time_control,
                             game.trigger, e.by, e.article, e.ruling});
}

// The command to set the clock that caused this event; nullptr if none did.
const wire::CommandIssued* set_by(const Live& live, const wire::ClockIntervention& e) {
    const auto at = std::ranges::find_if(live.outbox, [&](const Outstanding& out) {
        const auto* set = std::get_if<wire::SetReading>(&out.issued.command);
        return set && out.issued.by == e.by && set->correction.readings == e.after;
    });
    return at == live.outbox.end() ? nullptr : &at->issued;
}

// Does the turn at the record's position begin with the readings now set? If only the clock is set,
// the turn began with other readings, to which only changes are added.
bool begins_turn(const Game& game, const wire::CommandIssued* set) {
    return game.live.presses || (set && set->places);
}

// What stood before the ruling comes back with the time used until the first command of the ruling,
// which set the clock or stopped it.
void keep_shown(Game& game, std::uint32_t ruling, const wire::ClockIntervention& e) {
    const bool sets = e.kind == Intervening::set_reading || e.kind == Intervening::control_set;
    const bool stops = e.kind == Intervening::paused;
    const auto kept = std::ranges::find(game.taken_back, ruling, &TakenBack::ruling);
    if (kept == game.taken_back.end() || kept->shown || !(sets || stops)) return;
    kept->shown = stops ? e.after : e.before;
}

void keep_intervention(Game& game, const wire::ClockIntervention& e) {
    const wire::CommandIssued* set = set_by(game.live, e);
    const std::uint32_t ruling = set ? set->ruling : e.ruling;
    // By hand, or another control: only what the players were given belongs to this game alone.
    const bool holds =
        set ? corrects_clock(game.live, ruling) : !control_of_game(game.live, ruling);
    const bool placed = set && set->places && kept_under(game, ruling);
    const bool corrected = e.kind == Intervening::control_set && holds;
    const Shift shift = corrected ? shift_of_control(game, e) : Shift{e.carried};
    shift_clocks(game, {e.carried, shift, e.article, ruling, placed, holds});
    FF_CHECK(!game.clocks.empty());
    if (e.kind == Intervening::set_reading && begins_turn(game, set)) game.clocks.back() = e.after;
    keep_shown(game, ruling, e);
    if (e.kind == Intervening::control_set) take_control(game, e);
}

bool in_overtime(const Game& game, Side side) {
    FF_CHECK(game.control.has_value());
    const TimeControl& control = (*game.control)[side];
    return control.periods.size() > 1 && game.period[side] == control.periods.size() &&
           is_overtime(control.periods.back().method);
}

void read_clock(Game& game, Side side, Duration left, bool after_move) {
    if (!game.control) return;
    FF_CHECK(game.period[side] >= 1);
    FF_CHECK(left >= Duration{});
    remember(game.memory[side], (*game.control)[side], game.trigger,
             {.period = game.period[side], .left = left, .after_move = after_move});
}

void read_both(Game& game, const Both<Duration>& readings) {
    for (const Side side : {Side::white, Side::black})
        read_clock(game, side, readings[side], false);
}

void read_move(Game& game, const wire::MoveRecorded& e) {
    if (!game.control || game.live.presses) return;
    if (game.trigger == PeriodTrigger::moves && !in_overtime(game, e.side))
        game.period[e.side] =
            (*game.control)[e.side].period_after(moves_of(e.side, game.first, e.ply));
    read_clock(game, e.side, e.readings[e.side], e.completed_by == CompletedBy::press);
}

void read_press(Game& game, const wire::PressNoted& e) {
    const bool set = e.how == Pressing::set;
    std::erase_if(game.presses, [&](const Press& press) {
        return set ? press.ply > e.ply : press.ply >= e.ply;
    });
    if (set) return;
    FF_CHECK(game.presses.empty() || game.presses.back().ply < e.ply);
    game.presses.push_back({e.ply, e.cause, e.elapsed, e.readings});
    game.period[e.side] = known_period(game, e.side, e.period);
    read_clock(game, e.side, e.readings[e.side], true);
}

// Byo-yomi begins only for the side whose time ran out. Older records do not name it: its clock
// shows the byo-yomi time, the other clock is unchanged.
bool begins_overtime(const Game& game, Side side, const wire::ClockIntervention& e) {
    FF_CHECK(game.control.has_value());
    FF_CHECK(game.period[side] >= 1);
    const TimeControl& control = (*game.control)[side];
    if (!control.enters_overtime(game.period[side])) return false;
    if (e.side) return *e.side == side;
    return e.after[side] == control.periods.back().base && e.after[side] != e.before[side];
}

void end_period(Game& game, const wire::ClockIntervention& e) {
    FF_CHECK(game.control.has_value());
    game.ended.push_back({game.live.presses.value_or(game.live.ply), game.period});
    bool overtime = false;
    for (const Side side : {Side::white, Side::black}) {
        if (!begins_overtime(game, side, e)) continue;
        ++game.period[side];
        overtime = true;
    }
    if (overtime) return;
    for (const Side side : {Side::white, Side::black}) {
        const TimeControl& control = (*game.control)[side];
        const std::uint32_t period = game.period[side];
        if (!control.is_last(period) && !control.enters_overtime(period)) ++game.period[side];
    }
}

// An undo that does not change what the clock shows sends it no command: it takes what its ruling
// gave from the readings of earlier moments and from those that are kept.
void read_ruling(Game& game, const wire::RulingGiven& e) {
    const Ruled* given = find_ruled(game.live, e.number);
    const Ruled* undone = find_ruled(game.live, e.effect.undoes);
    if (!given || !undone || given->refusal || undone->failed) return;
    if (e.effect.time != Both<Duration>{} || e.effect.moves || e.effect.gives_result) return;
    const bool of_control = std::ranges::any_of(game.controls, [&](const ControlChange& change) {
        return change.ruling == undone->number;
    });
    if (of_control || undone->effect.period_before != Both<std::uint32_t>{}) return;
    const Both<Duration> time = carried_back(game, *given);
    shift_clocks(game, {time, Shift{time}, e.article, e.number, false,
                        corrects_clock(game.live, e.number), true});
}

void read_intervention(Game& game, const wire::ClockIntervention& e) {
    if (e.kind == Intervening::period_ended && game.control) end_period(game, e);
    read_both(game, e.after);
}

}  // namespace

Both<Duration> sum(Both<Duration> a, const Both<Duration>& b) {
    for (const Side side : {Side::white, Side::black}) a[side] += b[side];
    return a;
}

Both<Duration> difference(Both<Duration> a, const Both<Duration>& b) {
    for (const Side side : {Side::white, Side::black}) a[side] -= b[side];
    return a;
}

Both<Duration> owed(const Live& live) {
    Both<Duration> time{};
    for (const Ruled& ruled : live.ruled)
        if (ruled.effect.waits) time = sum(time, ruled.effect.time);
    return time;
}

bool owed_still(const Live& live, const wire::CommandIssued& issued) {
    const bool pays = std::holds_alternative<wire::Adjust>(issued.command) ||
                      std::holds_alternative<wire::SetControl>(issued.command);
    const Ruled* of = find_ruled(live, issued.ruling);
    return live.result && pays && of && !of->undone && of->end > 0 && of->effect.undoes > 0 &&
           !of->effect.gives_result;
}

Both<Duration> with_time(Both<Duration> readings, const Both<Duration>& time) {
    for (const Side side : {Side::white, Side::black})
        readings[side] = std::max(readings[side] + time[side], Duration{});
    return readings;
}

Both<Duration> clock_after(const Game& game, Ply ply) {
    FF_CHECK(ply >= game.base);
    FF_CHECK(ply.count - game.base.count < game.clocks.size());
    return with_time(game.clocks.at(ply.count - game.base.count), {});
}

Both<Duration> carried_back(const Game& game, const Ruled& undo) {
    const Ruled* undone = find_ruled(game.live, undo.effect.undoes);
    if (!undone) return {};
    return difference({}, given_at(game, undone->carried, now(game)));
}

bool corrects_clock(const Live& live, std::uint32_t ruling) {
    const Ruled* given = find_ruled(live, ruling);
    const Ruled* root = given ? find_ruled(live, root_of(live, ruling)) : nullptr;
    return root && root->about == Subject::clock && root->effect.answers == 0 &&
           !root->effect.moves;
}

std::uint32_t period_under(const TimeControl& control, const TimeControl& former,
                           std::uint32_t period) {
    FF_CHECK(period >= 1);
    const bool began = is_overtime(former.period(period).method);
    if (began && is_overtime(control.periods.back().method))
        return static_cast<std::uint32_t>(control.periods.size());
    const std::uint32_t last = control.last_before_overtime();
    return control.period(last).moves == 0 ? std::min(period, last) : period;
}

std::uint32_t known_period(const Game& game, Side side, std::uint32_t period) {
    if (!game.control) return 1;
    const std::vector<Period>& all = (*game.control)[side].periods;
    FF_CHECK(!all.empty());
    const auto most = static_cast<std::uint32_t>(all.size());
    return std::max(all.back().moves == 0 ? std::min(period, most) : period, 1U);
}

void take_periods(Game& game, const Both<TimeControl>& former, Ply ply) {
    FF_CHECK(game.control.has_value());
    for (const Side side : {Side::white, Side::black}) {
        const TimeControl& control = (*game.control)[side];
        const std::uint32_t moves = moves_of(side, game.first, ply);
        std::uint32_t& period = game.period[side];
        period = period_under(control, former[side], period);
        for (PeriodEnd& end : game.ended)
            end.before[side] = period_under(control, former[side], end.before[side]);
        if (game.trigger == PeriodTrigger::moves && !is_overtime(control.period(period).method))
            period = control.period_after(moves);
        FF_CHECK(period >= 1);
    }
}

bool may_be_in(const Game& game, Side side, std::uint32_t period, Ply ply) {
    if (!game.control || period == 0 || period > limits::game_plies) return false;
    if (known_period(game, side, period) != period) return false;
    const TimeControl& control = (*game.control)[side];
    const std::uint32_t by_moves = control.period_after(moves_of(side, game.first, ply));
    return game.trigger == PeriodTrigger::zero || period == by_moves ||
           (control.enters_overtime(by_moves) && period == by_moves + 1);
}

Both<std::uint32_t> periods_at(const Game& game, Ply ply, bool turn_begins_again) {
    Both<std::uint32_t> periods{};
    if (!game.control) return periods;
    Both<std::uint32_t> then = game.period;
    for (auto at = game.ended.rbegin(); at != game.ended.rend(); ++at)
        if (at->ply > ply || (turn_begins_again && at->ply == ply)) then = at->before;
    for (const Side side : {Side::white, Side::black}) {
        const TimeControl& control = (*game.control)[side];
        const bool zero = game.trigger == PeriodTrigger::zero;
        if (!zero && !is_overtime(control.periods.back().method)) continue;
        const bool by_time = zero || then[side] == control.periods.size();
        const std::uint32_t period =
            by_time ? then[side] : control.period_after(moves_of(side, game.first, ply));
        if (may_be_in(game, side, period, ply)) periods[side] = period;
        FF_CHECK(periods[side] <= limits::game_plies);
    }
    return periods;
}

void undo_periods(Game& game, Ply from) {
    for (; !game.ended.empty() && game.ended.back().ply >= from; game.ended.pop_back())
        for (const Side side : {Side::white, Side::black})
            game.period[side] = known_period(game, side, game.ended.back().before[side]);
    FF_CHECK(game.ended.empty() || game.ended.back().ply < from);
    FF_CHECK(game.period[Side::white] >= 1);
    FF_CHECK(game.period[Side::black] >= 1);
}

// What an event changes in the readings of the record's positions.
void keep_clocks(Game& game, const wire::GameEvent& event) {
    FF_CHECK(!game.clocks.empty());
    if (const auto* by = std::get_if<wire::ClockIntervention>(&event)) keep_intervention(game, *by);
    const auto* done = std::get_if<wire::CommandSettled>(&event);
    if (!done || done->how != Settling::done) return;
    for (const Outstanding& out : game.live.outbox) {
        const auto& command = out.issued.command;
        if (id_of(command) != done->id) continue;
        FF_CHECK(out.issued.game == game.id);
        const std::uint32_t ruling = out.issued.ruling;
        const auto* set = std::get_if<wire::SetReading>(&command);
        // Rulings of a person have an event of their own, handled above.
        const Ruled* given =
            set && out.issued.by.empty() ? find_ruled(game.live, ruling) : nullptr;
        if (given)
            shift_clocks(game, {given->effect.time, Shift{given->effect.time},
                                set->correction.article, ruling, false, false});
        if (set && out.issued.places) account_placed(game);
        if (set && begins_turn(game, &out.issued)) game.clocks.back() = set->correction.readings;
        // A turn that begins again has its first readings: periods that ended in it have not.
        if (set && out.issued.places && !set->correction.goes_on)
            undo_periods(game, set->correction.ply);
        for (const Side side : {Side::white, Side::black})
            if (set && set->correction.period[side] != 0)
                game.period[side] = set->correction.period[side];
        if (const auto* adjust = std::get_if<wire::Adjust>(&command)) {
            const Ruled* of = find_ruled(game.live, ruling);
            const bool back = of && of->effect.undoes > 0;
            const Both<Duration> time = back ? carried_back(game, *of) : adjust->deltas;
            shift_clocks(game, {time, Shift{time}, adjust->article, ruling, false,
                                corrects_clock(game.live, ruling)});
        }
    }
}

void keep_clock_shows(Live& live, const wire::GameEvent& event, const Both<Duration>& readings) {
    const auto* moved = std::get_if<wire::MoveRecorded>(&event);
    const bool placed = std::holds_alternative<wire::GameRestarted>(event) ||
                        (moved && moved->cause == Pos{});  // by the desk
    if (const auto* voided = std::get_if<wire::EventVoided>(&event)) {
        const auto& [white, black] = voided->readings.values;
        if (white && black) live.clock_shows = Both<Duration>{{*white, *black}};
    } else if (const auto* given = std::get_if<wire::PenaltyGiven>(&event))
        // `before` may be of the press, which the clock has passed when an arbiter rules on it.
        live.clock_shows = given->cause > Pos{} ? given->before
                                                : live.clock_shows.value_or(readings);
    else if (placed && live.readings != readings)
        live.clock_shows = live.clock_shows.value_or(readings);
    else if (std::holds_alternative<wire::ClockIntervention>(event) ||
             (live.readings != readings && !std::holds_alternative<wire::CommandSettled>(event)))
        live.clock_shows.reset();
}

void read_clocks(Game& game, const wire::GameEvent& event) {
    std::visit(Overload{[&](const wire::MoveRecorded& e) { read_move(game, e); },
                        [&](const wire::PressNoted& e) { read_press(game, e); },
                        [&](const wire::ClockIntervention& e) { read_intervention(game, e); },
                        [&](const wire::PenaltyGiven& e) { read_both(game, e.after); },
                        [&](const wire::RulingGiven& e) { read_ruling(game, e); },
                        [](const auto&) {}},
               event);
}

}  // namespace flagfall::game
