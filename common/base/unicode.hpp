// What the Unicode standard knows about characters: one form for texts that look the same, folding
// for comparing names, columns on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flagfall {

// The text in Normalization Form C (UAX 15), in which the same letters have the same bytes, however
// they were typed. A text that is not UTF-8 is returned unchanged.
std::string nfc(std::string_view text);

// A key that is the same for names that people take for the same: compatibility forms, letter
// case (full folding) and invisible characters do not count. For comparing only.
std::string folded(std::string_view text);

// Does the text show nothing: is it empty, or of spaces and invisible characters only?
bool is_blank(std::string_view text);

// The number of columns of the text on a terminal: 2 for wide characters, 0 for combining marks.
std::size_t display_width(std::string_view text);

// The text, filled up with spaces to so many columns.
std::string padded(std::string_view text, std::size_t columns);

}  // namespace flagfall
