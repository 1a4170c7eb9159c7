// What a peer sends to clockd: a stream of bytes, cut into lines. However the stream is cut, the
// lines are the same, and each is a message or is refused with a code.
#include <algorithm>
#include <vector>

#include "common/net/line_splitter.hpp"
#include "tests/fuzz/wire_check.hpp"

using namespace flagfall;

namespace {

constexpr std::size_t longest = 512;  // small, so that lines that are too long can occur

std::vector<std::string> lines_of(std::string_view stream, std::size_t piece) {
    net::LineSplitter splitter(longest);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        splitter.push(stream.substr(at, piece));
        while (const auto line = splitter.next()) {
            FF_CHECK(line->oversized ? line->text.empty()
                                     : !line->text.empty() && line->text.size() <= longest);
            lines.emplace_back(line->oversized ? "\n" : line->text);
        }
    }
    return lines;
}

}  // namespace

FUZZ_TARGET(line_to_clockd) {
    const std::vector<std::string> lines = lines_of(input, std::max<std::size_t>(input.size(), 1));
    for (const std::size_t piece : {1U, 7U}) FF_CHECK(lines_of(input, piece) == lines);
    for (const std::string& line : lines)
        if (line != "\n") fuzz::check_line(line, wire::decode_to_clockd);
    fuzz::check_line(input, wire::decode_to_clockd);
}
