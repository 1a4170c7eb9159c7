// Every limit of the system, in one place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t line_bytes = 16 * 1024;       // one NDJSON line to a server
inline constexpr std::size_t answer_bytes = 2 * line_bytes;  // and from it: an event is longer
                                                             // than the command it came from
inline constexpr std::size_t peer_queue_lines = 4096;      // lines waiting for one slow peer
inline constexpr std::size_t peer_queue_bytes = 8 * 1024 * 1024;  // the same lines in bytes
inline constexpr std::size_t peer_bad_lines = 16;          // malformed lines before we hang up
inline constexpr std::size_t peers = 2048;                 // open connections of one daemon
inline constexpr std::uint32_t boards = 4096;              // highest board number
inline constexpr std::size_t periods = 8;                  // periods of one time control
inline constexpr std::int64_t period_seconds = 24 * 3600;  // longest base time of a period
inline constexpr std::size_t id_bytes = 128;               // command ids, game ids, event ids
inline constexpr std::size_t desk_id_bytes = 48;           // of an act: commands' ids hold it
inline constexpr std::size_t text_bytes = 1024;            // reasons, names
inline constexpr std::size_t evidence_bytes = 8 * 1024;    // a value of a tag, a scoresheet
inline constexpr std::size_t tags = 64;                    // PGN tags of one game
inline constexpr std::size_t game_plies = 2000;            // moves of one game, both sides
inline constexpr std::size_t http_header_bytes = 16 * 1024;
inline constexpr std::size_t http_body_bytes = 64 * 1024;
inline constexpr std::size_t http_connections = 512;

// Who may do what (arbiterd/access). Times are milliseconds of the wall clock.
inline constexpr std::size_t person_name_bytes = 128;       // of a person, a token or a sector
inline constexpr std::size_t person_sectors = 64;
inline constexpr std::size_t password_code_points = 10;     // shortest
inline constexpr std::size_t password_bytes = 1024;         // longest
inline constexpr std::size_t pin_digits_min = 4;
inline constexpr std::size_t pin_digits_max = 8;
inline constexpr std::uint32_t argon2_memory_kib = 19 * 1024;  // RFC 9106 parameters m, t and p
inline constexpr std::uint32_t argon2_passes = 2;
inline constexpr std::uint32_t argon2_lanes = 1;
inline constexpr std::size_t password_jobs = 64;            // that wait for the worker
inline constexpr std::int64_t session_idle_ms = 12 * 3'600'000;       // a day in the hall
inline constexpr std::int64_t session_longest_ms = 7 * 24 * 3'600'000;
inline constexpr std::size_t sessions_of_person = 16;       // then the oldest ends
inline constexpr std::uint32_t wrong_pins = 5;              // in a row, then the session ends
inline constexpr std::int64_t last_used_step_ms = 5 * 60'000;  // how exactly it is kept
inline constexpr std::uint32_t free_failures = 3;           // before each next one has to wait
inline constexpr std::int64_t back_off_first_ms = 1'000;    // doubled with every failure
inline constexpr std::int64_t back_off_longest_ms = 5 * 60'000;
inline constexpr std::int64_t failures_kept_ms = 24 * 3'600'000;  // after the last one
inline constexpr std::size_t throttled_keys = 4096;         // names or addresses remembered

inline constexpr std::size_t store_queue_rows = 16 * 1024;  // events that wait for the disk

}  // namespace flagfall::limits
