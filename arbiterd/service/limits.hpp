// Limits of arbiterd's service; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// How long clockd may leave a command unanswered on one link before a person is asked.
inline constexpr std::int64_t unanswered_ms = 15'000;

// Acts of people that wait for the disk; one more is answered `busy`.
inline constexpr std::size_t acts_under_way = 512;

// How many finished games, and events' lists of games, are kept in memory after reading.
inline constexpr std::size_t games_read_again = 256;
inline constexpr std::size_t events_read_again = 16;

inline constexpr std::size_t desk_id_bytes = 48;        // of an act: commands' ids contain it
inline constexpr std::size_t commands_under_way = 512;  // that wait for clockd's answer

}  // namespace flagfall::limits
