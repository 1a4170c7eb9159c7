#include "common/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace flagfall {

namespace {

// What a lead byte announces: the number of bytes, its own bits, the least code of that length.
struct Lead {
    std::size_t bytes = 0;
    char32_t bits = 0;
    char32_t least = 0;
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) return {1, byte, 0};
    if (byte >= 0xC2 && byte <= 0xDF) return {2, byte & 0x1FU, 0x80};
    if (byte >= 0xE0 && byte <= 0xEF) return {3, byte & 0x0FU, 0x800};
    if (byte >= 0xF0 && byte <= 0xF4) return {4, byte & 0x07U, 0x10000};
    return {};
}

// Does the text begin with a line feed or tab? A carriage return alone overwrites a line.
bool lays_out(std::string_view text) {
    return text[0] == '\n' || text[0] == '\t' || text.starts_with("\r\n");
}

// Windows-1252 for bytes 0x80 to 0x9F, which are control characters in Latin-1.
constexpr std::array<char16_t, 32> windows_1252{
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace

Character first_character(std::string_view text) {
    if (text.empty()) return {};
    const Lead lead = lead_of(static_cast<unsigned char>(text[0]));
    if (lead.bytes == 0 || text.size() < lead.bytes) return {};
    char32_t code = lead.bits;
    for (std::size_t i = 1; i < lead.bytes; ++i) {
        if (!goes_on(text[i])) return {};
        code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < lead.least || surrogate || code > 0x10FFFF) return {};
    return {code, lead.bytes};
}

std::size_t utf8_bytes(std::string_view text) { return first_character(text).bytes; }

std::size_t valid_until(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t bytes = is_ascii(text[at]) ? 1 : utf8_bytes(text.substr(at));
        if (bytes == 0) break;
        at += bytes;
    }
    return at;
}

bool valid_utf8(std::string_view text) { return valid_until(text) == text.size(); }

std::string from_latin1(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const unsigned code = byte >= 0x80 && byte < 0xA0 ? windows_1252.at(byte - 0x80U) : byte;
        if (code < 0x80) {
            out += c;
        } else if (code < 0x800) {
            out += static_cast<char>(0xC0U | (code >> 6));
            out += static_cast<char>(0x80U | (code & 0x3FU));
        } else {
            out += static_cast<char>(0xE0U | (code >> 12));
            out += static_cast<char>(0x80U | ((code >> 6) & 0x3FU));
            out += static_cast<char>(0x80U | (code & 0x3FU));
        }
    }
    return out;
}

std::optional<std::size_t> code_points(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) {
        const std::size_t bytes = utf8_bytes(text);
        if (bytes == 0) return std::nullopt;
        text.remove_prefix(bytes);
    }
    return count;
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }

bool is_separator(char32_t code) { return code == 0x2028 || code == 0x2029; }

bool is_bidi_control(char32_t code) {
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::optional<TextFault> text_fault(std::string_view text, Lines lines) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] >= ' ' && text[at] < '\x7F') {  // the common case
            ++at;
            continue;
        }
        const Character c = first_character(text.substr(at));
        if (c.bytes == 0) return TextFault{at, "a byte that is not UTF-8"};
        if (is_control(c.code) && !(lines == Lines::many && lays_out(text.substr(at))))
            return TextFault{at, "a control character (" + code_name(c.code) + ")"};
        if (is_separator(c.code))
            return TextFault{at, "a line separator (" + code_name(c.code) + ")"};
        if (is_bidi_control(c.code))
            return TextFault{at, "a directional control character (" + code_name(c.code) + ")"};
        at += c.bytes;
    }
    return std::nullopt;
}

bool is_printable(std::string_view text, Lines lines) { return !text_fault(text, lines); }

std::string printable(std::string_view text, Lines lines) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const bool line_end = lines == Lines::many && text.starts_with("\r\n");
        const std::size_t bytes = line_end ? 2 : std::max<std::size_t>(utf8_bytes(text), 1);
        const bool good = is_printable(text.substr(0, bytes), lines);
        out += good ? text.substr(0, bytes) : replacement;
        text.remove_prefix(bytes);
    }
    return out;
}

std::string code_name(char32_t code) {
    char name[12];
    std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(code));
    return name;
}

}  // namespace flagfall
