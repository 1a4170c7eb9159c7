// Limits of imported files, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// For a line of TRF or of pairs, a CSV cell, or a tag's value.
inline constexpr std::size_t import_line_bytes = 64 * 1024;
inline constexpr std::size_t import_columns = 256;    // cells of one row of CSV
inline constexpr std::size_t import_tags = 256;       // of one game
inline constexpr std::size_t import_tag_name = 255;   // in characters (PGN 8.1.1)
inline constexpr std::size_t import_note_chars = 200;  // of one note

inline constexpr std::size_t import_bytes = 16 * 1024 * 1024;  // one imported file
inline constexpr std::uint32_t import_players = 9'999;  // highest number of a player (as TRF)
inline constexpr std::uint32_t import_teams = 999;      // highest number of a team (as TRF26)
inline constexpr std::uint32_t import_rounds = 200;     // highest number of a round
inline constexpr std::size_t import_notes = 100;        // reported of one file; then how many more

}  // namespace flagfall::limits
