// A random number generator with the same numbers on every machine: a seed defines a whole world.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/base/time.hpp"

namespace flagfall::sim {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    // SplitMix64.
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    // From 0 to n - 1; n at least 1.
    std::uint64_t below(std::uint64_t n) { return next() % n; }
    // From low to high, both included.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    Duration between(Duration low, Duration high) { return {between(low.us, high.us)}; }
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    bool chance(double probability) { return unit() < probability; }

    // Spread over orders of magnitude: mostly near `low`, now and then near `high`.
    Duration skewed(Duration low, Duration high);

    template <class T>
    const T& pick(std::span<const T> from) { return from[below(from.size())]; }

    // Another generator, so that one actor's draws do not change another's.
    Random split() { return Random(next()); }

private:
    std::uint64_t state_;
};

inline Duration Random::skewed(Duration low, Duration high) {
    const double u = unit();
    const double part = u * u * u;
    return {low.us + static_cast<std::int64_t>(part * static_cast<double>(high.us - low.us))};
}

}  // namespace flagfall::sim
