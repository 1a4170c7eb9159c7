#include "clockd/clock/chessclock.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace flagfall::clock {

namespace {

Duration sum(const Both<Duration>& readings) {
    return readings[Side::white] + readings[Side::black];
}

// What stands on the clock before a move of this period, on top of the base time.
Duration beforehand(const Period& period) {
    const bool kept = period.method == Method::fischer || period.method == Method::bronstein;
    return kept ? period.bonus : Duration{};
}

// How much of the time used is given back.
Duration given_back(const Period& period, Duration elapsed) {
    FF_CHECK(elapsed >= Duration{} && period.bonus >= Duration{});
    const bool free = period.method == Method::bronstein || period.method == Method::delay;
    return free ? std::min(elapsed, period.bonus) : Duration{};
}

// What the press gains: `played` is the period of the move, `next` that of the move to come.
// With Bronstein the delay of the move lay on the clock beforehand; the unused rest of it is
// lost when the next period has another one.
Duration gain(const Period& played, const Period& next, bool begins, Duration elapsed) {
    Duration gained = given_back(played, elapsed) + beforehand(next);
    if (played.method == Method::bronstein) gained -= played.bonus;
    if (begins) gained += next.base;
    return std::max(gained, Duration{});
}

}  // namespace

ChessClock::ChessClock(const Both<TimeControl>& control, PeriodTrigger trigger, Side first)
    : control_(control), trigger_(trigger) {
    for (const Side side : {Side::white, Side::black}) {
        FF_CHECK(!control[side].periods.empty());
        reading_[side] = present(side).base + beforehand(present(side));
        FF_CHECK(reading_[side] >= Duration{});
    }
    begin_turn(first);
}

const Period& ChessClock::present(Side side) const {
    FF_CHECK(period_[side] >= 1);
    return control_[side].period(period_[side]);
}

const Period& ChessClock::played() const { return control_[turn_].period(turn_period_); }

// Time of this turn that the display does not count.
Duration ChessClock::free_time() const {
    if (control_[turn_].periods.empty() || played().method != Method::delay) return {};
    return played().bonus;
}

void ChessClock::begin_turn(Side side) {
    FF_CHECK(period_[side] >= 1);
    turn_ = side;
    turn_period_ = period_[side];
    elapsed_ = {};
}

bool ChessClock::in_last_period(Side side) const {
    return control_[side].is_last(period_[side]);
}

std::uint32_t ChessClock::moves_required(Side side) const {
    return control_[side].moves_required(period_[side]);
}

// What the display counted of this turn.
Duration ChessClock::counted(Instant at) const {
    return at_zero_[turn_] ? Duration{} : std::max(elapsed(at) - free_time(), Duration{});
}

Both<Duration> ChessClock::readings(Instant at) const {
    Both<Duration> shown = reading_;
    shown[turn_] -= counted(at);
    FF_CHECK(shown[turn_].us >= 0);
    return shown;
}

Duration ChessClock::elapsed(Instant at) const {
    if (!running_) return elapsed_;
    FF_CHECK(since_ <= at && elapsed_ >= Duration{});
    return elapsed_ + (at - since_);
}

std::optional<Instant> ChessClock::deadline() const {
    if (!running_ || at_zero_[turn_]) return std::nullopt;
    return since_ + (reading_[turn_] + free_time() - elapsed_);
}

void ChessClock::start(Instant at) {
    FF_CHECK(!running_);
    since_ = at;
    running_ = true;
}

void ChessClock::stop(Instant at) {
    if (!running_) return;
    FF_CHECK(at_zero_[turn_] || at <= *deadline());
    elapsed_ = elapsed(at);
    since_ = {};
    running_ = false;
}

ChessClock::Press ChessClock::press(Instant at) {
    FF_CHECK(running_ && since_ <= at && (at_zero_[turn_] || at < *deadline()));
    const Side side = turn_;
    const bool zero = at_zero_[side];
    const Duration before = sum(reading_);

    Press press;
    press.elapsed = elapsed(at);
    if (!zero) press.margin = *deadline() - at;
    ++moves_[side];
    const bool begins = trigger_ == PeriodTrigger::moves && !in_last_period(side) &&
                        moves_[side] >= moves_required(side);
    const Period& of_move = played();
    if (begins) ++period_[side];
    if (!zero)
        press.gained = gain(of_move, present(side), begins, press.elapsed);
    else if (begins)
        press.gained = present(side).base + beforehand(present(side));
    press.period = period_[side];
    const Duration spent = zero ? Duration{} : press.elapsed;
    reading_[side] += press.gained - spent;
    if (begins) at_zero_[side] = false;

    FF_CHECK(reading_[side].us >= 0);
    FF_CHECK(sum(reading_) == before - spent + press.gained);
    FF_CHECK(zero || press.margin > Duration{});
    since_ = at;
    begin_turn(other(side));
    pressed_ = press.elapsed;
    return press;
}

