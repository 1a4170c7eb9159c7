// What counts as text: UTF-8 that shows what it says. Everything that comes from outside is checked
// against this where it enters; code that writes for people, terminals or files uses it, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall {

// A character at the start of a text: its code point and how many bytes it takes. bytes is 0 when
// the text is empty or does not begin with valid UTF-8 (RFC 3629).
struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};
Character first_character(std::string_view text);

// The number of bytes of the UTF-8 character at the start of `text`, 0 when there is none.
std::size_t utf8_bytes(std::string_view text);

// The first byte that is not UTF-8, or text.size().
std::size_t valid_until(std::string_view text);
bool valid_utf8(std::string_view text);

// The number of characters (code points); nothing when it is not UTF-8.
std::optional<std::size_t> code_points(std::string_view text);

// C0 with tab and line ends, DEL, and C1: they steer a terminal.
bool is_control(char32_t code);

// U+2028 and U+2029: they end a line for some readers.
bool is_separator(char32_t code);

// The embeddings, overrides and isolates of the bidirectional algorithm (UAX 9): they show what
// follows in another order. Marks (U+200E, U+200F, U+061C), which names may need, do not count.
bool is_bidi_control(char32_t code);

// Line feeds, also after a carriage return, and tabs: in one line they are faults, in a text of
// many lines not. A carriage return alone is always one: it overwrites a line.
enum class Lines : std::uint8_t { one, many };

// A character that must not stand in a text.
struct TextFault {
    std::size_t byte = 0;  // where, from 0
    std::string says;      // "a control character (U+001B)", "a byte that is not UTF-8"
};

// The first fault of `text`: what is not UTF-8, a control character, a separator of lines or
// paragraphs, a directional control character. Nothing when all of it may be shown as it is.
std::optional<TextFault> text_fault(std::string_view text, Lines lines = Lines::one);
bool is_printable(std::string_view text, Lines lines = Lines::one);

// The text as it may be shown: each character that text_fault finds, and each byte that is not
// UTF-8, is U+FFFD instead.
std::string printable(std::string_view text, Lines lines = Lines::one);

// "U+001B"
std::string code_name(char32_t code);

}  // namespace flagfall
