// Texts as files hold them: encodings, lines, columns in characters, numbers and dates. For the
// readers and writers of this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/import.hpp"

namespace flagfall::formats {

// Thrown inside a reader at the first error; read() catches it.
struct Refused {
    ImportError error;
};

// What was left out or guessed: the first limits::import_notes notes, each cut to a readable
// length, and how many more there were.
class Notes {
public:
    void add(std::string_view note);
    std::vector<std::string> take();

private:
    std::vector<std::string> kept_;
    std::size_t more_ = 0;
};

[[noreturn]] void refuse(TextPosition at, std::string expected, std::string_view found);
// Found nothing: the end of a line or of the file.
[[noreturn]] void refuse_end(TextPosition at, std::string expected);

// The bytes as UTF-8 without a byte order mark; from Latin-1 as Windows
// has it, with a note, when they are none.
// Refuses UTF-16 and zero bytes.
std::string decode(std::string_view bytes, Notes& notes);
// The same for formats that are always UTF-8 (JSON: RFC 8259, 8.1): refuses what is not.
std::string decode_utf8(std::string_view bytes);

// The lines of a text, one after the other, without their ends. A last line that is empty is none.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    // The next line; nothing at the end.
    std::optional<std::string_view> next();
    // The same; refuses a line that is longer than lines may be.
    std::optional<std::string_view> next_short();
    // Of the line that came last, from 1; 0 before the first.
    std::uint32_t number() const { return number_; }

private:
    std::string_view rest_;
    std::uint32_t number_ = 0;
};

// Number of characters.
std::size_t length(std::string_view text);
// Where the character at this byte stands in its line, from 1.
std::uint32_t column_at(std::string_view line, std::size_t byte);
// The place of this byte in the whole text.
TextPosition place_of(std::string_view text, std::size_t byte);

// Without blanks at both ends.
std::string_view trim(std::string_view text);
// ASCII letters small.
std::string lower(std::string_view text);
// Control characters and separators as spaces, runs of blanks as one, none at the ends; without
// controls of direction, which spreadsheets add and letters do not need; in Normalization Form C.
std::string tidy(std::string_view text);
// At most so many characters.
std::string_view cut(std::string_view text, std::size_t characters);

// Digits alone, up to `most`.
std::optional<std::uint32_t> whole(std::string_view text, std::uint32_t most);
// "2.5", "2", ",5": half points; nothing when it is no number of halves.
std::optional<std::uint32_t> half_points(std::string_view text);
// 5 as "2.5".
std::string points_text(std::uint32_t half_points);

// "2026-11-21" from "2026/11/21", "2026-11-21" or "2026.11.21"; nothing for any other or no day.
std::optional<std::string> date_from(std::string_view text);
// The same of what people write for people: "28. 07. 2005" as in FIDE's own example of a TRF, "May
// 29, 2020", "29 May 2020", "2005/7/28", "21/11/2026". Nothing where day and month could change
// places: 1/2/2026.
std::optional<std::string> loose_date_from(std::string_view text);
// A date of birth: a date, a year alone, a year with 00/00; empty when all is zero.
std::optional<std::string> birth_from(std::string_view text);

// A text of one line that fits into limits::text_bytes, made tidy; refused when longer.
std::string short_text(std::string_view text, TextPosition at);

// What a person or a team has, with small letters as capitals; refused when the event would not
// take it. Nothing stays nothing.
std::string title_from(std::string_view text, TextPosition at);
std::string federation_from(std::string_view text, TextPosition at);
// A name, which is needed.
std::string name_from(std::string_view text, TextPosition at);

}  // namespace flagfall::formats