// Both sides go on to their next period, if they have one. The opponent's next move belongs to
// it, so what lies on the clock before a move grows with it; the running move keeps its bonus.
void ChessClock::next_period(Side side) {
    if (in_last_period(side)) return;
    const Duration lying = beforehand(present(side));
    const Duration before = reading_[side];
    ++period_[side];
    at_zero_[side] = false;
    reading_[side] += present(side).base;
    if (side != turn_)
        reading_[side] += std::max(beforehand(present(side)) - lying, Duration{});
    FF_CHECK(reading_[side] >= before);  // a period only adds time (6.3.2)
}

ChessClock::Expiry ChessClock::expire() {
    FF_CHECK(running_ && deadline().has_value());
    const bool goes_on = trigger_ == PeriodTrigger::zero && !in_last_period(turn_) &&
                         moves_[turn_] >= moves_required(turn_);
    if (!goes_on) {
        const Instant at = *deadline();
        stop(at);
        FF_CHECK(readings(at)[turn_] == Duration{});
        return Expiry::flag_fell;
    }
    const std::uint32_t ply = moves_[Side::white] + moves_[Side::black];
    FF_CHECK(ended_.empty() || ended_.back().ply <= ply);
    ended_.push_back({ply, period_});
    next_period(Side::white);
    next_period(Side::black);
    return Expiry::period_ended;
}

void ChessClock::run_on_at_zero() {
    FF_CHECK(running_ && !at_zero_[turn_]);
    const Instant at = *deadline();
    elapsed_ = elapsed(at);
    since_ = at;
    reading_[turn_] = {};
    at_zero_[turn_] = true;
}

Both<Duration> ChessClock::complete_by_next(Instant at) {
    Both<Duration> shown = readings(at);
    Both<Duration> gained;
    for (const Side side : {Side::white, Side::black}) {
        ++moves_[side];
        if (trigger_ != PeriodTrigger::moves || in_last_period(side) ||
            moves_[side] < moves_required(side))
            continue;
        const Duration lying = beforehand(present(side));
        ++period_[side];
        gained[side] = present(side).base;
        if (side != turn_)  // the running turn keeps the bonus it began with
            gained[side] += std::max(beforehand(present(side)) - lying, Duration{});
        FF_CHECK(gained[side] >= Duration{});
        shown[side] += gained[side];
    }
    pressed_ = {};
    assign(shown, at);
    return gained;
}

// Of the turn that goes on when this side has the move after so many moves.
Duration ChessClock::used_of(Side turn, const Both<std::uint32_t>& moves) const {
    FF_CHECK(!running_ && elapsed_ >= Duration{} && pressed_ >= Duration{});
    if (turn == turn_ && moves == moves_) return elapsed_;
    Both<std::uint32_t> pressed = moves;
    ++pressed[turn];
    return turn == other(turn_) && pressed == moves_ ? pressed_ : Duration{};
}

void ChessClock::set(const Both<Duration>& readings, Side turn, const Both<std::uint32_t>& moves,
                     bool goes_on) {
    FF_CHECK(readings[Side::white].us >= 0 && readings[Side::black].us >= 0);
    const Duration used = goes_on ? used_of(turn, moves) : Duration{};
    running_ = false;
    since_ = {};
    for (const Side side : {Side::white, Side::black})
        at_zero_[side] = at_zero_[side] && readings[side] == Duration{};
    reading_ = readings;
    moves_ = moves;
    if (trigger_ == PeriodTrigger::moves)
        for (const Side side : {Side::white, Side::black})
            period_[side] = control_[side].period_after(moves_[side]);
    const std::uint32_t ply = moves[Side::white] + moves[Side::black];
    for (; !ended_.empty() && ended_.back().ply > ply; ended_.pop_back())
        period_ = ended_.back().before;
    begin_turn(turn);
    elapsed_ = used;
    pressed_ = {};
    reading_[turn_] += counted({});
    FF_CHECK(!running_ && turn_ == turn && moves_ == moves);
    FF_CHECK(this->readings({}) == readings);
}

void ChessClock::set_control(const Both<TimeControl>& control, PeriodTrigger trigger,
                             const Both<Duration>& readings, bool goes_on) {
    control_ = control;
    trigger_ = trigger;
    const auto exists = [&](Side side, std::uint32_t period) {
        const auto last = static_cast<std::uint32_t>(control_[side].periods.size());
        return control_[side].is_last(last) ? std::min(period, last) : period;
    };
    for (const Side side : {Side::white, Side::black}) {
        period_[side] = exists(side, period_[side]);
        for (Ended& ended : ended_) ended.before[side] = exists(side, ended.before[side]);
    }
    FF_CHECK(period_[Side::white] >= 1 && period_[Side::black] >= 1);
    if (trigger == PeriodTrigger::moves) ended_.clear();
    set(readings, turn_, moves_, goes_on);
}

void ChessClock::assign(const Both<Duration>& shown, Instant at) {
    for (const Side side : {Side::white, Side::black}) {
        if (shown[side] > Duration{}) at_zero_[side] = false;
        reading_[side] = shown[side];
    }
    reading_[turn_] += counted(at);
    FF_CHECK(readings(at) == shown);
}

}  // namespace flagfall::clock
