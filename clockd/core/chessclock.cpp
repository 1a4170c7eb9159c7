#include "clockd/core/chessclock.hpp"

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
    for (const Side side : {Side::white, Side::black})
        reading_[side] = present(side).base + beforehand(present(side));
    begin_turn(first);
}

const Period& ChessClock::present(Side side) const {
    return control_[side].period(period_[side]);
}

const Period& ChessClock::played() const { return control_[turn_].period(turn_period_); }

// Time of this turn that the display does not count.
Duration ChessClock::free_time() const {
    if (control_[turn_].periods.empty() || played().method != Method::delay) return {};
    return played().bonus;
}

void ChessClock::begin_turn(Side side) {
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

Both<Duration> ChessClock::readings(Instant at) const {
    Both<Duration> shown = reading_;
    shown[turn_] -= std::max(elapsed(at) - free_time(), Duration{});
    FF_CHECK(shown[turn_].us >= 0);
    return shown;
}

Duration ChessClock::elapsed(Instant at) const {
    if (!running_) return elapsed_;
    FF_CHECK(since_ <= at);
    return elapsed_ + (at - since_);
}

std::optional<Instant> ChessClock::deadline() const {
    if (!running_) return std::nullopt;
    return since_ + (reading_[turn_] + free_time() - elapsed_);
}

void ChessClock::start(Instant at) {
    FF_CHECK(!running_);
    since_ = at;
    running_ = true;
}

void ChessClock::stop(Instant at) {
    if (!running_) return;
    FF_CHECK(at <= *deadline());
    elapsed_ = elapsed(at);
    since_ = {};
    running_ = false;
}

ChessClock::Press ChessClock::press(Instant at) {
    FF_CHECK(running_ && since_ <= at && at < *deadline());
    const Side side = turn_;
    const Duration before = sum(reading_);

    Press press;
    press.elapsed = elapsed(at);
    press.margin = *deadline() - at;
    ++moves_[side];
    const bool begins = trigger_ == PeriodTrigger::moves && !in_last_period(side) &&
                        moves_[side] >= moves_required(side);
    const Period& of_move = played();
    if (begins) ++period_[side];
    press.gained = gain(of_move, present(side), begins, press.elapsed);
    press.period = period_[side];
    reading_[side] += press.gained - press.elapsed;

    FF_CHECK(reading_[side].us >= 0);
    FF_CHECK(sum(reading_) == before - press.elapsed + press.gained);
    since_ = at;
    begin_turn(other(side));
    return press;
}

// Both sides go on to their next period, if they have one. The opponent's next move belongs to
// it, so what lies on the clock before a move grows with it; the running move keeps its bonus.
void ChessClock::next_period(Side side) {
    if (in_last_period(side)) return;
    const Duration lying = beforehand(present(side));
    ++period_[side];
    reading_[side] += present(side).base;
    if (side != turn_)
        reading_[side] += std::max(beforehand(present(side)) - lying, Duration{});
}

ChessClock::Expiry ChessClock::expire() {
    FF_CHECK(running_);
    const bool goes_on = trigger_ == PeriodTrigger::zero && !in_last_period(turn_) &&
                         moves_[turn_] >= moves_required(turn_);
    if (!goes_on) {
        stop(*deadline());
        return Expiry::flag_fell;
    }
    ended_.push_back({moves_[Side::white] + moves_[Side::black], period_});
    next_period(Side::white);
    next_period(Side::black);
    return Expiry::period_ended;
}

void ChessClock::set(const Both<Duration>& readings, Side turn, const Both<std::uint32_t>& moves) {
    FF_CHECK(readings[Side::white].us >= 0 && readings[Side::black].us >= 0);
    running_ = false;
    since_ = {};
    reading_ = readings;
    moves_ = moves;
    if (trigger_ == PeriodTrigger::moves)
        for (const Side side : {Side::white, Side::black})
            period_[side] = control_[side].period_after(moves_[side]);
    const std::uint32_t ply = moves[Side::white] + moves[Side::black];
    for (; !ended_.empty() && ended_.back().ply > ply; ended_.pop_back())
        period_ = ended_.back().before;
    begin_turn(turn);
}

void ChessClock::set_control(const Both<TimeControl>& control, PeriodTrigger trigger,
                             const Both<Duration>& readings) {
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
    if (trigger == PeriodTrigger::moves) ended_.clear();
    set(readings, turn_, moves_);
}

void ChessClock::assign(const Both<Duration>& shown, Instant at) {
    const Both<Duration> ours = readings(at);
    for (const Side side : {Side::white, Side::black}) reading_[side] += shown[side] - ours[side];
}

}  // namespace flagfall::clock
