// Limits of the API, besides common/base/limits.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t no_body_bytes = 1024;  // for routes that ignore the body
inline constexpr std::size_t imports_waiting = 8;   // files in the queue for reading
// JSON up to this size is parsed between other requests; larger bodies are read like files.
inline constexpr std::size_t parsed_at_once_bytes = std::size_t{64} * 1024;

inline constexpr std::size_t least_compressed_bytes = 1024;  // smaller answers fit into one packet
// Processor time in us that anonymous callers of one address may use: lasting, and at
// once.
inline constexpr double work_us_per_second = 100'000;
inline constexpr double work_us_at_once = 500'000;
// The same for all addresses together.
inline constexpr double all_work_us_per_second = 500'000;
inline constexpr double all_work_us_at_once = 2'500'000;

// Limits for answering pings on one WebSocket: unsent bytes, and answers per second.
inline constexpr std::size_t pongs_waiting_bytes = std::size_t{64} * 1024;
inline constexpr double pings_per_second = 5;
inline constexpr double pings_at_once = 20;
inline constexpr std::size_t feed_reserved = 256;  // of feed_consumers, for arbiters

inline constexpr std::int64_t away_every_ms = 2'500;   // clockd is asked who is away
inline constexpr std::size_t cases = 4096;      // taken at the same time
inline constexpr std::int64_t case_ms = 180'000;  // after this, a case is free again

// Notes on an export travel as headers: how many, and their bytes.
inline constexpr std::size_t header_notes = 30;
inline constexpr std::size_t header_notes_bytes = std::size_t{4} * 1024;

// Memory for cached answers, and the number of boards of cached rounds.
inline constexpr std::size_t kept_answers_bytes = std::size_t{64} * 1024 * 1024;
inline constexpr std::size_t kept_boards = 32'768;
// The possible delays of games, in seconds. Any other delay is rounded up, so that a round needs
// few documents.
inline constexpr std::array<std::int64_t, 20> delay_steps_s{
    0,   10,   20,   30,   60,   120,  180,   300,   600,   900,
    1200, 1800, 2700, 3600, 5400, 7200, 10800, 21600, 43200, 86400};

inline constexpr std::size_t rate_addresses = 4096;         // whose requests are counted
inline constexpr std::size_t feed_consumers = 3000;         // streams and sockets that follow
inline constexpr std::size_t feed_slow_bytes = 256 * 1024;  // that a consumer may leave unread
inline constexpr std::size_t feed_kept = 4096;              // changes of an event kept in memory
inline constexpr std::int64_t poll_seconds = 60;            // longest wait of one poll
inline constexpr std::size_t webhooks = 64;

}  // namespace flagfall::limits
