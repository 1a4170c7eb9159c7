// What counts as text: exact UTF-8, and nothing that controls a terminal.
#include "common/base/text.hpp"

#include <string>

#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

// RFC 3629, in the simplest way: encode, and check whether it is the same.
std::string encoded(char32_t code) {
    std::string out;
    const auto add = [&](char32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | (code >> 6));
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | (code >> 12));
        add(0x80 | ((code >> 6) & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | (code >> 18));
        add(0x80 | ((code >> 12) & 0x3F));
        add(0x80 | ((code >> 6) & 0x3F));
        add(0x80 | (code & 0x3F));
    }
    return out;
}

}  // namespace

TEST_CASE("every code point is read as it was written, and surrogates are none") {
    for (char32_t code = 0; code <= 0x110FFF; ++code) {
        const bool good = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        const std::string text = encoded(code) + "x";
        const Character read = first_character(text);
        if (good) {
            if (read.code != code || read.bytes != text.size() - 1) FAIL(code_name(code));
        } else if (read.bytes != 0) {
            FAIL(code_name(code));
        }
    }
    SUCCEED();
}

TEST_CASE("two and three bytes are valid exactly when they are what a code point is written as") {
    for (unsigned first = 0x80; first <= 0xFF; ++first)
        for (unsigned second = 0; second <= 0xFF; ++second) {
            const std::string text{static_cast<char>(first), static_cast<char>(second)};
            const Character read = first_character(text);
            if (read.bytes != 0 && encoded(read.code) != text) FAIL(first << ' ' << second);
            const bool good = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
            if ((read.bytes == 2) != good) FAIL(first << ' ' << second);
        }
    CHECK_FALSE(valid_utf8("\xE0\x9F\xBF"));      // too long
    CHECK_FALSE(valid_utf8("\xF0\x8F\xBF\xBF"));  // too long
    CHECK_FALSE(valid_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
    CHECK_FALSE(valid_utf8("\xED\xA0\x80"));      // a surrogate
    CHECK_FALSE(valid_utf8("\xC3"));              // cut off
    CHECK_FALSE(valid_utf8("\xFF"));
    CHECK(valid_until("abc\xFF") == 3);
    CHECK(valid_until("\xC3\xA4") == 2);
    CHECK(code_points("\xC3\xA4\xF0\x9F\x98\x80z") == 3);
    CHECK_FALSE(code_points("a\x80").has_value());
}

namespace {

std::string says(std::string_view text, Lines lines = Lines::one) {
    const auto fault = text_fault(text, lines);
    return fault ? std::to_string(fault->byte) + " " + fault->says : std::string();
}

}  // namespace

TEST_CASE("what steers a terminal or turns the order round is a fault, at its byte") {
    CHECK(says("").empty());
    CHECK(says("Jos\xC3\xA9 \xE2\x99\x94 O'Neil").empty());
    CHECK(says("\xD7\x90\xE2\x80\x8F.").empty());  // Hebrew with a mark
    CHECK(says("ab\x1B[2J") == "2 a control character (U+001B)");
    CHECK(says("\x7F") == "0 a control character (U+007F)");
    CHECK(says("\xC2\x9B"
               "31m") == "0 a control character (U+009B)");
    CHECK(says(std::string_view("a\0b", 3)) == "1 a control character (U+0000)");
    CHECK(says("a\nb") == "1 a control character (U+000A)");
    CHECK(says("x\xE2\x80\xAEy") == "1 a directional control character (U+202E)");
    CHECK(says("x\xE2\x81\xA6y") == "1 a directional control character (U+2066)");
    CHECK(says("xy\xFF") == "2 a byte that is not UTF-8");
    CHECK(is_printable("x y"));
    CHECK_FALSE(is_printable("x\ty"));
}

TEST_CASE("a text of many lines may end them, and in one way only") {
    CHECK(says("a\r\n\tb", Lines::many).empty());
    CHECK(says("a\rb", Lines::many) == "1 a control character (U+000D)");
    CHECK(says("a\r", Lines::many) == "1 a control character (U+000D)");
    CHECK(says("a\vb", Lines::many) == "1 a control character (U+000B)");
    CHECK(says("a\xE2\x80\xA8", Lines::many) == "1 a line separator (U+2028)");
}
