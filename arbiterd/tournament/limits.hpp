// Limits of the events' offices; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/limits.hpp"

namespace flagfall::limits {

// A start is questioned if it comes this long before the planned start of the round.
inline constexpr std::int64_t early_start_ms = 60 * 60'000;

inline constexpr std::size_t event_id_bytes = 48;          // of an event: its games' ids contain it
inline constexpr std::size_t event_teams = 1000;
inline constexpr std::size_t event_deputies = 64;
inline constexpr std::size_t event_sectors = 256;
inline constexpr std::size_t event_records = event_players;  // lines of a TRF that are only stored
inline constexpr std::size_t consumer_bytes = 64;          // of a program that reads results

}  // namespace flagfall::limits
