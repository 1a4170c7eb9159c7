#include "arbiterd/game/state/accounts.hpp"

#include <algorithm>
#include <utility>

#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

Both<Duration> below_zero(Both<Duration> time) {
    for (Duration& each : time.values) each = std::min(each, Duration{});
    return time;
}

// The ruling whose effects an undo of the last of its chain reverses; nullptr: none.
const Ruled* turned_round(const Live& live, std::uint32_t undone) {
    const Ruled* tip = find_ruled(live, undone);
    return tip ? in_force(live, *tip) : nullptr;
}

Ruled* find(Live& live, std::uint32_t number) {
    const auto at = std::ranges::find(live.ruled, number, &Ruled::number);
    return at == live.ruled.end() ? nullptr : &*at;
}

// This ruling changes what could not be taken from a clock: below zero it is more, above zero less.
void owe(Live& live, Ruled& by, const Both<Duration>& more) {
    const Both<Duration> before = live.untaken;
    live.untaken = below_zero(sum(before, more));
    by.owes = sum(by.owes, difference(live.untaken, before));
    FF_CHECK(live.untaken[Side::white] <= Duration{});
    FF_CHECK(live.untaken[Side::black] <= Duration{});
}

void owe_nothing(Live& live, Side side) {
    live.untaken[side] = {};
    for (Ruled& ruled : live.ruled) ruled.owes[side] = {};
}

// An undo that brings a clock to 0:00 has taken what the clock showed then. That is less than the
// record had if the turn had gone on; another undo gives no more than that.
void take_shown(Live& live, Ruled& undo, const wire::ClockIntervention& e) {
    const wire::Effect& effect = undo.effect;
    FF_CHECK(effect.undoes > 0);
    if (effect.moves || effect.gives_result || undo.refusal || undo.end > 0) return;
    Both<Duration> more;
    for (const Side side : {Side::white, Side::black})
        if (e.after[side] <= Duration{})
            more[side] = effect.time[side] - (e.after[side] - e.before[side]);
    owe(live, undo, below_zero(more));
}

// What rulings given, and taken back, have changed since it was kept.
Both<Duration> changed_since(const TakenBack& kept) {
    FF_CHECK(kept.before != nullptr);
    return sum(given_at(*kept.before, kept.given, now(*kept.before)), kept.more);
}

}  // namespace

Both<Duration> shown_of(const Both<Duration>& readings, const Both<Duration>& untaken,
                        const Both<Duration>& time) {
    constexpr Duration none{};
    Both<Duration> shown;
    for (const Side side : {Side::white, Side::black}) {
        const Duration left = std::max(readings[side], none);
        const Duration exact = time[side] + untaken[side];
        const bool gives = time[side] > none;
        shown[side] = gives ? std::clamp(exact, none, time[side])
                            : std::max(std::clamp(exact, time[side], none), none - left);
        FF_CHECK(left + shown[side] >= none);  // no clock goes below zero
        FF_CHECK(gives ? shown[side] >= none : shown[side] <= none);
    }
    return shown;
}

Both<Duration> untaken_for(const Live& live, const Ruled& ruled) {
    if (ruled.effect.undoes == 0) return live.untaken;
    Both<Duration> changed;
    for (const Ruled& later : live.ruled)
        if (later.number >= ruled.number) changed = sum(changed, later.owes);
    for (const Side side : {Side::white, Side::black})
        changed[side] = std::max(changed[side], live.untaken[side]);
    return changed;
}

void account(Live& live, Ruled& ruled) {
    FF_CHECK(ruled.number == live.rulings);
    const wire::Effect& effect = ruled.effect;
    ruled.present = effect.time;
    if (effect.undoes == 0) return;
    const bool none = effect.time == Both<Duration>{};
    Ruled* undone = find(live, effect.undoes);
    if (undone && (ruled.refusal || (undone->failed && none))) return never_given(live, *undone);
    // Moves that come back have their own readings; a game that is lost again gets no time.
    const bool lost = effect.gives_result && none;
    const Ruled* back = turned_round(live, effect.undoes);
    if (!back || effect.moves || lost) return;
    ruled.present = difference({}, back->present);
    owe(live, ruled, difference(ruled.present, effect.time));
}

void never_given(Live& live, Ruled& ruled) {
    if (ruled.effect.undoes > 0)
        owe(live, ruled, difference(ruled.effect.time, ruled.present));
    ruled.present = {};
}

