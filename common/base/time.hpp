// Time as the cores see it: whole microseconds, given as parameters; cores never read a clock.
#pragma once

#include <compare>
#include <cstdint>

namespace flagfall {

// A length of time in microseconds; negative lengths are allowed in arithmetic.
struct Duration {
    std::int64_t us = 0;

    friend constexpr auto operator<=>(Duration, Duration) = default;
    constexpr Duration& operator+=(Duration d) { us += d.us; return *this; }
    constexpr Duration& operator-=(Duration d) { us -= d.us; return *this; }
    friend constexpr Duration operator+(Duration a, Duration b) { return {a.us + b.us}; }
    friend constexpr Duration operator-(Duration a, Duration b) { return {a.us - b.us}; }
    friend constexpr Duration operator-(Duration a) { return {-a.us}; }
    friend constexpr Duration operator*(Duration a, std::int64_t n) { return {a.us * n}; }
};

constexpr Duration microseconds(std::int64_t n) { return {n}; }
constexpr Duration milliseconds(std::int64_t n) { return {n * 1'000}; }
constexpr Duration seconds(std::int64_t n) { return {n * 1'000'000}; }
constexpr Duration minutes(std::int64_t n) { return {n * 60'000'000}; }

// A point on one machine's CLOCK_BOOTTIME, in microseconds. Instants of different boots must not be
// compared; store the boot id beside an instant.
struct Instant {
    std::int64_t us = 0;

    friend constexpr auto operator<=>(Instant, Instant) = default;
    friend constexpr Instant operator+(Instant t, Duration d) { return {t.us + d.us}; }
    friend constexpr Instant operator-(Instant t, Duration d) { return {t.us - d.us}; }
    friend constexpr Duration operator-(Instant a, Instant b) { return {a.us - b.us}; }
};

}  // namespace flagfall
