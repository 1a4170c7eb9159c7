// State that arbiterd's loop shares with the API's thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "common/base/time.hpp"

namespace flagfall::api {

struct Health {
    static constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();

    std::atomic<bool> clockd_linked{false};
    // clockd's instants minus ours, in microseconds; unknown in virtual time.
    std::atomic<std::int64_t> clockd_ahead_us{unknown};

    // clockd's instant for one of ours, if it is known.
    std::optional<Instant> clock_instant(Instant ours) const {
        const std::int64_t ahead = clockd_ahead_us;
        return ahead == unknown ? std::nullopt : std::optional(ours + Duration{ahead});
    }
};

}  // namespace flagfall::api
