#include "arbiterd/game/state/shifts.hpp"

#include "arbiterd/game/state/readings.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {

Duration given_by(const TimeControl& control, std::uint32_t completed) {
    FF_CHECK(!control.periods.empty());
    Duration sum;
    std::uint32_t before = 0;
    for (std::uint32_t move = 0; move <= completed; ++move) {
        const std::uint32_t number = control.period_after(move);
        const Period& period = control.period(number);
        if (number != before) sum += period.base;
        before = number;
        if (period.method == Method::fischer) sum += period.bonus;
        const bool lent = period.method == Method::bronstein || period.method == Method::gong;
        if (lent && move == completed) sum += period.bonus;
    }
    FF_CHECK(sum >= Duration{});
    return sum;
}

bool known_by_moves(const TimeControl& control, PeriodTrigger trigger) {
    FF_CHECK(!control.periods.empty());
    if (is_overtime(control.periods.back().method)) return false;
    return trigger == PeriodTrigger::moves || control.periods.size() == 1;
}

Duration gained_by_next(const Game& game, Side side) {
    if (!game.control) return {};
    const TimeControl& control = (*game.control)[side];
    if (known_by_moves(control, game.trigger)) {
        const std::uint32_t moves = moves_of(side, game.first, now(game));
        return given_by(control, moves + 1) - given_by(control, moves);
    }
    const Period& period = control.period(game.period[side]);
    return period.method == Method::fischer ? period.bonus : Duration{};
}

Shift shift_of_control(const Game& game, const wire::ClockIntervention& e) {
    Shift shift{e.carried};
    const auto present = parse_time_control(e.time_control);
    if (!present || !game.control) return shift;
    const PeriodTrigger trigger = e.period_trigger.value_or(game.trigger);
    for (const Side side : {Side::white, Side::black})
        if (!known_by_moves((*game.control)[side], game.trigger) ||
            !known_by_moves((*present)[side], trigger))
            return shift;
    shift.controls.push_back({*game.control, *present});
    shift.time = difference(shift.time, given_at(game, {{}, shift.controls}, now(game)));
    return shift;
}

void add(Shift& shift, const Shift& more) {
    shift.time = sum(shift.time, more.time);
    shift.controls.insert(shift.controls.end(), more.controls.begin(), more.controls.end());
}

Both<Duration> given_at(const Game& game, const Shift& shift, Ply ply) {
    Both<Duration> time = shift.time;
    for (const Side side : {Side::white, Side::black})
        for (const OtherControl& control : shift.controls) {
            const std::uint32_t moves = moves_of(side, game.first, ply);
            time[side] += given_by(control.present[side], moves) -
                          given_by(control.former[side], moves);
        }
    return time;
}

Ply now(const Game& game) { return game.live.presses.value_or(game.live.ply); }

void shift_readings(Game& game, const Shift& shift) {
    Ply ply = game.base;
    for (Both<Duration>& readings : game.clocks) {
        readings = sum(readings, given_at(game, shift, ply));
        ++ply.count;
    }
}

}  // namespace flagfall::game