namespace {

// A person set this clock by no ruling that can be taken back: earlier settings of it give nothing.
void supersede_settings(Live& live, Side side) {
    for (Ruled& ruled : live.ruled) {
        const Ruled* root = find_ruled(live, root_of(live, ruled.number));
        if (root && root->set_clock) ruled.present[side] = {};
    }
}

}  // namespace

void account_set(Live& live, const wire::ClockIntervention& e) {
    Ruled* by = find(live, e.ruling);
    if (by && by->effect.undoes > 0) return take_shown(live, *by, e);
    const bool control = e.kind == Intervening::control_set;
    for (const Side side : {Side::white, Side::black}) {
        const Duration given = by ? by->effect.time[side] : Duration{};
        if ((!by || control) && e.after[side] - e.before[side] != given)
            supersede_settings(live, side);
    }
    if (control) return;
    if (by && by->effect.moves) {
        // A person who sets another position and its times leaves nothing of earlier settings.
        if (!by->effect.counted && e.carried != Both<Duration>{}) by->set_clock = true;
        return;
    }
    for (const Side side : {Side::white, Side::black}) {
        if (e.after[side] == e.before[side]) continue;
        // What an illegal action costs is added to whatever the clock shows.
        if (by && !by->effect.counted) {
            by->set_clock = true;
            // The clock may have run on since the readings that the ruling knew.
            by->present[side] = e.after[side] - e.before[side];
        }
        if (by) by->present[side] -= live.untaken[side];
        owe_nothing(live, side);
    }
}

void account_back(Game& game, Ply ply) {
    game.went_back = WentBack{ply, game.live.rulings};
}

void account_placed(Game& game) {
    const auto back = std::exchange(game.went_back, std::nullopt);
    if (!back) return;
    FF_CHECK(back->rulings <= game.live.rulings);
    for (Ruled& ruled : game.live.ruled)
        if (ruled.number <= back->rulings)
            ruled.present = given_at(game, ruled.carried, back->ply);
    for (const Side side : {Side::white, Side::black}) owe_nothing(game.live, side);
}

void account_restored(Live& live, const TakenBack& kept, std::uint32_t ruling) {
    FF_CHECK(kept.before != nullptr);
    FF_CHECK(kept.ruling == ruling);
    const Game& before = *kept.before;
    const std::uint32_t root = root_of(live, ruling);
    for (Ruled& ruled : live.ruled) {
        const Ruled* then = find_ruled(before.live, ruled.number);
        const Ruled* back = find_ruled(live, ruled.effect.undoes);
        ruled.owes = then ? then->owes : Both<Duration>{};
        if (then) ruled.present = then->present;
        else if (root_of(live, ruled.number) == root || ruled.refusal || ruled.unmet_by > 0)
            ruled.present = {};
        else if (back) ruled.present = difference({}, back->present);
        else ruled.present = given_at(before, ruled.carried, now(before));
    }
    const Both<Duration> shown = kept.shown.value_or(before.live.readings);
    const Both<Duration> time = changed_since(kept);
    live.untaken = sum(before.live.untaken,
                       difference(time, shown_of(shown, before.live.untaken, time)));
    for (Ruled& ruled : live.ruled)  // what waits comes now, as far as it could be taken
        if (ruled.effect.waits && root_of(live, ruled.number) != root)
            owe(live, ruled, difference(ruled.present, ruled.effect.time));
}

Both<Duration> more_of(const Live& live, const TakenBack& kept, std::uint32_t ruling,
                       const Shift& shift) {
    FF_CHECK(kept.before != nullptr);
    const std::uint32_t root = root_of(live, ruling);
    const Ruled* then = find_ruled(kept.before->live, root);
    if (root == ruling || !then) return {};
    const Both<Duration> exact =
        stands(live, root) ? then->present : difference({}, then->present);
    return difference(exact, given_at(*kept.before, shift, now(*kept.before)));
}

Both<Duration> kept_readings(const TakenBack& kept) {
    const Both<Duration> shown = kept.shown.value_or(kept.before->live.readings);
    const Both<Duration> readings =
        with_time(shown, shown_of(shown, kept.before->live.untaken, changed_since(kept)));
    FF_CHECK(readings[Side::white] >= Duration{});
    FF_CHECK(readings[Side::black] >= Duration{});
    return readings;
}

}  // namespace flagfall::game
