// What the Unicode standard knows about characters: one form for texts that look the same, folding
// for comparing names, columns on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flagfall {

// The text in Normalization Form C (UAX 15), in which the same letters are the same bytes however
// they were typed. What is not UTF-8 is given back as it is.
std::string nfc(std::string_view text);

// A key under which names are the same that people take for the same: compatibility forms, letter
// case (full folding) and characters that show nothing do not count. For comparing only.
std::string folded(std::string_view text);

// How many columns a terminal shows the text in: 2 for wide characters, 0 for marks that combine.
std::size_t display_width(std::string_view text);

// The text and as many spaces as fill it up to so many columns.
std::string padded(std::string_view text, std::size_t columns);

}  // namespace flagfall
