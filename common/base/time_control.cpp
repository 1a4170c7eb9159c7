#include "common/base/time_control.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/check.hpp"

namespace flagfall {

namespace {

// Reads the notation from left to right; the first error stays.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::expected<Both<TimeControl>, TimeControlError> read() {
        Both<TimeControl> control;
        if (take('W')) {
            control[Side::white] = periods();
            if (!take('-')) fail("'-' and Black's part");
            if (!take('B')) fail("'B' and Black's periods");
            control[Side::black] = periods();
        } else {
            control[Side::white] = periods();
            control[Side::black] = control[Side::white];
        }
        if (at_ != text_.size()) fail("the end, or ':' and another period");
        if (is_hourglass(control[Side::white]) != is_hourglass(control[Side::black]))
            fail("an hourglass for both sides, or for neither");
        if (error_) return std::unexpected(*error_);
        return control;
    }

private:
    bool take(char c) {
        if (error_ || at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    void fail(std::string expected) { fail_at(at_, std::move(expected)); }
    void fail_at(std::size_t at, std::string expected) {
        if (!error_) error_ = TimeControlError{at + 1, std::move(expected)};
    }

    // A number. It must not have more digits than `most` has.
    std::int64_t number(std::int64_t most, const char* what) {
        const std::size_t start = at_;
        std::int64_t value = 0;
        while (!error_ && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
            value = std::min(value * 10 + (text_[at_] - '0'), most + 1);
            ++at_;
        }
        if (at_ == start) fail(what);
        if (value > most)
            fail_at(start, std::string(what) + ", at most " + std::to_string(most));
        return value;
    }

    static bool is_hourglass(const TimeControl& control) {
        return !control.periods.empty() && control.periods[0].method == Method::hourglass;
    }

    static bool stands_alone(Method method) {
        return method == Method::hourglass || method == Method::gong || method == Method::upcount;
    }

    TimeControl periods() {
        TimeControl control;
        do {
            if (control.periods.size() == limits::periods)
                fail("at most " + std::to_string(limits::periods) + " periods");
            const std::size_t start = at_;
            const Period next = period();
            if (!control.periods.empty()) check_order(control.periods.back(), next, start);
            control.periods.push_back(next);
        } while (take(':'));
        return control;
    }

    void check_order(const Period& before, const Period& next, std::size_t start) {
        if (stands_alone(before.method) || is_overtime(before.method))
            fail_at(start, "no further period after this one");
        if (stands_alone(next.method))
            fail_at(start, "no period before an hourglass, a gong or an up-count");
        const bool overtime = is_overtime(next.method);
        if (overtime && before.moves != 0)
            fail_at(start, "a period without a number of moves before byo-yomi");
        if (!overtime && before.moves == 0)
            fail_at(start, "no further period: the one before has no number of moves");
    }

    Period period() {
        const std::size_t start = at_;
        Period period;
        std::int64_t first = number(limits::period_seconds, "a number of seconds or moves");
        if (take('/')) {
            if (first < 1 || first > static_cast<std::int64_t>(limits::game_plies))
                fail_at(start, "a number of moves from 1 to " +
                                   std::to_string(limits::game_plies));
            period.moves = static_cast<std::uint32_t>(first);
            first = number(limits::period_seconds, "a number of seconds");
        }
        period.base = seconds(first);
        bonus(period);
        check_method(period, start);
        return period;
    }

    void bonus(Period& period) {
        for (const auto& [mark, method] : {std::pair{'+', Method::fischer},
                                           {'b', Method::bronstein},
                                           {'d', Method::delay},
                                           {'g', Method::gong},
                                           {'y', Method::japanese}}) {
            if (!take(mark)) continue;
            period.bonus = seconds(number(limits::period_seconds, "a number of seconds"));
            const bool none = period.bonus.us == 0 && !is_overtime(method);
            period.method = none && method != Method::gong ? Method::none : method;
            return;
        }
        if (take('h')) period.method = Method::hourglass;
        else if (take('u')) period.method = Method::upcount;
        else if (take('c')) period.method = Method::canadian;
    }

    // Checks what each method requires of its period.
    void check_method(Period& period, std::size_t start) {
        const bool from_zero = period.base.us == 0 && period.moves == 0;
        if (period.method == Method::canadian) {
            if (period.moves == 0) fail_at(start, "a number of moves before '/' and the time");
            period.block = std::exchange(period.moves, 0);
            if (period.base.us == 0) fail_at(start, "a period with some time in it");
            return;
        }
        if (period.method == Method::upcount) {
            if (!from_zero) fail_at(start, "0 before 'u': it counts up from zero");
            period.base = upcount_span;
            return;
        }
        if (period.method == Method::gong && !from_zero)
            fail_at(start, "0 before 'g' and the seconds of each move");
        const bool alone = period.method == Method::hourglass || period.method == Method::japanese;
        if (alone && period.moves != 0) fail_at(start, "a time without a number of moves");
        const bool moments = period.method != Method::japanese ||
                             (period.bonus.us > 0 && period.base.us % period.bonus.us == 0);
        if (!moments) fail_at(start, "the sum of whole moments before 'y' and their length");
        const bool base_needed = alone || period.bonus.us == 0;
        if (base_needed && period.base.us == 0) fail_at(start, "a period with some time in it");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<TimeControlError> error_;
};

void append_seconds(std::string& out, Duration time) {
    FF_CHECK(time.us >= 0 && time.us % 1'000'000 == 0);
    out += std::to_string(time.us / 1'000'000);
}

char mark_of(Method method) {
    switch (method) {
        case Method::bronstein: return 'b';
        case Method::delay: return 'd';
        case Method::hourglass: return 'h';
        case Method::gong: return 'g';
        case Method::upcount: return 'u';
        case Method::japanese: return 'y';
        case Method::canadian: return 'c';
        default: return '+';
    }
}

}  // namespace

const Period& TimeControl::period(std::uint32_t number) const {
    FF_CHECK(number >= 1 && !periods.empty());
    const bool repeated = number > periods.size();
    FF_CHECK(!repeated || periods.back().moves != 0);
    return repeated ? periods.back() : periods[number - 1];
}

bool TimeControl::is_last(std::uint32_t number) const {
    return period(number).moves == 0 && !enters_overtime(number);
}

bool TimeControl::enters_overtime(std::uint32_t number) const {
    return number < periods.size() && is_overtime(periods[number].method);
}

std::uint32_t TimeControl::last_before_overtime() const {
    FF_CHECK(!periods.empty());
    const auto all = static_cast<std::uint32_t>(periods.size());
    return all > 1 && is_overtime(periods.back().method) ? all - 1 : all;
}

std::uint32_t TimeControl::moves_required(std::uint32_t number) const {
    if (period(number).moves == 0) return 0;
    std::uint32_t moves = 0;
    for (std::uint32_t n = 1; n <= number; ++n) moves += period(n).moves;
    return moves;
}

std::uint32_t TimeControl::period_after(std::uint32_t completed) const {
    std::uint32_t number = 1;
    for (std::uint32_t left = completed; period(number).moves != 0; ++number) {
        if (left < period(number).moves) break;
        left -= period(number).moves;
    }
    return number;
}

std::string text(const TimeControlError& error) {
    return "column " + std::to_string(error.column) + ": expected " + error.expected;
}

std::expected<Both<TimeControl>, TimeControlError> parse_time_control(std::string_view text) {
    return Reader(text).read();
}

std::string text(const TimeControl& control) {
    std::string out;
    for (const Period& period : control.periods) {
        if (!out.empty()) out += ':';
        if (period.moves != 0) {
            out += std::to_string(period.moves);
            out += '/';
        }
        if (period.block != 0) out += std::to_string(period.block) + '/';
        append_seconds(out, period.method == Method::upcount ? Duration{} : period.base);
        out += bonus_text(period);
    }
    return out;
}

std::string text(const Both<TimeControl>& control) {
    const std::string white = text(control[Side::white]);
    const std::string black = text(control[Side::black]);
    return white == black ? white : 'W' + white + "-B" + black;
}

namespace {

// The longest time that byo-yomi allows for sixty moves beyond its base time.
Duration sixty_moves_over(const Period& last) {
    if (last.method == Method::japanese) return last.bonus * 60;
    if (last.method == Method::canadian)
        return last.base * ((60 + last.block - 1) / last.block - 1);
    return {};
}

bool every_period(const Both<TimeControl>& control, bool (*holds)(const Period&)) {
    return std::ranges::all_of(control.values, [&](const TimeControl& side) {
        return std::ranges::all_of(side.periods, holds);
    });
}

}  // namespace

Duration sixty_move_sum(const TimeControl& control) {
    Duration sum = sixty_moves_over(control.periods.back());
    if (control.periods.back().method == Method::japanese && control.periods.size() == 1)
        sum = {};  // its moments are counted as the bonus of each move
    for (std::uint32_t completed = 0; completed < 60; ++completed)
        sum += control.period(control.period_after(completed)).bonus;
    const auto named = static_cast<std::uint32_t>(control.periods.size());
    const std::uint32_t last = std::max(named, control.period_after(59));  // it may repeat
    for (std::uint32_t number = 1; number <= last; ++number) sum += control.period(number).base;
    return sum;
}

std::string_view name(TimeClass time_class) {
    switch (time_class) {
        case TimeClass::rapid: return "rapid";
        case TimeClass::blitz: return "blitz";
        default: return "standard";
    }
}

TimeClass time_class(const Both<TimeControl>& control) {
    const Duration sum = std::max(sixty_move_sum(control[Side::white]),
                                  sixty_move_sum(control[Side::black]));
    if (sum <= minutes(10)) return TimeClass::blitz;
    return sum < minutes(60) ? TimeClass::rapid : TimeClass::standard;
}

bool has_fide_class(const Both<TimeControl>& control) {
    return every_period(control, [](const Period& period) {
        return period.method == Method::none || has_increment_or_delay(period);
    });
}

Duration before_move(const Period& period) {
    const bool kept = period.method == Method::fischer || period.method == Method::bronstein ||
                      period.method == Method::gong;
    return kept ? period.bonus : Duration{};
}

bool has_increment_or_delay(const Period& period) {
    return period.method == Method::fischer || period.method == Method::bronstein ||
           period.method == Method::delay;
}

std::string bonus_text(const Period& period) {
    if (period.method == Method::none) return {};
    std::string out(1, mark_of(period.method));
    if (period.bonus.us > 0) append_seconds(out, period.bonus);
    return out;
}

}  // namespace flagfall
