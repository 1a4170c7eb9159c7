#include "clockd/clock/chessclock.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::clock {

namespace {

// How much of the time used is given back.
Duration given_back(const Period& period, Duration elapsed) {
    FF_CHECK(elapsed >= Duration{});
    FF_CHECK(period.bonus >= Duration{});
    const bool free = period.method == Method::bronstein || period.method == Method::delay;
    return free ? std::min(elapsed, period.bonus) : Duration{};
}

// What the press gains: `played` is the period of the move, `next` that of the move to come.
// With Bronstein the delay of the move was on the clock beforehand; the unused rest of it is
// lost when the next period has another one.
Duration gain(const Period& played, const Period& next, bool begins, Duration elapsed) {
    Duration gained = given_back(played, elapsed) + before_move(next);
    if (played.method == Method::bronstein) gained -= played.bonus;
    if (begins) gained += next.base;
    return std::max(gained, Duration{});
}

}  // namespace

ChessClock::ChessClock(const Both<TimeControl>& control, PeriodTrigger trigger, Side first)
    : control_(control), trigger_(trigger) {
    for (const Side side : {Side::white, Side::black}) {
        FF_CHECK(!control[side].periods.empty());
        reading_[side] = present(side).base + before_move(present(side));
        FF_CHECK(reading_[side] >= Duration{});
    }
    begin_turn(first);
    FF_CHECK(!running_);
    FF_CHECK(holds());
}

// True after every change: no time is negative, each side is in a period,
// and a block of Canadian byo-yomi began with moves that were made.
bool ChessClock::holds() const {
    if (std::min({elapsed_, pressed_, before_overtime_, pressed_before_}) < Duration{})
        return false;
    return std::ranges::all_of(std::array{Side::white, Side::black}, [&](Side side) {
        return period_[side] >= 1 && blocks_from_[side] <= moves_[side];
    });
}

const Period& ChessClock::present(Side side) const {
    FF_CHECK(period_[side] >= 1);
    return control_[side].period(period_[side]);
}

const Period& ChessClock::played() const { return control_[turn_].period(turn_period_); }

// Does the time that this side uses go to the other side? Not once a flag is down: it stays down.
bool ChessClock::flows() const {
    return !control_[turn_].periods.empty() && present(turn_).method == Method::hourglass &&
           !at_zero_[turn_] && !at_zero_[other(turn_)];
}

// Time of this turn that the display does not count.
Duration ChessClock::free_time() const {
    if (control_[turn_].periods.empty() || played().method != Method::delay) return {};
    FF_CHECK(played().bonus >= Duration{});
    return played().bonus;
}

void ChessClock::begin_turn(Side side) {
    FF_CHECK(period_[side] >= 1);
    turn_ = side;
    turn_period_ = period_[side];
    elapsed_ = {};
    before_overtime_ = {};
}

bool ChessClock::in_last_period(Side side) const {
    return control_[side].is_last(period_[side]);
}

std::uint32_t ChessClock::moves_required(Side side) const {
    const Period& now = present(side);
    if (now.method != Method::canadian) return control_[side].moves_required(period_[side]);
    FF_CHECK(now.block > 0);
    FF_CHECK(moves_[side] >= blocks_from_[side]);
    const std::uint32_t blocks = (moves_[side] - blocks_from_[side]) / now.block + 1;
    const std::uint32_t required = blocks_from_[side] + blocks * now.block;
    FF_CHECK(required > moves_[side]);
    return required;
}

// What the display counted of this turn.
Duration ChessClock::counted(Instant at) const {
    return at_zero_[turn_] ? Duration{} : std::max(elapsed(at) - free_time(), Duration{});
}

Both<Duration> ChessClock::readings(Instant at) const {
    Both<Duration> shown = reading_;
    const Duration used = counted(at);
    shown[turn_] -= used;
    if (flows()) shown[other(turn_)] += used;
    if (used > Duration{} && counts_up()) shown[turn_] = std::max(shown[turn_], Duration{});
    FF_CHECK(shown[Side::white].us >= 0);
    FF_CHECK(shown[Side::black].us >= 0);
    FF_CHECK(!flows() || shown[Side::white] + shown[Side::black] ==
                             reading_[Side::white] + reading_[Side::black]);
    return shown;
}

