// Limits of imported files, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

// For a line of TRF or of pairs, a CSV cell, or a tag's value.
inline constexpr std::size_t import_line_bytes = 64 * 1024;
inline constexpr std::size_t import_columns = 256;    // cells of one row of CSV
inline constexpr std::size_t import_tags = 256;       // of one game
inline constexpr std::size_t import_tag_name = 255;   // in characters (PGN 8.1.1)
inline constexpr std::size_t import_note_chars = 200;  // of one note

}  // namespace flagfall::limits
