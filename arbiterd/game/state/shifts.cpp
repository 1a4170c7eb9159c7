#include "arbiterd/game/state/shifts.hpp"

#include <algorithm>

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
    FF_CHECK(before >= 1);
    return sum;
}

bool known_by_moves(const TimeControl& control, PeriodTrigger trigger) {
    FF_CHECK(!control.periods.empty());
    if (is_overtime(control.periods.back().method)) return false;
    return trigger == PeriodTrigger::moves || control.periods.size() == 1;
}

namespace {

// A turn under way, as far as the record knows it.
struct Turn {
    const TimeControl& control;
    std::uint32_t moves = 0;   // completed by the side
    std::uint32_t began = 1;   // the period in which it began
    std::uint32_t period = 1;  // the present one
    Duration used;

    const Period& played() const { return control.period(began); }
    const Period& present() const { return control.period(period); }
};

Turn turn_of(const Game& game, Side side) {
    FF_CHECK(game.control.has_value());
    FF_CHECK(!game.clocks.empty());
    const TimeControl& control = (*game.control)[side];
    Turn turn{.control = control, .moves = moves_of(side, game.first, now(game)), .used = {}};
    turn.period = game.period[side];
    // Never with byo-yomi, which begins when the time before it is used up.
    if (known_by_moves(control, game.trigger)) turn.period = control.period_after(turn.moves);
    turn.began = turn.period;
    for (auto at = game.ended.rbegin(); at != game.ended.rend() && at->ply == now(game); ++at)
        turn.began = std::min(at->before[side], turn.began);
    const bool pressed = game.live.presses && !game.presses.empty();
    const Both<Duration>& start = pressed ? game.presses.back().readings : game.clocks.back();
    turn.used = start[side] - game.live.readings[side];
    for (std::uint32_t each = turn.began; each < turn.period; ++each)
        turn.used += control.period(each + 1).base;
    turn.used = std::max(turn.used, Duration{});
    FF_CHECK(turn.period >= 1);
    FF_CHECK(turn.began >= 1);
    FF_CHECK(turn.began <= turn.period);
    return turn;
}

// Moves made since the present block of Canadian byo-yomi may have begun.
std::uint32_t of_blocks(const Game& game, Side side, const Turn& turn) {
    Ply from;
    for (const PeriodEnd& end : game.ended)
        if (end.before[side] < turn.period) from = std::max(from, end.ply);
    for (const ControlChange& change : game.controls) from = std::max(from, change.ply);
    const std::uint32_t before = moves_of(side, game.first, from);
    return turn.moves - std::min(before, turn.moves);
}

}  // namespace

Duration used_of_turn(const Game& game, Side side) {
    return game.control ? turn_of(game, side).used : Duration{};
}

// Like a press in clockd's ChessClock, except for what the display does not count.
Duration gained_by_next(const Game& game, Side side) {
    if (!game.control) return {};
    const Turn turn = turn_of(game, side);
    const Period& present = turn.present();
    const Duration left = game.live.readings[side];
    const bool begins = game.trigger == PeriodTrigger::moves && present.moves != 0 &&
                        turn.moves + 1 >= turn.control.moves_required(turn.period);
    const Period& next = begins ? turn.control.period(turn.period + 1) : present;
    const Duration base = begins ? next.base : Duration{};
    if (left <= Duration{}) return begins ? base + before_move(next) : Duration{};
    switch (present.method) {
        case Method::gong: return std::max(present.bonus - left, Duration{});
        case Method::japanese: {
            // Time used before byo-yomi began does not count against its first period.
            const bool here = turn.began < turn.period;
            const Duration used =
                here ? std::max(present.base - left, Duration{}) : turn.used;
            FF_CHECK(present.bonus > Duration{});
            FF_CHECK(used >= Duration{});
            return {used.us % present.bonus.us};
        }
        case Method::canadian: {
            FF_CHECK(present.block > 0);
            const bool last = (of_blocks(game, side, turn) + 1) % present.block == 0;
            return last ? std::max(present.base - left, Duration{}) : Duration{};
        }
        default: break;
    }
    const Period& played = turn.played();
    Duration gained = base + before_move(next);
    if (played.method == Method::bronstein)
        gained += std::min(turn.used, played.bonus) - played.bonus;
    return std::max(gained, Duration{});
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
    FF_CHECK(game.clocks.size() == game.history.ply() + 1);
    Ply ply = game.base;
    for (Both<Duration>& readings : game.clocks) {
        readings = sum(readings, given_at(game, shift, ply));
        ++ply.count;
    }
}

}  // namespace flagfall::game