Duration ChessClock::elapsed(Instant at) const {
    if (!running_) return elapsed_;
    FF_CHECK(since_ <= at);
    FF_CHECK(elapsed_ >= Duration{});
    return elapsed_ + (at - since_);
}

std::optional<Instant> ChessClock::deadline() const {
    if (!running_ || at_zero_[turn_] || counts_up()) return std::nullopt;
    const Duration left = reading_[turn_] + free_time() - elapsed_;
    FF_CHECK(left >= Duration{});  // the deadline is not before the start
    return since_ + left;
}

void ChessClock::start(Instant at) {
    FF_CHECK(!running_);
    FF_CHECK(!control_[turn_].periods.empty());  // a clock without time never runs
    FF_CHECK(elapsed_ >= Duration{});
    since_ = at;
    running_ = true;
}

void ChessClock::stop(Instant at) {
    if (!running_) return;
    const auto end = deadline();
    FF_CHECK(!end || at <= *end);
    elapsed_ = elapsed(at);
    since_ = {};
    running_ = false;
    FF_CHECK(holds());
}

// The time missing from the full time of a move or a block.
Duration ChessClock::reload(Side side, Duration left) const {
    FF_CHECK(left >= Duration{});
    const Period& now = present(side);
    const Duration full = now.method == Method::gong ? now.bonus : now.base;
    return std::max(full - left, Duration{});
}

// For methods that depend on the display: it shows `left`, and the turn took `used`.
Duration ChessClock::added_by_press(Side side, Duration left, Duration used) const {
    const Period& now = present(side);
    FF_CHECK(left >= Duration{});
    FF_CHECK(used >= before_overtime_);
    switch (now.method) {
        case Method::gong: return reload(side, left);
        case Method::japanese:
            FF_CHECK(now.bonus > Duration{});
            return {(used - before_overtime_).us % now.bonus.us};
        case Method::canadian:
            FF_CHECK(now.block > 0);
            return (moves_[side] - blocks_from_[side]) % now.block == 0 ? reload(side, left)
                                                                       : Duration{};
        default: return {};
    }
}

ChessClock::Press ChessClock::press(Instant at) {
    FF_CHECK(running_);
    FF_CHECK(since_ <= at);
    const auto end = deadline();
    FF_CHECK(!end || at < *end);
    const Side side = turn_;
    const bool zero = at_zero_[side];
    const Both<Duration> left = readings(at);

    Press press;
    press.elapsed = elapsed(at);
    if (!zero) press.margin = end ? *end - at : left[side];
    ++moves_[side];
    const bool begins = trigger_ == PeriodTrigger::moves && present(side).moves != 0 &&
                        moves_[side] >= moves_required(side);
    const Duration before = reading_[side];
    const Period& of_move = played();
    const bool by_display = !has_increment_or_delay(present(side)) &&
                            present(side).method != Method::none;
    if (begins) ++period_[side];
    const Duration spent = zero ? Duration{} : press.elapsed;
    // The part that the display did not count: a delay. Time after the end of an up-count's span is
    // no gain.
    const bool up = of_move.method == Method::upcount;
    const Duration uncounted = up ? Duration{} : spent - (reading_[side] - left[side]);
    if (!zero && by_display)
        press.gained = added_by_press(side, left[side], spent) + uncounted;
    else if (!zero)
        press.gained = gain(of_move, present(side), begins, press.elapsed);
    else if (begins)
        press.gained = present(side).base + before_move(present(side));
    press.period = period_[side];
    reading_ = left;
    reading_[side] += press.gained - uncounted;
    if (begins) at_zero_[side] = false;

    FF_CHECK(zero || up || reading_[side] == before - press.elapsed + press.gained);
    FF_CHECK(reading_[side] >= left[side]);
    FF_CHECK(press.gained >= uncounted);
    FF_CHECK(uncounted >= Duration{});
    FF_CHECK(press.elapsed >= Duration{});
    FF_CHECK(press.margin >= Duration{});
    FF_CHECK(moves_[side] >= 1);
    FF_CHECK(period_[side] >= turn_period_);
    FF_CHECK(zero || !end || press.margin > Duration{});
    pressed_before_ = before_overtime_;
    since_ = at;
    begin_turn(other(side));
    pressed_ = press.elapsed;
    FF_CHECK(holds());
    return press;
}

