// Reads a tournament from files of other programs: TRF16 and TRF26, our own JSON, CSV, the tags of
// PGN, and pairings as engines print them. docs/formats.md says what each can express.
//
// A file is taken whole, or refused with the place of the first error and what was expected there.
// Text is UTF-8, with or without a byte order mark; anything else is read as Latin-1, with a note.
// Lines end in CR, LF or CRLF.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/tournament.hpp"
#include "common/base/text_position.hpp"
#include "common/base/told.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::formats {

// Why a file was refused.
struct ImportError {
    TextPosition at;
    Told expected;      // "a date YYYY/MM/DD"; for JSON it begins with a JSON Pointer
    std::string found;  // what the file has instead
    std::string quoted{};  // the same as the file has it; empty: nothing, or no text of the file
    friend bool operator==(const ImportError&, const ImportError&) = default;
};
// "line 4, column 97: expected ..., found ...".
std::string text(const ImportError& error);

// The content of a file. Players and teams have numbers; rounds are sorted by number, their
// pairings by board with the byes last. A round is "finished" if all its games have a result,
// otherwise "drafted". If a file has only the day of a round, `starts` is that date.
struct Imported {
    std::string format;  // "trf16", "trf26", "json", "csv", "pgn", "pairs"
    std::optional<tournament::EventInfo> info;
    std::vector<tournament::EventPlayer> players;  // those that are new or mentioned, by number
    std::vector<tournament::EventTeam> teams;
    std::vector<tournament::EventRound> rounds;
    std::vector<Told> notes;  // what was left out or guessed
    friend bool operator==(const Imported&, const Imported&) = default;
};

enum class Format : std::uint8_t { trf16, trf26, json, csv, pgn, pairs };

// "trf16", "trf26", "json", "csv", "pgn", "pairs".
std::string_view name(Format format);
std::optional<Format> format_from(std::string_view name);

// The format of a media type, ignoring parameters and case: text/csv, application/json,
// application/x-chess-pgn, application/vnd.chess-pgn, application/x-trf, -trf16, -trf26. Nothing
// for others; for text/plain, or without a type, use looked_like.
std::optional<Format> format_of(std::string_view content_type);

// Guesses the format of a text; CSV if it looks like no other.
Format looked_like(std::string_view text);

// Reads the text. `present`: the known players, found by number, FIDE id or name. Other players are
// new if the format has their names (PGN), otherwise refused. `round`: the round of the pairings; 0
// if the file names it. TRF and JSON always name it; their other rounds are dropped with a note.
// Both TRF formats are read by the same rules; the answer's `format` is the one detected. With
// `first_board`, an engine's pairings sit from there on, wherever they sat before.
std::expected<Imported, ImportError> read(Format format, std::string_view text,
                                          const tournament::Tournament* present,
                                          std::uint32_t round, std::uint32_t first_board = 0);

// The act that imports everything in the file into an event.
wire::ImportEvent import_of(const Imported& file);

// The content as an event of its own, without any previous data.
tournament::Tournament tournament_of(const Imported& imported);

}  // namespace flagfall::formats
