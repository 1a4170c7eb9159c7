// QR codes as pictures; tests/e2e/test_door.py checks with another program that they can be read.
#include <algorithm>
#include <string>

#include "common/cli/qr.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t found = 0;
    for (std::size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a code has its finders in three corners and nothing outside") {
    const auto code = cli::qr_code("https://192.0.2.7:7443/enrol#code=4SVQ-941D&board=12");
    REQUIRE(code);
    CHECK((code->size - 17) % 4 == 0);
    CHECK(std::ssize(code->dark) == code->size * code->size);
    const auto finder = [&](int top, int left) {
        for (int i = 0; i < 7; ++i)
            for (int k = 0; k < 7; ++k) {
                const int ring = std::max(std::abs(i - 3), std::abs(k - 3));
                if (code->at(top + i, left + k) != (ring != 2)) return false;
            }
        return true;
    };
    CHECK(finder(0, 0));
    CHECK(finder(0, code->size - 7));
    CHECK(finder(code->size - 7, 0));
    CHECK_FALSE(finder(code->size - 7, code->size - 7));
    CHECK_FALSE(code->at(-1, 0));
    CHECK_FALSE(code->at(0, code->size));
}

TEST_CASE("a code in a terminal has its own colours and a quiet zone") {
    const auto code = cli::qr_code("x");
    REQUIRE(code);
    const std::string text = cli::qr_text(*code);
    const auto lines = static_cast<std::size_t>((code->size + 8 + 1) / 2);
    CHECK(count(text, "\n") == lines);
    CHECK(count(text, "\033[38;5;16;48;5;231m") == lines);
    CHECK(text.starts_with("\033[38;5;16;48;5;231m" +
                           std::string(static_cast<std::size_t>(code->size + 8), ' ') + "\033[0m"));
}

TEST_CASE("an SVG has one square for each dark module") {
    const auto code = cli::qr_code("x");
    REQUIRE(code);
    const std::string image = cli::qr_svg(*code);
    CHECK(count(image, "h1v1h-1z") ==
          static_cast<std::size_t>(std::ranges::count(code->dark, true)));
    CHECK(image.contains("viewBox=\"0 0 29 29\""));
}

TEST_CASE("what no code can hold gives none") {
    CHECK(cli::qr_code(std::string(2000, 'x')));
    CHECK_FALSE(cli::qr_code(std::string(5000, 'x')));
    CHECK_FALSE(cli::qr_code(""));
    CHECK_FALSE(cli::qr_code(std::string("a\0b", 3)));
}
