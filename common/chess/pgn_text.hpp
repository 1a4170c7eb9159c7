// Texts inside a PGN file: encodings, escapes, and the commands in comments. For pgn_*.cpp only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/chess/pgn.hpp"

namespace flagfall::chess {

// Appends `bytes` as UTF-8: unchanged if they are UTF-8, otherwise read as Latin-1.
void append_utf8(std::string& out, std::string_view bytes);

// Reads a tag value: removes escapes, converts to UTF-8, control characters become spaces.
void read_tag_value(std::string& out, std::string_view raw);

// Adds a comment to those of the move: [%clk] and [%emt] become numbers, runs of blanks
// one space, several comments one text.
void read_comment(PgnMove& move, std::string_view raw);

// The variant that a Variant tag names; no tag means chess. Empty if it is another game.
std::optional<Variant> variant_of(std::string_view tag);

// "1:30:57", "05:00.4", "12": milliseconds.
std::optional<std::int64_t> parse_clock(std::string_view text);
// "1:30:57", with tenths, hundredths or thousandths only if needed.
void append_clock(std::string& out, std::int64_t ms);

}  // namespace flagfall::chess
