#include "common/base/hex.hpp"

#include <string>

#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

std::string all_bytes() {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    return bytes;
}

}  // namespace

TEST_CASE("bytes as hexadecimal digits, and back") {
    CHECK(hex("") == "");
    CHECK(hex(std::string("\x00\x0F\xA5\xFF", 4)) == "000fa5ff");
    CHECK(bytes_of_hex("000fA5Ff") == std::string("\x00\x0F\xA5\xFF", 4));
    CHECK(bytes_of_hex(hex(all_bytes())) == all_bytes());
    for (const char* none : {"0", "000", "0g", "g0", "0x", " 0"}) CHECK_FALSE(bytes_of_hex(none));
}

TEST_CASE("is_hex() accepts what hex() writes, and nothing else") {
    CHECK(is_hex("00ff", 4));
    CHECK(is_hex("", 0));
    for (const char* none : {"00f", "00fff", "00FF", "00fg"}) CHECK_FALSE(is_hex(none, 4));
}

TEST_CASE("texts as parts of a URI, and back") {
    CHECK(percent_encode("Az09-_.~") == "Az09-_.~");
    CHECK(percent_encode("a b/c+\xC3\xA9") == "a%20b%2Fc%2B%C3%A9");
    CHECK(percent_decode(percent_encode(all_bytes())) == all_bytes());
    CHECK(percent_decode("%41%62c") == "Abc");
    CHECK(percent_decode("a+b%2B") == "a+b+");
    CHECK(percent_decode("a+b%2B", true) == "a b+");
    for (const char* none : {"%", "%4", "a%", "%zz", "%4g", "100%"})
        CHECK_FALSE(percent_decode(none));
}
