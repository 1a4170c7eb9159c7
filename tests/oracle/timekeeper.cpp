#include "tests/oracle/timekeeper.hpp"

#include <algorithm>

namespace flagfall::oracle {

Timekeeper::Timekeeper(const Both<TimeControl>& control, PeriodTrigger trigger, Side first)
    : control_(control), trigger_(trigger) {
    for (const Side side : {Side::white, Side::black})
        bank_[side] = terms(side).base + on_display(terms(side));
    begin_turn(first);
}

std::uint32_t Timekeeper::period(Side side) const {
    return trigger_ == PeriodTrigger::zero ? period_[side]
                                           : control_[side].period_after(moves_[side]);
}

std::uint32_t Timekeeper::moves_required(Side side) const {
    return control_[side].moves_required(period(side));
}

bool Timekeeper::in_last_period(Side side) const { return control_[side].is_last(period(side)); }

Duration Timekeeper::on_display(const Period& period) {
    return period.method == Method::fischer || period.method == Method::bronstein ? period.bonus
                                                                                  : Duration{};
}

void Timekeeper::begin_turn(Side side) {
    const Period& now = terms(side);
    turn_ = side;
    spent_ = {};
    free_ = now.method == Method::delay ? now.bonus : Duration{};
    lent_ = now.method == Method::bronstein ? now.bonus : Duration{};
    given_back_ = free_ + lent_;
}

Duration Timekeeper::spent(Instant at) const {
    return since_ ? spent_ + (at - *since_) : spent_;
}

Duration Timekeeper::counted(Instant at) const {
    return dry_[turn_] ? Duration{} : std::max(Duration{}, spent(at) - free_);
}

Both<Duration> Timekeeper::readings(Instant at) const {
    Both<Duration> shown = bank_;
    shown[turn_] = std::max(Duration{}, bank_[turn_] - counted(at));
    return shown;
}

std::optional<Instant> Timekeeper::deadline() const {
    if (!since_ || dry_[turn_]) return {};
    return *since_ + (bank_[turn_] + free_ - spent_);
}

void Timekeeper::start(Instant at) { since_ = at; }

void Timekeeper::stop(Instant at) {
    spent_ = spent(at);
    since_.reset();
}

PressFigures Timekeeper::press(Instant at) {
    PressFigures figures;
    const Side side = turn_;
    figures.elapsed = spent(at);
    figures.before = readings(at)[side];
    if (!dry_[side]) figures.margin = bank_[side] + free_ - figures.elapsed;

    const std::uint32_t was = period(side);
    ++moves_[side];
    const std::uint32_t is = period(side);
    figures.period = is;
    if (dry_[side]) {  // nothing is added but the time of a period that begins
        const Period& next = control_[side].period(is);
        if (is > was) figures.gained = next.base + on_display(next);
        bank_[side] = figures.gained;
        dry_[side] = is == was;
        last_spent_ = figures.elapsed;
        begin_turn(other(side));
        since_ = at;
        return figures;
    }
    const Duration returned = std::min(figures.elapsed, given_back_);
    // The next move's own bonus is on the display before it; what was lent for this one goes.
    Duration gained = returned - lent_ + on_display(control_[side].period(is));
    if (is > was) gained += control_[side].period(is).base;
    figures.gained = std::max(Duration{}, gained);
    // What a simple delay "returns" was never off the display.
    bank_[side] = figures.before + figures.gained - (free_ > Duration{} ? returned : Duration{});
    last_spent_ = figures.elapsed;
    begin_turn(other(side));
    since_ = at;
    return figures;
}

bool Timekeeper::next_period_begins() {
    if (trigger_ != PeriodTrigger::zero || in_last_period(turn_)) return false;
    if (moves_[turn_] < moves_required(turn_)) return false;
    changes_.push_back({moves_.values[0] + moves_.values[1], period_});
    for (const Side side : {Side::white, Side::black}) {
        if (in_last_period(side)) continue;
        const Duration before = on_display(terms(side));
        ++period_[side];
        dry_[side] = false;
        bank_[side] += terms(side).base;
        // A turn that has begun keeps the bonus it began with; the other side's next one has the
        // new period's, and nothing is taken away from a display.
        if (side != turn_)
            bank_[side] += std::max(Duration{}, on_display(terms(side)) - before);
    }
    return true;
}

void Timekeeper::fall() {
    spent_ = bank_[turn_] + free_;
    since_.reset();
}

void Timekeeper::run_dry() {
    since_ = deadline();
    spent_ = bank_[turn_] + free_;
    bank_[turn_] = {};
    dry_[turn_] = true;
}

Both<Duration> Timekeeper::complete_two(Instant at) {
    Both<Duration> shown = readings(at);
    Both<Duration> gains;
    for (const Side side : {Side::white, Side::black}) {
        const std::uint32_t was = period(side);
        ++moves_[side];
        const std::uint32_t is = period(side);
        if (is == was) continue;
        const Period& next = control_[side].period(is);
        gains[side] = next.base;
        const Duration more = on_display(next) - on_display(control_[side].period(was));
        if (side != turn_) gains[side] += std::max(Duration{}, more);
        shown[side] += gains[side];
    }
    last_spent_ = {};
    believe(shown, at);
    return gains;
}

// A turn that goes on has what was spent of it: of this one, or of the one whose press is undone.
Duration Timekeeper::spent_before(Side turn, const Both<std::uint32_t>& moves,
                                  Instant at) const {
    if (turn == turn_) return moves == moves_ ? spent(at) : Duration{};
    const bool undone =
        moves_[turn] == moves[turn] + 1 && moves_[other(turn)] == moves[other(turn)];
    return undone ? last_spent_ : Duration{};
}

void Timekeeper::set(const Both<Duration>& readings, Side turn,
                     const Both<std::uint32_t>& moves, bool goes_on, Instant at) {
    const Duration already = goes_on ? spent_before(turn, moves, at) : Duration{};
    bank_ = readings;
    for (const Side side : {Side::white, Side::black})
        if (readings[side] > Duration{}) dry_[side] = false;
    moves_ = moves;
    since_.reset();
    // What is undone takes with it the periods that began after it (6.3.1).
    while (!changes_.empty() && changes_.back().first > moves.values[0] + moves.values[1]) {
        period_ = changes_.back().second;
        changes_.pop_back();
    }
    begin_turn(turn);
    spent_ = already;
    last_spent_ = {};
    bank_[turn_] += counted(at);
}

// A period that the new control does not have is its last one.
void Timekeeper::another(const Both<TimeControl>& control, PeriodTrigger trigger,
                         const Both<Duration>& readings, bool goes_on, Instant at) {
    const Duration already = goes_on ? spent(at) : Duration{};
    if (trigger == PeriodTrigger::zero && trigger_ == PeriodTrigger::moves)
        for (const Side side : {Side::white, Side::black}) period_[side] = period(side);
    control_ = control;
    trigger_ = trigger;
    const auto last = [&](Side side, std::uint32_t& number) {
        for (std::uint32_t each = 1; each < number; ++each)
            if (control_[side].is_last(each)) number = each;
    };
    for (const Side side : {Side::white, Side::black}) {
        last(side, period_[side]);
        for (auto& change : changes_) last(side, change.second[side]);
    }
    if (trigger == PeriodTrigger::moves) changes_.clear();
    bank_ = readings;
    for (const Side side : {Side::white, Side::black})
        if (readings[side] > Duration{}) dry_[side] = false;
    last_spent_ = {};  // a clock that is set has forgotten the turn before
    since_.reset();
    begin_turn(turn_);
    spent_ = already;
    bank_[turn_] += counted(at);
}

void Timekeeper::believe(const Both<Duration>& readings, Instant at) {
    bank_ = readings;
    for (const Side side : {Side::white, Side::black})
        if (bank_[side] > Duration{}) dry_[side] = false;
    bank_[turn_] += counted(at);
}

}  // namespace flagfall::oracle
