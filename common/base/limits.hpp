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
inline constexpr std::size_t peer_bad_lines = 16;          // malformed lines before we disconnect
inline constexpr std::size_t peers = 2048;                 // open connections of one daemon
inline constexpr std::uint32_t boards = 16'384;            // highest board number
inline constexpr std::size_t periods = 8;                  // periods of one time control
inline constexpr std::int64_t period_seconds = 24 * 3600;  // longest base time of a period
inline constexpr std::size_t id_bytes = 128;               // command ids, game ids, event ids
inline constexpr std::size_t desk_id_bytes = 48;           // of an act: commands' ids contain it
inline constexpr std::size_t text_bytes = 1024;            // reasons, names
inline constexpr std::size_t evidence_bytes = 8 * 1024;    // a value of a tag, a scoresheet
inline constexpr std::size_t tags = 64;                    // PGN tags of one game
inline constexpr std::size_t game_plies = 2000;            // moves of one game, both sides

inline constexpr std::size_t event_id_bytes = 48;          // of an event: its games' ids contain it
inline constexpr std::size_t event_players = 5000;
inline constexpr std::size_t event_teams = 1000;
inline constexpr std::uint32_t event_rounds = 64;          // highest number of a round
inline constexpr std::size_t event_deputies = 64;
inline constexpr std::size_t event_sectors = 256;
inline constexpr std::size_t event_records = event_players;  // lines of a TRF that are only stored
inline constexpr std::uint32_t player_number = 9999;       // TRF has four digits for it
inline constexpr std::uint32_t rating = 4000;
inline constexpr std::size_t name_bytes = 200;             // of players, teams, events, places
inline constexpr std::size_t consumer_bytes = 64;          // of a program that reads results
inline constexpr std::size_t list_items = event_players;   // of any list in a message
inline constexpr std::size_t hall_commands_under_way = 512;  // that wait for clockd's answer

inline constexpr std::size_t http_header_bytes = 16 * 1024;
inline constexpr std::size_t http_body_bytes = 64 * 1024;
inline constexpr std::size_t http_connections = 4096;
inline constexpr std::size_t http_connections_per_address = 256;
inline constexpr std::size_t http_stream_bytes = 8 * 1024 * 1024;  // waiting for one slow client
inline constexpr std::size_t websocket_message_bytes = 64 * 1024;
inline constexpr std::size_t http_answer_bytes = 256 * 1024 * 1024;  // that our client accepts
inline constexpr std::size_t webhook_answer_bytes = 64 * 1024;

inline constexpr std::size_t rate_addresses = 4096;        // whose requests are counted
inline constexpr std::size_t feed_consumers = 3000;        // streams and sockets that follow
inline constexpr std::size_t feed_slow_bytes = 256 * 1024;  // that a consumer may leave unread
inline constexpr std::size_t feed_kept = 4096;             // changes of an event kept in memory
inline constexpr std::int64_t poll_seconds = 60;           // longest wait of one poll
inline constexpr std::size_t webhooks = 64;

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
inline constexpr std::int64_t last_used_step_ms = 5 * 60'000;  // its precision
inline constexpr std::uint32_t free_failures = 3;           // before each further one must wait
inline constexpr std::int64_t back_off_first_ms = 1'000;    // doubled with every failure
inline constexpr std::int64_t back_off_longest_ms = 5 * 60'000;
inline constexpr std::int64_t failures_kept_ms = 24 * 3'600'000;  // after the last one
inline constexpr std::size_t throttled_keys = 4096;         // names or addresses remembered

inline constexpr std::size_t import_bytes = 16 * 1024 * 1024;  // one imported file
inline constexpr std::uint32_t import_players = 9'999;  // highest number of a player (as TRF)
inline constexpr std::uint32_t import_teams = 999;      // highest number of a team (as TRF26)
inline constexpr std::uint32_t import_rounds = 200;     // highest number of a round
inline constexpr std::size_t import_notes = 100;        // reported of one file; then how many more

inline constexpr std::int64_t first_slowing_ms = 250;       // after a wrong proof, doubling
inline constexpr std::int64_t longest_slowing_ms = 30'000;
inline constexpr std::int64_t wrong_proof_forgotten_ms = 600'000;
inline constexpr std::size_t slowed_addresses = 4096;       // that are remembered
inline constexpr std::int64_t code_ms = 600'000;            // how long a device's code is valid
inline constexpr std::size_t open_codes = 128;              // at a time
inline constexpr int code_rounds = 100'000;                 // of PBKDF2

inline constexpr std::size_t store_queue_rows = 16 * 1024;  // events that wait for the disk
inline constexpr std::size_t metric_series = 512;  // of one metric, by their labels

}  // namespace flagfall::limits
