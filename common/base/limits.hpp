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

inline constexpr std::size_t event_id_bytes = 48;          // of an event: its games' ids hold it
inline constexpr std::size_t event_players = 5000;
inline constexpr std::size_t event_teams = 1000;
inline constexpr std::uint32_t event_rounds = 64;          // highest number of a round
inline constexpr std::size_t event_deputies = 64;
inline constexpr std::size_t event_sectors = 256;
inline constexpr std::uint32_t player_number = 9999;       // TRF has four digits for it
inline constexpr std::uint32_t rating = 4000;
inline constexpr std::size_t name_bytes = 200;             // of players, teams, events, places
inline constexpr std::size_t consumer_bytes = 64;          // of a program that reads results
inline constexpr std::size_t list_items = event_players;   // of any list in a message
inline constexpr std::size_t hall_commands_under_way = 512;  // that wait for clockd's answer

inline constexpr std::size_t http_header_bytes = 16 * 1024;
inline constexpr std::size_t http_body_bytes = 64 * 1024;
inline constexpr std::size_t import_bytes = 16 * 1024 * 1024;  // a body that brings a whole event
inline constexpr std::size_t http_connections = 512;

inline constexpr std::size_t store_queue_rows = 16 * 1024;  // events that wait for the disk

}  // namespace flagfall::limits
