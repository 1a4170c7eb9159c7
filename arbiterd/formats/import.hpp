// Reading a tournament from files of other programs: TRF16 and TRF26, our own JSON, CSV, the tags
// of PGN, and the plain pairing text of pairing engines. docs/formats.md has what each can express.
//
// A file is taken whole or refused whole, with the first error's place and what was expected
// there. Text is UTF-8 (a byte order mark is skipped); what is not UTF-8 is read as Latin-1, and a
// note says so. Lines end CR, LF or CRLF.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/tournament.hpp"
#include "common/base/text_position.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::formats {

// Why a file was refused.
struct ImportError {
    TextPosition at;
    std::string expected;  // "a date YYYY/MM/DD"; for JSON it begins with a JSON Pointer
    std::string found;     // what stands there instead
    friend bool operator==(const ImportError&, const ImportError&) = default;
};
// "line 4, column 97: expected ..., found ...".
std::string text(const ImportError& error);

// What a file says. Players and teams have numbers, rounds are sorted by number, their pairings by
// board with the byes last. A round all of whose games have a result is "finished", any other
// "drafted"; if a file has only the day of a round, `starts` is that date alone.
struct Imported {
    std::string format;  // "trf16", "trf26", "json", "csv", "pgn", "pairs"
    std::optional<tournament::EventInfo> info;
    std::vector<tournament::EventPlayer> players;  // those that are new or mentioned; by number
    std::vector<tournament::EventTeam> teams;
    std::vector<tournament::EventRound> rounds;
    std::vector<std::string> notes;  // what was left out or guessed
    friend bool operator==(const Imported&, const Imported&) = default;
};

enum class Format : std::uint8_t { trf16, trf26, json, csv, pgn, pairs };

// "trf16", "trf26", "json", "csv", "pgn", "pairs".
std::string_view name(Format format);
std::optional<Format> format_from(std::string_view name);

// By a media type, parameters and case aside: text/csv, application/json, application/x-chess-pgn,
// application/vnd.chess-pgn, application/x-trf, -trf16, -trf26. Nothing for any other; with
// text/plain, or no type at all, use looked_like.
std::optional<Format> format_of(std::string_view content_type);

// Which format the text looks like; CSV when nothing speaks for another.
Format looked_like(std::string_view text);

// Reads the text. `present`, when given, has the known players by number, FIDE id and name; other
// players are new if the format names them (PGN), else refused. `round`: the round of the pairings;
// 0 if the file has it. TRF and JSON always have it: other rounds are left out, with a note. Both
// TRF formats are read by the same rules; `format` of the answer is the one that was found. With
// `first_board` the pairs of an engine's output sit from there on, wherever they sat before.
std::expected<Imported, ImportError> read(Format format, std::string_view text,
                                          const tournament::Tournament* present,
                                          std::uint32_t round, std::uint32_t first_board = 0);

// The act by which an event takes all that the file says.
wire::ImportEvent import_of(const Imported& file);

// The event by itself, as if nothing had been there before.
tournament::Tournament tournament_of(const Imported& imported);

}  // namespace flagfall::formats
