// Limits of the whole system. Those of one folder are in its own limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t line_bytes = 16 * 1024;       // one NDJSON line to a server
inline constexpr std::uint32_t boards = 16'384;            // highest board number
inline constexpr std::size_t periods = 8;                  // periods of one time control
inline constexpr std::int64_t period_seconds = 24 * 3600;  // longest base time of a period
inline constexpr std::size_t id_bytes = 128;               // command ids, game ids, event ids
inline constexpr std::size_t text_bytes = 1024;            // reasons, names
inline constexpr std::size_t evidence_bytes = 8 * 1024;    // a value of a tag, a scoresheet
inline constexpr std::size_t tags = 64;                    // PGN tags of one game
inline constexpr std::size_t game_plies = 2000;            // moves of one game, both sides

inline constexpr std::size_t event_players = 5000;
inline constexpr std::uint32_t event_rounds = 64;          // highest number of a round
inline constexpr std::uint32_t player_number = 9999;       // TRF has four digits for it
inline constexpr std::uint32_t rating = 4000;
inline constexpr std::size_t name_bytes = 200;             // of players, teams, events, places
inline constexpr std::size_t list_items = event_players;   // of any list in a message

}  // namespace flagfall::limits
