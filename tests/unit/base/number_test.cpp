#include "common/base/number.hpp"

#include <cstdint>
#include <string>

#include "tests/support/catch.hpp"

using namespace flagfall;

TEST_CASE("a whole number is digits and nothing else") {
    CHECK(whole_number<std::int64_t>("0") == 0);
    CHECK(whole_number<std::int64_t>("007") == 7);
    CHECK(whole_number<std::uint32_t>("4294967295") == 4294967295U);
    for (const char* none : {"", " 1", "1 ", "+1", "-1", "-0", "1.0", "1e3", "0x1", "4294967296"})
        CHECK_FALSE(whole_number<std::uint32_t>(none));
    CHECK_FALSE(whole_number<std::int64_t>("9223372036854775808"));
}

TEST_CASE("a whole number is within its bounds") {
    CHECK(whole_number<std::uint32_t>("9", 1, 9) == 9U);
    CHECK_FALSE(whole_number<std::uint32_t>("10", 1, 9));
    CHECK_FALSE(whole_number<std::uint32_t>("0", 1, 9));
    CHECK(whole_number<std::int64_t>("-3", -5, 5) == -3);
    CHECK_FALSE(whole_number<std::int64_t>("-6", -5, 5));
}

TEST_CASE("digits may be more than a number has room for") {
    CHECK(is_digits(std::string(100, '9')));
    CHECK_FALSE(is_digits(""));
    CHECK_FALSE(is_digits("12a"));
}