// This side's time is used up; from now on it is in byo-yomi.
void ChessClock::begin_overtime(Side side, Instant at) {
    FF_CHECK(side == turn_);
    FF_CHECK(control_[side].enters_overtime(period_[side]));
    overtime_at_[side] = moves_[Side::white] + moves_[Side::black];
    blocks_from_[side] = moves_[side];
    before_overtime_ = elapsed(at);
    ++period_[side];
    reading_[side] += present(side).base;
    FF_CHECK(in_overtime(side));
    FF_CHECK(readings(at)[side] == present(side).base);
    FF_CHECK(holds());
}

// Both sides go on to their next period, if they have one. The opponent's next move belongs to
// it, so the time on the clock before a move grows with it; the running move keeps its bonus.
void ChessClock::next_period(Side side) {
    if (in_last_period(side) || control_[side].enters_overtime(period_[side])) return;
    const Duration lying = before_move(present(side));
    const Duration before = reading_[side];
    ++period_[side];
    at_zero_[side] = false;
    reading_[side] += present(side).base;
    if (side != turn_)
        reading_[side] += std::max(before_move(present(side)) - lying, Duration{});
    FF_CHECK(reading_[side] >= before);  // a period only adds time (6.3.2)
}

ChessClock::Expiry ChessClock::expire() {
    FF_CHECK(running_);
    FF_CHECK(deadline().has_value());
    if (control_[turn_].enters_overtime(period_[turn_])) {
        begin_overtime(turn_, *deadline());
        return Expiry::period_ended;
    }
    const bool goes_on = trigger_ == PeriodTrigger::zero && !in_last_period(turn_) &&
                         moves_[turn_] >= moves_required(turn_);
    if (!goes_on) {
        const Instant at = *deadline();
        stop(at);
        FF_CHECK(readings(at)[turn_] == Duration{});
        FF_CHECK(!running_);
        return Expiry::flag_fell;
    }
    const std::uint32_t ply = moves_[Side::white] + moves_[Side::black];
    FF_CHECK(ended_.empty() || ended_.back().ply <= ply);
    ended_.push_back({ply, period_});
    next_period(Side::white);
    next_period(Side::black);
    FF_CHECK(holds());
    return Expiry::period_ended;
}

void ChessClock::run_on_at_zero() {
    FF_CHECK(running_);
    FF_CHECK(!at_zero_[turn_]);
    FF_CHECK(deadline().has_value());
    const Instant at = *deadline();
    const Both<Duration> left = readings(at);
    elapsed_ = elapsed(at);
    since_ = at;
    reading_ = left;
    FF_CHECK(reading_[turn_] == Duration{});
    at_zero_[turn_] = true;
    FF_CHECK(!deadline());  // time does nothing more on this clock
    FF_CHECK(holds());
}

Both<Duration> ChessClock::complete_by_next(Instant at) {
    FF_CHECK(running_);
    Both<Duration> shown = readings(at);
    Both<Duration> gained;
    for (const Side side : {Side::white, Side::black}) {
        ++moves_[side];
        const bool block = present(side).method == Method::canadian && !at_zero_[side] &&
                           (moves_[side] - blocks_from_[side]) % present(side).block == 0;
        if (block) {
            gained[side] = reload(side, shown[side]);
            shown[side] += gained[side];
        }
        if (trigger_ != PeriodTrigger::moves || present(side).moves == 0 ||
            moves_[side] < moves_required(side))
            continue;
        const Duration lying = before_move(present(side));
        ++period_[side];
        gained[side] = present(side).base;
        if (side != turn_)  // the running turn keeps the bonus it began with
            gained[side] += std::max(before_move(present(side)) - lying, Duration{});
        shown[side] += gained[side];
    }
    pressed_ = {};
    assign(shown, at);
    FF_CHECK(running_);
    FF_CHECK(gained[Side::white] >= Duration{});
    FF_CHECK(gained[Side::black] >= Duration{});
    return gained;
}

