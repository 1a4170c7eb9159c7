#include "common/ops/log.hpp"

#include <random>

#include "tests/support/catch.hpp"

namespace flagfall::ops {

namespace {

std::string text(std::string_view message, const Fields& fields = {}) {
    return log_line(Format::text, Level::info, message, fields, 0);
}
std::string json(std::string_view message, const Fields& fields = {}) {
    return log_line(Format::json, Level::warn, message, fields, 1'700'000'000'123);
}

}  // namespace

TEST_CASE("a line of text is logfmt") {
    CHECK(text("began") == "level=info msg=\"began\"\n");
    CHECK(text("x", {{"rows", 12}, {"file", "/var/lib/a.db"}, {"why", "no room"}, {"e", ""}}) ==
          "level=info msg=\"x\" rows=12 file=\"/var/lib/a.db\" why=\"no room\" e=\"\"\n");
    CHECK(text("say \"no\"\n\\") == "level=info msg=\"say \\\"no\\\"\\n\\\\\"\n");
}

TEST_CASE("a line of JSON has the time, and numbers as numbers") {
    CHECK(json("x", {{"rows", -12}, {"id", "12"}}) ==
          R"({"time":"2023-11-14T22:13:20.123Z","level":"warn","msg":"x","rows":-12,"id":"12"})"
          "\n");
}

TEST_CASE("what somebody sent cannot break a line") {
    CHECK(text("\x1b[31m\x7f\r\t") ==
          "level=info msg=\"\\u001b[31m\\u007f\\r\\t\"\n");
    CHECK(text("Łódź ♔ 😀") == "level=info msg=\"Łódź ♔ 😀\"\n");
    const std::string bad = "\xef\xbf\xbd";
    CHECK(text("a\xff" "b\xc3") == "level=info msg=\"a" + bad + "b" + bad + "\"\n");
    CHECK(text("\xed\xa0\x80") == "level=info msg=\"" + bad + bad + bad + "\"\n");  // a surrogate
    CHECK(text("\xc0\xaf") == "level=info msg=\"" + bad + bad + "\"\n");            // too long
    CHECK(text("\xe2\x80\xa8") == "level=info msg=\"" + bad + "\"\n");              // a line end
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937 dice(seed);
    for (int i = 0; i < 2'000; ++i) {
        std::string noise(dice() % 40, ' ');
        for (char& c : noise) c = static_cast<char>(dice());
        for (const std::string& line : {text(noise, {{"x", noise}}), json(noise, {{"x", noise}})}) {
            std::size_t controls = 0;
            for (const char c : line)
                controls += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? 1 : 0;
            REQUIRE(controls == 1);
            REQUIRE(line.back() == '\n');
        }
    }
}

}  // namespace flagfall::ops
