// What each ruling has given to the clocks as they are now, so that an undo takes exactly that.
#include <algorithm>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

Both<Duration> turned(Both<Duration> time) {
    for (Duration& each : time.values) each = Duration{} - each;
    return time;
}

// The part that undos did not get from an empty clock.
void owe(Game& game, const Both<Duration>& wanted, const Both<Duration>& got) {
    for (const Side side : {Side::white, Side::black})
        game.untaken[side] =
            std::min(game.untaken[side] + wanted[side] - got[side], Duration{});
}

void nothing_untaken(Game& game, Side side) {
    game.untaken[side] = {};
    for (Given& given : game.given) given.untaken_then[side] = {};
}

Given* entry(Game& game, std::uint32_t number) {
    const auto at = std::ranges::find(game.given, number, &Given::number);
    return at == game.given.end() ? nullptr : &*at;
}

}  // namespace

// A correction of the clock also applies to a game that begins again, and to the one before; a
// penalty does not, nor does a clock that was set as the answer to a question.
bool corrects_start(const Game& game, const Given& ruling) {
    const Given* of = ruling_of(game, root_of(game, ruling.number));
    return of && of->about == Subject::clock && of->effect.answers == 0 && !of->effect.moves;
}

// An undo that is taken back itself: with it goes what it left to be taken, or settled of that.
static Both<Duration> untaken_by(const Game& game, const Given& undone) {
    Both<Duration> since = game.untaken;
    if (undone.effect.undoes == 0) return since;
    for (const Side side : {Side::white, Side::black}) since[side] -= undone.untaken_then[side];
    return since;
}

Both<Duration> comes_to(const Both<Duration>& readings, const Both<Duration>& wanted,
                        const Both<Duration>& untaken) {
    Both<Duration> time;
    for (const Side side : {Side::white, Side::black}) {
        const Duration want = wanted[side];
        const Duration exact = want + untaken[side];
        if (want > Duration{}) {
            time[side] = std::min(std::max(exact, Duration{}), want);
        } else {
            const Duration all = Duration{} - std::max(readings[side], Duration{});
            time[side] = std::max(std::min(std::max(exact, want), Duration{}), all);
        }
    }
    return time;
}

// What taking this ruling back comes to at clocks with these readings.
static Both<Duration> back_to(const Game& game, const Both<Duration>& readings,
                              const Given& undone) {
    return comes_to(readings, turned(undone.present), untaken_by(game, undone));
}

void enter(Game& game, Given& given) {
    given.present = given.effect.time;
    const std::uint32_t undoes = given.effect.undoes;
    if (undoes == 0) return;
    const Given* undone = ruling_of(game, undoes);
    const bool nothing = given.effect.time == Both<Duration>{};
    if (given.refusal || (undone && undone->failed && nothing)) return strike(game, undoes);
    const Given* back = in_force(game, ruling_of(game, undoes));
    const bool lost = given.effect.gives_result && nothing;
    if (!back || given.effect.moves || lost) return;
    given.present = turned(back->present);
    given.untaken_then = game.untaken;
    owe(game, given.present, given.effect.time);
}

void strike(Game& game, std::uint32_t ruling) {
    Given* given = entry(game, ruling);
    if (!given) return;
    if (given->effect.undoes > 0) owe(game, given->effect.time, given->present);
    given->present = {};
}

// A clock that ran until an undo emptied it had less than the undo assumes.
static void enter_emptied(Game& game, const Given& undo, const wire::ClockIntervention& e) {
    const wire::Effect& effect = undo.effect;
    if (effect.moves || effect.gives_result || undo.refusal || undo.end > 0) return;
    for (const Side side : {Side::white, Side::black}) {
        if (e.after[side] > Duration{}) continue;
        const Duration wanted = Duration{} - effect.time[side];
        if (wanted > e.before[side]) game.untaken[side] -= wanted - e.before[side];
    }
}

// Set since at the clock, or with another control: nothing is left of what rulings had set.
static void enter_replaced(Game& game, Side side) {
    for (Given& given : game.given) {
        const Given* root = ruling_of(game, root_of(game, given.number));
        if (root && root->set_clock) given.present[side] = {};
    }
}

void enter_setting(Game& game, const wire::ClockIntervention& e) {
    Given* by = entry(game, e.ruling);
    if (by && by->effect.undoes > 0) return enter_emptied(game, *by, e);
    const bool control = e.kind == Intervening::control_set;
    for (const Side side : {Side::white, Side::black}) {
        const Duration given = by ? by->effect.time[side] : Duration{};
        if ((!by || control) && e.after[side] != e.before[side] + given) enter_replaced(game, side);
    }
    if (control) return;
    if (by && by->effect.moves) {  // its times, if a person gave them, replace earlier settings
        if (!by->effect.counted && e.carried != Both<Duration>{}) by->set_clock = true;
        return;
    }
    for (const Side side : {Side::white, Side::black}) {
        if (e.after[side] == e.before[side]) continue;
        if (by && !by->effect.counted) {
            by->set_clock = true;
            by->present[side] = e.after[side] - e.before[side];
        }
        if (by) by->present[side] -= game.untaken[side];
        nothing_untaken(game, side);
    }
}

void enter_place(Game& game) {
    for (Given& given : game.given) given.present = given.carried;
    for (const Side side : {Side::white, Side::black}) nothing_untaken(game, side);
}

