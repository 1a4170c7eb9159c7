#include "common/base/time_control.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/check.hpp"
#include "common/base/limits.hpp"

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

    // A number; what follows it must not be more digits than `most` has.
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

    TimeControl periods() {
        TimeControl control;
        do {
            if (control.periods.size() == limits::periods)
                fail("at most " + std::to_string(limits::periods) + " periods");
            if (!control.periods.empty() && control.periods.back().moves == 0)
                fail("no further period: the one before has no number of moves");
            control.periods.push_back(period());
        } while (take(':'));
        return control;
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
        if (period.base.us == 0 && period.bonus.us == 0)
            fail_at(start, "a period with some time in it");
        return period;
    }

    void bonus(Period& period) {
        for (const auto& [mark, method] : {std::pair{'+', Method::fischer},
                                           {'b', Method::bronstein},
                                           {'d', Method::delay}}) {
            if (!take(mark)) continue;
            period.bonus = seconds(number(limits::period_seconds, "a number of seconds"));
            period.method = period.bonus.us == 0 ? Method::none : method;
            return;
        }
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

bool TimeControl::is_last(std::uint32_t number) const { return period(number).moves == 0; }

std::uint32_t TimeControl::moves_required(std::uint32_t number) const {
    if (is_last(number)) return 0;
    std::uint32_t moves = 0;
    for (std::uint32_t n = 1; n <= number; ++n) moves += period(n).moves;
    return moves;
}

std::uint32_t TimeControl::period_after(std::uint32_t completed) const {
    std::uint32_t number = 1;
    for (std::uint32_t left = completed; !is_last(number); ++number) {
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
        append_seconds(out, period.base);
        if (period.method == Method::none) continue;
        out += mark_of(period.method);
        append_seconds(out, period.bonus);
    }
    return out;
}

std::string text(const Both<TimeControl>& control) {
    const std::string white = text(control[Side::white]);
    const std::string black = text(control[Side::black]);
    return white == black ? white : 'W' + white + "-B" + black;
}

Duration sixty_move_sum(const TimeControl& control) {
    Duration sum;
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

}  // namespace flagfall
