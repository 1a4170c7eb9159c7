// Only the splitter: every way to cut a stream gives the same lines.
#include "common/net/line_splitter.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.hpp"

namespace {

using flagfall::net::LineSplitter;

// Oversized lines appear as "!".
std::vector<std::string> split(LineSplitter& splitter, std::string_view bytes) {
    std::vector<std::string> lines;
    splitter.push(bytes);
    while (const auto line = splitter.next()) {
        lines.push_back(line->oversized ? "!" : std::string(line->text));
    }
    return lines;
}

std::vector<std::string> split_in_pieces(std::string_view bytes, std::size_t piece) {
    LineSplitter splitter(8);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        for (auto& line : split(splitter, bytes.substr(at, piece))) lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("lines are the same however the bytes are cut") {
    const std::string bytes = "a\nbc\r\n\n\r\n12345678\n12345678\r\n123456789\nd\n" +
                              std::string(100, 'x') + "\ne\n\r\r\n" + std::string(50, 'y') +
                              "\r\n\xff\xfe\nlast\nnever";
    const std::vector<std::string> expected{"a", "bc", "12345678", "12345678", "!",        "d",
                                            "!", "e",  "\r",       "!",        "\xff\xfe", "last"};
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        INFO("pieces of " << piece);
        CHECK(split_in_pieces(bytes, piece) == expected);
    }
}

TEST_CASE("an oversized line is reported once and before its end") {
    LineSplitter splitter(4);
    CHECK(split(splitter, "123456").size() == 1);
    CHECK(split(splitter, "789").empty());
    CHECK(split(splitter, "\nok\n") == std::vector<std::string>{"ok"});
}
