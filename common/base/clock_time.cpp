#include "common/base/clock_time.hpp"

#include <charconv>
#include <cstdint>
#include <cstdio>

namespace flagfall {

namespace {

constexpr std::int64_t us_of_second = 1'000'000;
constexpr std::size_t fraction_digits = 6;

// Takes a number, digits only, from the beginning of the text.
std::optional<std::int64_t> take_number(std::string_view& text, std::int64_t most) {
    std::int64_t number = 0;
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || number > most) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

// ".25" in microseconds; the whole text must be a fraction.
std::optional<std::int64_t> fraction_of(std::string_view text) {
    text.remove_prefix(1);
    if (text.size() > fraction_digits) return std::nullopt;
    const std::size_t missing = fraction_digits - text.size();
    auto us = take_number(text, us_of_second);
    if (!us || !text.empty()) return std::nullopt;
    for (std::size_t i = 0; i < missing; ++i) *us *= 10;
    return us;
}

}  // namespace

std::string clock_time(Duration time) {
    const std::int64_t us = time.us < 0 ? -time.us : time.us;
    const std::int64_t whole = us / us_of_second;
    char text[48];
    std::snprintf(text, sizeof text, "%s%lld:%02lld:%02lld.%06lld", time.us < 0 ? "-" : "",
                  static_cast<long long>(whole / 3600), static_cast<long long>(whole / 60 % 60),
                  static_cast<long long>(whole % 60), static_cast<long long>(us % us_of_second));
    std::string out = text;
    out.erase(out.find_last_not_of('0') + 1);
    if (out.ends_with('.')) out.pop_back();
    return out;
}

std::optional<Duration> clock_time_from(std::string_view text) {
    constexpr std::int64_t most_of_first = 1'000'000;
    constexpr int units = 3;
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.remove_prefix(1);
    std::int64_t whole = 0;
    for (int unit = 0; unit < units; ++unit) {
        const auto part = take_number(text, unit == 0 ? most_of_first : 59);
        if (!part) return std::nullopt;
        whole = whole * 60 + *part;
        if (!text.starts_with(':')) break;
        text.remove_prefix(1);
        if (unit + 1 == units) return std::nullopt;
    }
    std::int64_t us = whole * us_of_second;
    if (text.starts_with('.')) {
        const auto fraction = fraction_of(text);
        if (!fraction) return std::nullopt;
        us += *fraction;
        text = {};
    }
    if (!text.empty()) return std::nullopt;
    return Duration{minus ? -us : us};
}

}  // namespace flagfall
