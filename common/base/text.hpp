// What counts as text: UTF-8 that shows what it contains. All input is checked
// against this where it enters; code that writes for people, terminals or files uses it, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall {

// A character at the start of a text: its code point and its number of bytes. bytes is 0 if
// the text is empty or does not begin with valid UTF-8 (RFC 3629).
struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};
Character first_character(std::string_view text);

// The number of bytes of the UTF-8 character at the start of `text`, 0 if there is none.
std::size_t utf8_bytes(std::string_view text);

// The position of the first byte that is not UTF-8, or text.size().
std::size_t valid_until(std::string_view text);
bool valid_utf8(std::string_view text);

// A byte that goes on with a character of UTF-8: characters are counted by the others.
constexpr bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

// Bytes of Latin-1 as UTF-8. 0x80 to 0x9F, which are controls there, are read as Windows-1252 has
// them: quotes, dashes, the euro; U+FFFD where it has nothing.
std::string from_latin1(std::string_view bytes);

// The number of characters (code points); nothing when it is not UTF-8.
std::optional<std::size_t> code_points(std::string_view text);

// C0 with tab and line ends, DEL, and C1: they control a terminal.
bool is_control(char32_t code);

// U+2028 and U+2029: they end a line for some readers.
bool is_separator(char32_t code);

// The embeddings, overrides and isolates of the bidirectional algorithm (UAX 9): they show what
// follows in another order. Marks (U+200E, U+200F, U+061C), which names may need, do not count.
bool is_bidi_control(char32_t code);

// Line feeds, also after a carriage return, and tabs: faults in one line, but not in a text of
// many lines. A carriage return alone is always a fault: it overwrites a line.
enum class Lines : std::uint8_t { one, many };

// A character that is not allowed in a text.
struct TextFault {
    std::size_t byte = 0;  // where, from 0
    std::string says;      // "a control character (U+001B)", "a byte that is not UTF-8"
};

// The first fault of `text`: a byte that is not UTF-8, a control character, a separator of lines or
// paragraphs, a directional control character. Empty if all of it may be shown as it is.
std::optional<TextFault> text_fault(std::string_view text, Lines lines = Lines::one);
bool is_printable(std::string_view text, Lines lines = Lines::one);

// The text made safe to show: each character that text_fault finds, and each byte that is not
// UTF-8, becomes U+FFFD.
std::string printable(std::string_view text, Lines lines = Lines::one);

// "U+001B"
std::string code_name(char32_t code);

}  // namespace flagfall
