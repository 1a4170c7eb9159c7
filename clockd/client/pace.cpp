#include "clockd/client/pace.hpp"

#include <algorithm>

#include "clockd/clock/chessclock.hpp"
#include "common/base/check.hpp"

namespace flagfall::client {

namespace {

constexpr Duration one_second = seconds(1);

Duration delay_of(const Period& period) {
    const bool delays = period.method == Method::bronstein || period.method == Method::delay;
    return delays ? period.bonus : Duration{};
}

Duration half(Duration length) { return {length.us / 2}; }

}  // namespace

Turn turn_of(const Both<TimeControl>& control, const Both<Duration>& readings, Side side,
             const Both<std::uint32_t>& moves) {
    FF_CHECK(readings[side] > Duration{});
    clock::ChessClock clock(control, PeriodTrigger::moves, side);
    clock.set(readings, side, moves);
    clock.start(Instant{});
    Turn turn;
    turn.before = readings[side];
    turn.room = *clock.deadline() - Instant{};
    turn.least = delay_of(control[side].period(clock.period(side)));
    turn.gain = clock.press(*clock.deadline() - microseconds(1)).gained;
    return turn;
}

Pace pace_to_press(const Turn& turn, Duration target) {
    const Duration exact = turn.before + turn.gain - target;
    if (exact >= turn.least && exact < turn.room) return {exact, {}, {}};
    // A little less thinking leaves the reading within the recorded second.
    const Duration low = exact - turn.room;
    const Duration high = std::min(one_second, exact - turn.least);
    if (low >= Duration{} && high - low >= microseconds(2))
        return {exact - half(low + high), {}, {}};
    const Duration start = target - turn.gain;
    if (start > Duration{})
        return {turn.least + one_second, start + turn.least + one_second, {}};
    return {std::min(one_second, half(turn.room)), {}, std::max(target, half(one_second))};
}

Pace pace_to_stop(const Turn& turn, Duration target) {
    const Duration free = turn.room - turn.before;
    if (target == turn.before) return {};
    const Duration exact = turn.before - target + free;
    if (target < turn.before && exact < turn.room) return {exact, {}, {}};
    if (target < turn.before) return {turn.room - half(std::min(one_second, turn.before)), {}, {}};
    const Duration with_gain = turn.before + turn.gain;
    const Duration set = target < with_gain ? with_gain : target + one_second;
    return {set - target + free, set, {}};
}

Pace pace_in_real_time(const Turn& turn, Duration target, bool last) {
    const auto pace_to = [&](Duration reading) {
        return last ? pace_to_stop(turn, reading) : pace_to_press(turn, reading);
    };
    const Duration least = last ? Duration{} : turn.least;
    const Duration most = turn.before + (last ? Duration{} : turn.gain - turn.least);
    const Duration middle = target + half(one_second);
    if (middle > most && most + one_second > target) return {least, {}, {}};
    const Pace pace = pace_to(middle);
    return pace.set_before || pace.set_after ? pace_to(target) : pace;
}

Duration even_share(const Turn& turn, std::uint32_t moves_left) {
    const Duration reserve = std::min(seconds(10), Duration{turn.before.us / 10});
    return {(turn.before - reserve).us / (std::int64_t{moves_left} + 1)};
}

}  // namespace flagfall::client
