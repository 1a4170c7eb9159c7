#include "tests/oracle/timekeeper.hpp"

#include <algorithm>

namespace flagfall::oracle {

Timekeeper::Timekeeper(const Both<TimeControl>& control, PeriodTrigger trigger, Side first)
    : control_(control), trigger_(trigger) {
    for (const Side side : {Side::white, Side::black})
        bank_[side] = terms(side).base + on_display(terms(side));
    begin_turn(first);
}

// Byo-yomi comes last in a control.
bool Timekeeper::has_extra(Side side) const {
    const Method last = control_[side].periods.back().method;
    return last == Method::japanese || last == Method::canadian;
}

// How many periods come before it; all of them if there is none.
std::uint32_t Timekeeper::mains(Side side) const {
    const auto all = static_cast<std::uint32_t>(control_[side].periods.size());
    return has_extra(side) && all > 1 ? all - 1 : all;
}

bool Timekeeper::in_extra(Side side) const {
    return has_extra(side) && (extra_[side] || control_[side].periods.size() == 1);
}

std::uint32_t Timekeeper::period(Side side) const {
    if (in_extra(side)) return static_cast<std::uint32_t>(control_[side].periods.size());
    return trigger_ == PeriodTrigger::zero ? period_[side]
                                           : control_[side].period_after(moves_[side]);
}

// Moves made in Canadian byo-yomi.
std::uint32_t Timekeeper::of_block(Side side) const {
    const std::uint32_t from = extra_[side] ? extra_[side]->moves : 0;
    return moves_[side] - std::min(from, moves_[side]);
}

std::uint32_t Timekeeper::moves_required(Side side) const {
    const Period& now = terms(side);
    if (now.method != Method::canadian) return control_[side].moves_required(period(side));
    return moves_[side] + now.block - of_block(side) % now.block;
}

bool Timekeeper::in_last_period(Side side) const {
    return in_extra(side) || (!has_extra(side) && control_[side].is_last(period(side))) ||
           (has_extra(side) && period(side) == control_[side].periods.size());
}

Duration Timekeeper::on_display(const Period& period) {
    const bool there = period.method == Method::fischer || period.method == Method::bronstein ||
                       period.method == Method::gong;
    return there ? period.bonus : Duration{};
}

void Timekeeper::begin_turn(Side side) {
    const Period& now = terms(side);
    turn_ = side;
    spent_ = main_ = {};
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

// Time runs over to the other side, as long as neither clock has run out.
bool Timekeeper::shares() const {
    return terms(turn_).method == Method::hourglass && !dry_[Side::white] && !dry_[Side::black];
}

Both<Duration> Timekeeper::readings(Instant at) const {
    Both<Duration> shown = bank_;
    shown[turn_] = std::max(Duration{}, bank_[turn_] - counted(at));
    if (shares()) shown[other(turn_)] = bank_[other(turn_)] + counted(at);
    return shown;
}

std::optional<Instant> Timekeeper::deadline() const {
    if (!since_ || dry_[turn_] || counts_up(turn_)) return {};
    return *since_ + (bank_[turn_] + free_ - spent_);
}

void Timekeeper::start(Instant at) { since_ = at; }

void Timekeeper::stop(Instant at) {
    spent_ = spent(at);
    since_.reset();
}

// The reading after the press, if it does not follow from what a move adds.
Duration Timekeeper::after_press(Side side, Duration left, Duration spent) const {
    const Period& now = terms(side);
    switch (now.method) {
        case Method::gong: return std::max(left, now.bonus);
        case Method::canadian:
            return of_block(side) % now.block == 0 ? std::max(left, now.base) : left;
        case Method::japanese: {
            const Duration used = spent - main_;
            return left + used - now.bonus * (used.us / now.bonus.us);  // whole moments are used up
        }
        default: return left;
    }
}

PressFigures Timekeeper::press(Instant at) {
    PressFigures figures;
    const Side side = turn_;
    const Both<Duration> left = readings(at);
    figures.elapsed = spent(at);
    figures.before = left[side];
    if (!dry_[side]) figures.margin = bank_[side] + free_ - figures.elapsed;
    if (counts_up(side)) figures.margin = left[side];

    const std::uint32_t was = period(side);
    const bool adds = terms(side).method <= Method::delay;
    ++moves_[side];
    const std::uint32_t is = period(side);
    figures.period = is;
    const Period& next = control_[side].period(is);
    bank_[other(side)] = left[other(side)];
    if (dry_[side]) {  // nothing is added except the time of a period that begins
        if (is > was) figures.gained = next.base + on_display(next);
        bank_[side] = figures.gained;
        dry_[side] = is == was;
    } else if (adds) {
        const Duration returned = std::min(figures.elapsed, given_back_);
        // The next move's own bonus is on the display before it; the one lent for this move goes.
        Duration gained = returned - lent_ + on_display(next);
        if (is > was) gained += next.base;
        figures.gained = std::max(Duration{}, gained);
        // What a simple delay "returns" was never off the display.
        bank_[side] =
            figures.before + figures.gained - (free_ > Duration{} ? returned : Duration{});
    } else {
        bank_[side] = after_press(side, left[side], figures.elapsed);
        // A delay of the time before byo-yomi was never off the display either.
        figures.gained = bank_[side] - left[side] + std::min(figures.elapsed, free_);
    }
    last_spent_ = figures.elapsed;
    last_main_ = main_;
    begin_turn(other(side));
    since_ = at;
    return figures;
}

bool Timekeeper::next_period_begins() {
    if (has_extra(turn_) && !in_extra(turn_) && period(turn_) == mains(turn_)) {
        main_ = bank_[turn_] + free_;
        bank_[turn_] += control_[turn_].periods.back().base;
        extra_[turn_] = Extra{moves_.values[0] + moves_.values[1], moves_[turn_]};
        return true;
    }
    if (trigger_ != PeriodTrigger::zero || in_last_period(turn_)) return false;
    if (moves_[turn_] < moves_required(turn_)) return false;
    changes_.push_back({moves_.values[0] + moves_.values[1], period_});
    for (const Side side : {Side::white, Side::black}) {
        if (in_last_period(side) || (has_extra(side) && period(side) == mains(side))) continue;
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
    const Both<Duration> left = readings(*deadline());
    since_ = deadline();
    spent_ = bank_[turn_] + free_;
    bank_ = left;
    dry_[turn_] = true;
}

Both<Duration> Timekeeper::complete_two(Instant at) {
    Both<Duration> shown = readings(at);
    Both<Duration> gains;
    for (const Side side : {Side::white, Side::black}) {
        const std::uint32_t was = period(side);
        ++moves_[side];
        const std::uint32_t is = period(side);
        if (terms(side).method == Method::canadian && !dry_[side] &&
            of_block(side) % terms(side).block == 0) {
            gains[side] = std::max(Duration{}, terms(side).base - shown[side]);
            shown[side] += gains[side];
        }
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

// A turn that goes on keeps the time spent of it: of this one, or of the one whose press is undone.
Duration Timekeeper::spent_before(Side turn, const Both<std::uint32_t>& moves,
                                  Instant at) const {
    if (turn == turn_) return moves == moves_ ? spent(at) : Duration{};
    const bool undone =
        moves_[turn] == moves[turn] + 1 && moves_[other(turn)] == moves[other(turn)];
    return undone ? last_spent_ : Duration{};
}

// Byo-yomi that began after this ply has not begun.
void Timekeeper::forget_extra(std::uint32_t from) {
    for (const Side side : {Side::white, Side::black}) {
        auto& extra = extra_[side];
        if (extra && extra->ply >= from) {
            extra.reset();
            period_[side] = std::min(period_[side], mains(side));
        }
        if (extra) extra->moves = std::min(extra->moves, moves_[side]);
    }
}

// The displays as they are now; the time counted in the turn was on them when it began.
void Timekeeper::put(const Both<Duration>& shown, Instant at) {
    bank_ = shown;
    for (const Side side : {Side::white, Side::black})
        if (bank_[side] > Duration{}) dry_[side] = false;
    const Duration used = counted(at);
    bank_[turn_] += used;
    if (shares()) bank_[other(turn_)] -= used;
}

bool Timekeeper::possible(Side side, std::uint32_t number, std::uint32_t moves) const {
    const TimeControl& control = control_[side];
    const bool repeats = control.periods.back().moves != 0;
    if (number == 0 || (number > control.periods.size() && !repeats)) return false;
    if (trigger_ == PeriodTrigger::zero || number == control.period_after(moves)) return true;
    return has_extra(side) && number == control.periods.size() &&
           control.period_after(moves) == mains(side);
}

void Timekeeper::set(const Both<Duration>& readings, Side turn,
                     const Both<std::uint32_t>& moves, bool goes_on, Instant at,
                     const Both<std::uint32_t>& periods) {
    const Duration already = goes_on ? spent_before(turn, moves, at) : Duration{};
    const bool extra_before = in_extra(turn);
    const Duration main = turn == turn_ ? main_ : last_main_;
    const std::uint32_t was = moves_.values[0] + moves_.values[1];
    const std::uint32_t is = moves.values[0] + moves.values[1];
    // One press back, and its turn goes on: periods that began in it have begun.
    const bool kept = is >= was || (goes_on && is + 1 == was && turn != turn_ &&
                                    moves_[turn] == moves[turn] + 1);
    const std::uint32_t from = kept ? is + 1 : is;
    // One move forward, by hand: the player who made it may get it back, with the time spent on it.
    const bool forward = goes_on && turn != turn_ && is == was + 1 &&
                         moves[turn_] == moves_[turn_] + 1;
    const Duration left_spent = forward ? spent(at) : Duration{};
    const Duration left_main = forward ? main_ : Duration{};
    moves_ = moves;
    since_.reset();
    // An undo also removes the periods that began after it (6.3.1).
    while (!changes_.empty() && changes_.back().first >= from) {
        period_ = changes_.back().second;
        changes_.pop_back();
    }
    if (from == 0) {  // the game begins again
        period_ = {{1, 1}};
        changes_.clear();
    }
    forget_extra(from);
    for (const Side side : {Side::white, Side::black}) {
        if (periods[side] == 0) continue;
        const bool extra = has_extra(side) && periods[side] == control_[side].periods.size();
        if (!extra) extra_[side].reset();
        else if (!in_extra(side)) extra_[side] = Extra{0, moves[side]};
        if (!extra) period_[side] = periods[side];
        for (auto& change : changes_) change.second[side] = std::min(periods[side], mains(side));
    }
    begin_turn(turn);
    spent_ = already;
    if (in_extra(turn)) main_ = extra_before ? std::min(main, already) : already;
    last_spent_ = left_spent;
    last_main_ = left_main;
    put(readings, at);
}

// A period that the new control does not have is its last one before byo-yomi.
void Timekeeper::another(const Both<TimeControl>& control, PeriodTrigger trigger,
                         const Both<Duration>& readings, bool goes_on, Instant at) {
    const Duration already = goes_on ? spent(at) : Duration{};
    const Both<bool> extra{{in_extra(Side::white), in_extra(Side::black)}};
    const bool extra_before = extra[turn_];
    const Duration main = main_;
    if (trigger == PeriodTrigger::zero && trigger_ == PeriodTrigger::moves)
        for (const Side side : {Side::white, Side::black})
            period_[side] = std::min(period(side), mains(side));
    const Both<std::uint32_t> blocks{{of_block(Side::white), of_block(Side::black)}};
    // The number of the period stays, that of byo-yomi, too.
    for (const Side side : {Side::white, Side::black})
        if (extra[side]) period_[side] = period(side);
    control_ = control;
    trigger_ = trigger;
    const auto last = [&](Side side, std::uint32_t& number) {
        const bool repeats = control_[side].periods.back().moves != 0;
        if (!repeats) number = std::min(number, mains(side));
    };
    for (const Side side : {Side::white, Side::black}) {
        last(side, period_[side]);
        for (auto& change : changes_) last(side, change.second[side]);
        const std::uint32_t from = goes_on ? moves_[side] - blocks[side] : moves_[side];
        const std::uint32_t ply = extra_[side] ? extra_[side]->ply : 0;
        if (!has_extra(side) || (!extra[side] && control[side].periods.size() > 1))
            extra_[side].reset();
        else if (extra[side] || control[side].periods.size() == 1)
            extra_[side] = Extra{ply, extra[side] ? from : moves_[side]};
    }
    if (trigger == PeriodTrigger::moves) changes_.clear();
    last_spent_ = last_main_ = {};  // a clock that is set has forgotten the turn before
    since_.reset();
    begin_turn(turn_);
    spent_ = already;
    if (in_extra(turn_)) main_ = extra_before ? std::min(main, already) : already;
    put(readings, at);
}

void Timekeeper::believe(const Both<Duration>& readings, Instant at) { put(readings, at); }

}  // namespace flagfall::oracle