void enter_return(Game& game, const Kept& kept, std::uint32_t number) {
    const Game& before = *kept.before;
    const std::uint32_t root = root_of(game, number);
    for (Given& given : game.given) {
        const Given* then = ruling_of(before, given.number);
        const Given* back = ruling_of(game, given.effect.undoes);
        if (then) given.present = then->present;
        else if (root_of(game, given.number) == root || given.refusal) given.present = {};
        else given.present = back ? turned(back->present) : given.carried;
    }
    game.untaken = before.untaken;
    owe(game, kept.given,
        comes_to(kept.shown.value_or(before.readings), kept.given, before.untaken));
    for (Given& given : game.given) {
        const Given* then = ruling_of(before, given.number);
        given.untaken_then = then ? then->untaken_then : game.untaken;
    }
}

// The kept state has, for a ruling of that time, what it gave then.
void book(Game& game, const Both<Duration>& time, std::uint32_t ruling) {
    for (auto& [number, proposed] : game.proposed)
        if (ruling == 0 || proposed.since != ruling)
            proposed.readings = added_to(proposed.readings, time);
    if (game.open)
        for (const Side side : {Side::white, Side::black}) game.open->given[side] += time[side];
    Given* given = entry(game, ruling);
    const bool right = ruling == 0 || (given && corrects_start(game, *given));
    const std::uint32_t root = root_of(game, ruling);
    for (const Side side : {Side::white, Side::black}) {
        if (given) given->carried[side] += time[side];
        if (given && right) game.at_start[side] += time[side];
        for (auto& [number, kept] : game.kept) {
            if (number == ruling || (kept.whole && !right)) continue;
            const Given* then = root == ruling ? nullptr : ruling_of(*kept.before, root);
            const Duration had = then ? then->present[side] : Duration{};
            if (!then) kept.given[side] += time[side];
            else kept.given[side] += stands(game, root) ? had : Duration{} - had;
        }
    }
}

// Nothing is sent to a clock that shows zero; all earlier readings change.
void enter_unsent(Game& game, const Given& given) {
    const bool sent = given.effect.time != Both<Duration>{} || given.effect.moves ||
                      given.effect.gives_result || given.refusal;
    const Given* undone = ruling_of(game, given.effect.undoes);
    const bool periods =
        undone && undone->effect.period_before != Both<std::uint32_t>{};
    if (undone && !sent && !periods) book(game, turned(undone->carried), given.number);
}

// The game is over: its clock gets the time when it is reopened.
wire::Effect Arbiter::taken_later(const Given& tip, wire::Effect effect) {
    const Both<Duration> before = added_to(game_.readings, game_.owed);
    const Both<Duration> time = back_to(game_, before, tip);
    for (const Side side : {Side::white, Side::black}) {
        effect.time[side] = time[side];
        game_.owed[side] += time[side];
    }
    effect.waits = effect.time != Both<Duration>{};
    return effect;
}

// Time, control and periods as before the ruling. Returns the change of the time.
Both<Duration> Arbiter::clock_back(const Given& tip, const std::string& article) {
    const Both<Duration> time = back_to(game_, game_.readings, tip);
    const bool of_periods = tip.effect.period_before != Both<std::uint32_t>{};
    complain_unless(!of_periods || !game_.runs, "a period is set while the clock runs");
    if (const auto given = control_back(tip, time)) return *given;
    const Both<std::uint32_t> periods = periods_back(tip);
    if (periods != Both<std::uint32_t>{}) return set_periods(time, periods, article);
    return tip.present == Both<Duration>{} ? time : take_time(tip, article);
}

// The periods that a ruling changed are as before again, if the moves leave them open.
Both<std::uint32_t> Arbiter::periods_back(const Given& tip) const {
    Both<std::uint32_t> periods = tip.effect.period_before;
    const BoardClock* board = clock_.board(game_.board);
    for (const Side side : {Side::white, Side::black}) {
        const std::uint32_t ply = counted();
        const std::uint32_t moves = side == game_.first ? (ply + 1) / 2 : ply / 2;
        if (!board || !board->keeper.possible(side, periods[side], moves)) periods[side] = 0;
    }
    return periods;
}

// With time that is given or taken back. Returns the change of the time.
Both<Duration> Arbiter::set_periods(const Both<Duration>& time, const Both<std::uint32_t>& periods,
                                    const std::string& article) {
    Both<Duration> after;
    for (const Side side : {Side::white, Side::black})
        after[side] = std::max(game_.readings[side] + time[side], Duration{});
    set_clock(after, false, true, article, periods);
    for (const Side side : {Side::white, Side::black}) after[side] -= game_.readings[side];
    return after;
}

// Time that is taken back is added or taken off; a clock that would run at zero is stopped there,
// and one that stands is set if it would reach or leave zero. Returns the change of the time.
Both<Duration> Arbiter::take_time(const Given& undone, const std::string& article) {
    Both<Duration> after = game_.readings;
    const Both<Duration> deltas = back_to(game_, after, undone);
    bool zero = false;
    for (const Side side : {Side::white, Side::black}) {
        after[side] += deltas[side];
        const bool there = after[side] <= Duration{} || game_.readings[side] <= Duration{};
        zero = zero || (there && undone.present[side] != Duration{});
    }
    const Duration left = game_.readings[clock_side()];
    const bool falls = left > Duration{} && after[clock_side()] <= Duration{};
    if (command_in_answer<wire::SetReading>()) {
        complain_unless(zero || game_.through, "a clock is set where time is taken back");
        set_clock(after, false, true, article);
        return deltas;
    }
    complain_unless(!game_.runs || !falls, "a clock is left running at zero");
    if (deltas == Both<Duration>{}) return deltas;  // a clock at zero cannot show less
    wire::Adjust command;
    command.deltas = deltas;
    command.article = article;
    command.reason = act_->reason;
    send(command);
    return deltas;
}

}  // namespace flagfall::oracle
