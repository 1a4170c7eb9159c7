// What the API takes at most, besides common/base/limits.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t no_body_bytes = 1024;  // of a body that a route does not look at
inline constexpr std::size_t imports_waiting = 8;   // files that wait to be read
// Of JSON that is parsed between other requests; more is read as files are.
inline constexpr std::size_t parsed_at_once_bytes = std::size_t{64} * 1024;

inline constexpr std::size_t least_compressed_bytes = 1024;  // of an answer: less is one packet
// Microseconds of a processor that strangers of one address may use: in the long run, and at once.
inline constexpr double work_us_per_second = 100'000;
inline constexpr double work_us_at_once = 500'000;
// And those of all addresses together.
inline constexpr double all_work_us_per_second = 500'000;
inline constexpr double all_work_us_at_once = 2'500'000;

// Of pings over one WebSocket that are answered: no more of them wait, and so many a second.
inline constexpr std::size_t pongs_waiting_bytes = std::size_t{64} * 1024;
inline constexpr double pings_per_second = 5;
inline constexpr double pings_at_once = 20;
inline constexpr std::size_t feed_reserved = 256;  // of feed_consumers, for arbiters

inline constexpr std::size_t cases = 4096;      // that somebody has taken
inline constexpr std::int64_t case_ms = 180'000;  // then it is everybody's again

// Of answers that are kept, with what they are made of; and boards of rounds that are.
inline constexpr std::size_t kept_answers_bytes = std::size_t{64} * 1024 * 1024;
inline constexpr std::size_t kept_boards = 32'768;
// Seconds by which games may be late: any other delay is rounded up to one of these, so that there
// are few documents of a round.
inline constexpr std::array<std::int64_t, 20> delay_steps_s{
    0,   10,   20,   30,   60,   120,  180,   300,   600,   900,
    1200, 1800, 2700, 3600, 5400, 7200, 10800, 21600, 43200, 86400};

}  // namespace flagfall::limits
