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

// The ruling whose effects an undo of the last one of its chain takes back; nullptr: of none.
const Ruled* turned_round(const Live& live, std::uint32_t undone) {
    const Ruled* tip = find_ruled(live, undone);
    return tip ? in_force(live, *tip) : nullptr;
}

Ruled* find(Live& live, std::uint32_t number) {
    const auto at = std::ranges::find(live.ruled, number, &Ruled::number);
    return at == live.ruled.end() ? nullptr : &*at;
}

// By rulings given, and taken back, since it was kept.
Both<Duration> changed_since(const TakenBack& kept) {
    return sum(given_at(*kept.before, kept.given, now(*kept.before)), kept.more);
}

}  // namespace

Both<Duration> shown_of(const Both<Duration>& readings, const Both<Duration>& untaken,
                        const Both<Duration>& time) {
    Both<Duration> shown;
    for (const Side side : {Side::white, Side::black}) {
        FF_CHECK(untaken[side] <= Duration{});
        const Duration left = std::max(readings[side], Duration{});
        shown[side] = time[side] > Duration{} ? std::max(time[side] + untaken[side], Duration{})
                                              : std::max(time[side], Duration{} - left);
    }
    return shown;
}

void account(Live& live, Ruled& ruled) {
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
    live.untaken =
        below_zero(sum(live.untaken, difference(ruled.present, effect.time)));
}

void never_given(Live& live, Ruled& ruled) {
    if (ruled.effect.undoes > 0)
        live.untaken =
            below_zero(difference(live.untaken, difference(ruled.present, ruled.effect.time)));
    ruled.present = {};
}

void account_set(Live& live, const wire::ClockIntervention& e) {
    Ruled* by = find(live, e.ruling);
    if (by && (by->effect.undoes > 0 || by->effect.moves)) return;
    for (const Side side : {Side::white, Side::black}) {
        if (e.after[side] == e.before[side]) continue;
        if (by) by->present[side] -= live.untaken[side];
        live.untaken[side] = {};
    }
}

void account_back(Game& game, Ply ply) {
    game.went_back = WentBack{ply, game.live.rulings};
}

void account_placed(Game& game) {
    const auto back = std::exchange(game.went_back, std::nullopt);
    if (!back) return;
    for (Ruled& ruled : game.live.ruled)
        if (ruled.number <= back->rulings)
            ruled.present = given_at(game, ruled.carried, back->ply);
    game.live.untaken = {};
}

void account_restored(Live& live, const TakenBack& kept, std::uint32_t ruling) {
    const Game& before = *kept.before;
    const std::uint32_t root = root_of(live, ruling);
    for (Ruled& ruled : live.ruled) {
        const Ruled* then = find_ruled(before.live, ruled.number);
        const Ruled* back = find_ruled(live, ruled.effect.undoes);
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
    for (const Ruled& ruled : live.ruled)  // what waits comes now, as far as it could be taken
        if (ruled.effect.waits && root_of(live, ruled.number) != root)
            live.untaken = below_zero(
                sum(live.untaken, difference(ruled.present, ruled.effect.time)));
}

Both<Duration> more_of(const Live& live, const TakenBack& kept, std::uint32_t ruling,
                       const Shift& shift) {
    const std::uint32_t root = root_of(live, ruling);
    const Ruled* then = find_ruled(kept.before->live, root);
    if (root == ruling || !then) return {};
    const Both<Duration> exact =
        stands(live, root) ? then->present : difference({}, then->present);
    return difference(exact, given_at(*kept.before, shift, now(*kept.before)));
}

Both<Duration> kept_readings(const TakenBack& kept) {
    const Both<Duration> shown = kept.shown.value_or(kept.before->live.readings);
    return with_time(shown, shown_of(shown, kept.before->live.untaken, changed_since(kept)));
}

}  // namespace flagfall::game