// The time used in the turn that goes on when this side has the move after so many moves.
Duration ChessClock::used_of(Side turn, const Both<std::uint32_t>& moves) const {
    FF_CHECK(!running_);
    FF_CHECK(elapsed_ >= Duration{});
    FF_CHECK(pressed_ >= Duration{});
    if (turn == turn_ && moves == moves_) return elapsed_;
    return last_press_undone(turn, moves) ? pressed_ : Duration{};
}

bool ChessClock::last_press_undone(Side turn, const Both<std::uint32_t>& moves) const {
    Both<std::uint32_t> pressed = moves;
    ++pressed[turn];
    return turn == other(turn_) && pressed == moves_;
}

bool ChessClock::completes_turn(Side turn, const Both<std::uint32_t>& moves) const {
    Both<std::uint32_t> completed = moves_;
    ++completed[turn_];
    return turn == other(turn_) && completed == moves;
}

bool ChessClock::may_be_in(Side side, std::uint32_t period, std::uint32_t moves) const {
    FF_CHECK(!control_[side].periods.empty());
    const TimeControl& control = control_[side];
    if (period == 0 || period > limits::game_plies) return false;
    if (period > control.periods.size() && control.periods.back().moves == 0) return false;
    if (trigger_ == PeriodTrigger::zero) return true;
    const std::uint32_t by_moves = control.period_after(moves);
    return period == by_moves ||
           (control.enters_overtime(by_moves) && period == by_moves + 1);
}

// Undoes periods that ended, and byo-yomi that began, at `from` plies or later. A game that
// begins again begins with the first period, whatever a person set before.
void ChessClock::undo_periods(std::uint32_t from) {
    if (from == 0) {
        period_ = {{1, 1}};
        ended_.clear();
    }
    for (; !ended_.empty() && ended_.back().ply >= from; ended_.pop_back())
        period_ = ended_.back().before;
    FF_CHECK(ended_.empty() || ended_.back().ply < from);
    for (const Side side : {Side::white, Side::black}) {
        const std::uint32_t before = control_[side].last_before_overtime();
        if (overtime_at_[side] && *overtime_at_[side] >= from) overtime_at_[side].reset();
        if (in_overtime(side) && !overtime_at_[side])
            period_[side] = std::min(period_[side], before);
        if (trigger_ == PeriodTrigger::moves && !in_overtime(side))
            period_[side] = control_[side].period_after(moves_[side]);
        blocks_from_[side] = std::min(blocks_from_[side], moves_[side]);
        FF_CHECK(period_[side] >= 1);
        FF_CHECK(!overtime_at_[side] || *overtime_at_[side] < std::max(from, 1U));
    }
}

// Periods that a person sets hold for earlier positions, too, as does the time that they set.
void ChessClock::set_periods(const Both<std::uint32_t>& periods) {
    for (const Side side : {Side::white, Side::black}) {
        if (periods[side] == 0) continue;
        FF_CHECK(may_be_in(side, periods[side], moves_[side]));
        const bool was_overtime = in_overtime(side);
        period_[side] = periods[side];
        for (Ended& ended : ended_) ended.before[side] = periods[side];
        if (!in_overtime(side)) overtime_at_[side].reset();
        if (!in_overtime(side) || was_overtime) continue;
        overtime_at_[side] = 0;
        blocks_from_[side] = moves_[side];
    }
}

