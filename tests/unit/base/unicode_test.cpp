#include "common/base/unicode.hpp"

#include <string>

#include "common/base/text.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

// Sorted by insertion, as libraries do it, these take the square of their number in time: minutes.
TEST_CASE("a letter with a million marks is put in order like one with two") {
    constexpr std::size_t many = 500'000;
    const auto times = [](std::string_view part) {
        std::string text;
        for (std::size_t i = 0; i < many; ++i) text += part;
        return text;
    };
    const std::string above = "\xCC\x82";
    const std::string below = "\xCC\xAD";
    CHECK((nfc("b" + times(above + below)) == "b" + times(below) + times(above)));
    CHECK((nfc(times("\xE0\xBD\xB3")) == times("\xE0\xBD\xB1") + times("\xE0\xBD\xB2")));
    CHECK((folded("B" + times(above + "\xE2\x80\x8B" + below)) ==
           "b" + times(below) + times(above)));
}

TEST_CASE("the same letters are the same bytes") {
    CHECK(nfc("Jose\xCC\x81") == "Jos\xC3\xA9");
    CHECK(nfc("\xE2\x84\xAB") == "\xC3\x85");                  // the sign of the unit
    CHECK(nfc("\xE1\x84\x92\xE1\x85\xA1") == "\xED\x95\x98");  // Hangul
    CHECK(nfc("plain") == "plain");
    CHECK(nfc("") == "");
    CHECK(nfc("\xFF") == "\xFF");
}

TEST_CASE("names are compared without case, forms and what shows nothing") {
    CHECK(folded("ANNA") == folded("anna"));
    CHECK(folded("Stra\xC3\x9F" "e") == folded("STRASSE"));
    CHECK(folded("Jos\xC3\xA9") == folded("JOSE\xCC\x81"));
    CHECK(folded("\xEF\xBC\xA1nna") == folded("anna"));  // full width
    CHECK(folded("an\xE2\x80\x8Bna") == folded("anna"));
    CHECK(folded("\xE2\x80\x8F").empty());
    CHECK(folded("anna") != folded("anne"));
}

TEST_CASE("columns are what a terminal shows") {
    CHECK(display_width("abc") == 3);
    CHECK(display_width("\xE5\xB0\x86\xE6\xA3\x8B") == 4);
    CHECK(display_width("e\xCC\x81") == 1);
    CHECK(display_width("\xD0\x96") == 1);
    CHECK(padded("\xE5\xB0\x86", 4) == "\xE5\xB0\x86  ");
    CHECK(padded("abcde", 3) == "abcde");
}

TEST_CASE("what steers a terminal is shown as a replacement") {
    const std::string no = "\xEF\xBF\xBD";
    CHECK(printable("a\x1B[2Jb") == "a" + no + "[2Jb");
    CHECK(printable("\xC2\x9B\x7F\x07") == no + no + no);
    CHECK(printable("x\xE2\x80\xAEy\xE2\x80\xA8z") == "x" + no + "y" + no + "z");
    CHECK(printable("a\nb\tc\r\nd") == "a" + no + "b" + no + "c" + no + no + "d");
    CHECK(printable("a\nb\tc\r\nd", Lines::many) == "a\nb\tc\r\nd");
    CHECK(printable("good\rbad", Lines::many) == "good" + no + "bad");
    CHECK(printable("\xFF\xC3") == no + no);
    CHECK(printable("\xD7\x90\xE2\x80\x8F") == "\xD7\x90\xE2\x80\x8F");
}
