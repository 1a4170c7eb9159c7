// Limits how often something may be done: a burst after a pause, and then a steady rate.
#pragma once

#include <algorithm>
#include <cmath>

#include "common/base/time.hpp"

namespace flagfall {

class TokenBucket {
public:
    // `burst` at once; it fills again at `per_second`, which is more than zero.
    TokenBucket(double per_second, double burst, Instant at)
        : per_second_(per_second), burst_(burst), left_(burst), at_(at) {}

    // Takes one. If none is left, takes nothing and returns the time until there is one.
    Duration take(Instant at) {
        const Duration wait = to_wait(at);
        if (wait <= Duration{}) left_ -= 1;
        return wait;
    }

    // The time until one can be taken; zero: now.
    Duration to_wait(Instant at) {
        const double passed = static_cast<double>((at - at_).us) / 1e6;
        left_ = std::min(burst_, left_ + std::max(0.0, passed) * per_second_);
        at_ = std::max(at_, at);
        if (left_ >= 1) return {};
        return {static_cast<std::int64_t>(std::ceil((1 - left_) / per_second_ * 1e6))};
    }

    // Takes so many even if there are fewer; further takers wait until the debt is paid.
    void spend(double tokens, Instant at) {
        to_wait(at);
        left_ -= tokens;
    }

private:
    double per_second_;
    double burst_;
    double left_;
    Instant at_;
};

}  // namespace flagfall
