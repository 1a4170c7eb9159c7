// How much of what a service sends is kept: frames and their bytes. New frames push out older ones,
// so a service that floods the log, or sends nonsense, must not push out the frames of all boards.
#pragma once

#include <cstddef>

#include "clockd/sources/limits.hpp"
#include "common/base/time.hpp"
#include "common/base/token_bucket.hpp"

namespace flagfall::sources {

class FrameBudget {
public:
    explicit FrameBudget(Instant at)
        : frames_(limits::live_frames_per_second, limits::live_frames_at_once, at),
          bytes_(limits::live_bytes_per_second, limits::live_bytes_at_once, at) {}

    // May a frame of this size be kept? If so, it is counted.
    bool take(std::size_t bytes, Instant at) {
        if (bytes_.to_wait(at) > Duration{} || frames_.take(at) > Duration{}) return false;
        bytes_.spend(static_cast<double>(bytes), at);
        return true;
    }

private:
    TokenBucket frames_;
    TokenBucket bytes_;
};

}  // namespace flagfall::sources