void ChessClock::set(const Both<Duration>& readings, Side turn, const Both<std::uint32_t>& moves,
                     bool goes_on, const Both<std::uint32_t>& periods) {
    FF_CHECK(readings[Side::white].us >= 0);
    FF_CHECK(readings[Side::black].us >= 0);
    const Duration used = goes_on ? used_of(turn, moves) : Duration{};
    const Duration used_before = turn == turn_ ? before_overtime_ : pressed_before_;
    const bool was_overtime = in_overtime(turn);
    // A turn that begins again has the readings of its beginning, and what began in it is undone.
    const std::uint32_t ply = moves[Side::white] + moves[Side::black];
    const bool undone = ply < moves_[Side::white] + moves_[Side::black];
    const bool again = undone && !(goes_on && last_press_undone(turn, moves));
    // A move that was made and not pressed, a sealed one, ends its turn here: it may be taken back.
    const bool ends_turn = goes_on && completes_turn(turn, moves);
    const Duration ended = ends_turn ? elapsed_ : Duration{};
    const Duration ended_before = ends_turn ? before_overtime_ : Duration{};
    running_ = false;
    since_ = {};
    for (const Side side : {Side::white, Side::black})
        at_zero_[side] = at_zero_[side] && readings[side] == Duration{};
    moves_ = moves;
    undo_periods(again ? ply : ply + 1);
    set_periods(periods);
    begin_turn(turn);
    elapsed_ = used;
    if (in_overtime(turn)) before_overtime_ = was_overtime ? std::min(used_before, used) : used;
    pressed_ = ended;
    pressed_before_ = ended_before;
    assign(readings, {});
    FF_CHECK(!running_);
    FF_CHECK(turn_ == turn);
    FF_CHECK(moves_ == moves);
    FF_CHECK(this->readings({}) == readings);
    FF_CHECK(elapsed_ == used);
    FF_CHECK(before_overtime_ <= elapsed_);
}

void ChessClock::set_control(const Both<TimeControl>& control, PeriodTrigger trigger,
                             const Both<Duration>& readings, bool goes_on) {
    Both<bool> overtime;
    FF_CHECK(!control[Side::white].periods.empty());
    FF_CHECK(!control[Side::black].periods.empty());
    for (const Side side : {Side::white, Side::black}) overtime[side] = in_overtime(side);
    control_ = control;
    trigger_ = trigger;
    const auto exists = [&](Side side, std::uint32_t period) {
        const std::uint32_t last = control_[side].last_before_overtime();
        return control_[side].period(last).moves == 0 ? std::min(period, last) : period;
    };
    for (const Side side : {Side::white, Side::black}) {
        const auto all = static_cast<std::uint32_t>(control[side].periods.size());
        const bool stays = overtime[side] && is_overtime(control[side].periods.back().method);
        period_[side] = stays ? all : exists(side, period_[side]);
        if (!stays) overtime_at_[side].reset();
        else if (!overtime_at_[side]) overtime_at_[side] = 0;
        if (!stays || !goes_on) blocks_from_[side] = moves_[side];
        for (Ended& ended : ended_) ended.before[side] = exists(side, ended.before[side]);
    }
    FF_CHECK(period_[Side::white] >= 1);
    FF_CHECK(period_[Side::black] >= 1);
    if (trigger == PeriodTrigger::moves) ended_.clear();
    FF_CHECK(ended_.empty() || trigger_ == PeriodTrigger::zero);
    if (!overtime[turn_]) before_overtime_ = elapsed_;
    set(readings, turn_, moves_, goes_on);
}

void ChessClock::assign(const Both<Duration>& shown, Instant at) {
    FF_CHECK(shown[Side::white] >= Duration{});
    FF_CHECK(shown[Side::black] >= Duration{});
    for (const Side side : {Side::white, Side::black}) {
        if (shown[side] > Duration{}) at_zero_[side] = false;
        reading_[side] = shown[side];
    }
    const Duration used = counted(at);
    reading_[turn_] += used;
    if (flows()) reading_[other(turn_)] -= used;
    FF_CHECK(readings(at) == shown);
    FF_CHECK(holds());
}

}  // namespace flagfall::clock
