// Texts in files: encodings, lines, columns in characters, numbers and dates. For the readers and
// writers of this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/import.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/noted.hpp"
#include "arbiterd/formats/wanted.hpp"
#include "common/base/ascii.hpp"

namespace flagfall::formats {

// Thrown inside a reader at the first error; read() catches it.
struct Refused {
    ImportError error;
};

// Notes on what was left out or guessed: the first limits::import_notes of them, each shortened,
// and the number of the rest.
class Notes {
public:
    void add(Told note);
    std::vector<Told> take();

private:
    std::vector<Told> kept_;
    std::size_t more_ = 0;
};

[[noreturn]] void refuse(TextPosition at, Told expected, std::string_view found);
// Refuses with "nothing found": the end of a line or of the file.
[[noreturn]] void refuse_end(TextPosition at, Told expected);

// Decodes to UTF-8 without a byte order mark; bytes that are no UTF-8
// are read as Windows-1252, with a note. Refuses UTF-16 and zero
// bytes.
std::string decode(std::string_view bytes, Notes& notes);
// For formats that must be UTF-8 (JSON: RFC 8259, 8.1): refuses anything else.
std::string decode_utf8(std::string_view bytes);

// The lines of a text without their ends; an empty last line does not count.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    // The next line; nothing at the end.
    std::optional<std::string_view> next();
    // The same, but refuses a line that exceeds the limit.
    std::optional<std::string_view> next_short();
    // The number of the line returned last, from 1; 0 before the first.
    std::uint32_t number() const { return number_; }

private:
    std::string_view rest_;
    std::uint32_t number_ = 0;
};

// Number of characters.
std::size_t length(std::string_view text);
// The column of the character at this byte, from 1.
std::uint32_t column_at(std::string_view line, std::size_t byte);
// The line and column of this byte in the whole text.
TextPosition place_of(std::string_view text, std::size_t byte);

// Turns control characters and separators into spaces and runs of blanks into one, trims, drops
// controls of text direction (spreadsheets add them), and normalizes to Form C.
std::string tidy(std::string_view text);
// The first `characters` characters.
std::string_view cut(std::string_view text, std::size_t characters);

// Only digits, with a value up to `most`.
std::optional<std::uint32_t> whole(std::string_view text, std::uint32_t most);
// Half points from "2.5", "2", ",5"; nothing when it is not a multiple of a half.
std::optional<std::uint32_t> half_points(std::string_view text);
// 5 as "2.5".
std::string points_text(std::uint32_t half_points);

// "2026-11-21" from "2026/11/21", "2026-11-21" or "2026.11.21"; nothing for anything else.
std::optional<std::string> date_from(std::string_view text);
// The same for dates that people write: "28. 07. 2005" as in FIDE's example of a TRF, "May 29,
// 2020", "29 May 2020", "2005/7/28", "21/11/2026". Nothing if day and month could be confused:
// 1/2/2026.
std::optional<std::string> loose_date_from(std::string_view text);
// A date of birth: a date, only a year, or a year with 00/00; empty when all is zero.
std::optional<std::string> birth_from(std::string_view text);

// A text of one line, tidied; refused when longer than limits::text_bytes.
std::string short_text(std::string_view text, TextPosition at);

// A title in capitals; refused when an event would not accept it. Empty stays
// empty.
std::string title_from(std::string_view text, TextPosition at);
std::string federation_from(std::string_view text, TextPosition at);
// A name; refused when it is empty.
std::string name_from(std::string_view text, TextPosition at);

}  // namespace flagfall::formats
