// The cost of files that are made to be slow, for every reader of files: CPU time at 1/4 of the
// allowed bytes and at all of them. Linear is a ratio of about 4; quadratic would be 16.
// Usage: hostile_bench [bytes [word of a shape's name]]
//
// A file that is refused early costs almost nothing at both sizes: "early" instead of a ratio.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/import.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/sheets/sheet.hpp"
#include "common/base/unicode.hpp"
#include "common/chess/pgn.hpp"

namespace {

using namespace flagfall;

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// `head`, then `part` repeated, with "#" in it replaced by its number, then `tail`.
struct Shape {
    std::string_view name;
    std::string head;
    std::string part;
    std::string tail{};

    std::string of(std::size_t bytes) const {
        std::string text = head;
        text.reserve(bytes + part.size() + 32);
        for (std::size_t turn = 1; text.size() + tail.size() < bytes; ++turn) {
            const std::size_t mark = part.find('#');
            text += part.substr(0, mark);
            if (mark == std::string::npos) continue;
            text += std::to_string(turn);
            text += part.substr(mark + 1);
        }
        return text + tail;
    }
};

const std::vector<Shape>& shapes() {
    static const std::string player = "001    1      Muster, Max                       2000 ";
    static const std::string game = "[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n\n";
    static const std::vector<Shape> all{
        {"empty lines", "", "\n"},
        {"CR LF lines, then an error", "", "\r\n", "x"},
        {"one line of letters", "", "a"},
        {"quotes", "\"", "\"\""},
        {"an open quote", "name\n\"", "a"},
        {"tabs", "name\t", "\t"},
        {"semicolons", "name;", ";"},
        {"brackets", "", "["},
        {"braces", "", "{"},
        {"parentheses", game + "1. e4 ", "("},
        {"closed parentheses", game + "1. e4 ", "(d4) "},
        {"open comments", "", "[White \"A\"]\n\n{\n"},
        {"empty comments behind a long one", game + "{" + std::string(30'000, 'a') + "} ", "{}"},
        {"comments", game + "1. e4 ", "{a} "},
        {"annotations", game + "1. e4 ", "$1 "},
        {"a name of marks", "name\n", "\u0301\u0323"},
        {"marks in one order", "name\n", "\u0323"},
        {"wide letters", "name\n", "\u4e2d"},
        {"a tag of marks", "[White \"", "\u0301\u0323", "\"]\n[Black \"B\"]\n[Round \"1\"]\n"},
        {"tags of one game", "", "[A# \"1\"]\n"},
        {"games of other rounds", "", "[White \"A\"]\n[Black \"B\"]\n[Round \"2\"]\n\n"},
        {"games with ratings to note", "",
         "[White \"A#\"]\n[Black \"\"]\n[Round \"1\"]\n[WhiteElo \"x\"]\n\n"},
        {"rows of one name", "name,team\n", "A,B\n"},
        {"rows of names and teams", "name,team\n", "A#,B\n"},
        {"a team a row", "name,team\n", "A#,B#\n"},
        {"records that are not kept", player + "\n", "XYZ\n"},
        {"old teams", player + "\n", "013\n"},
        {"deputies", player + "\n", "112 A\n"},
        {"byes", player + "\n240 F   1 ", "   1 "},
        {"lines of byes", player + "\n", "240 F   1    1\n"},
        {"members", player + "\n013 ", "   1 "},
        {"scores", player + "\n162 ", " X 1.0   "},
        {"blanks", player + "\n012 ", " "},
        {"numbers in a line", "1\n", "1 "},
        {"pairs", "9999\n", "1 2\n"},
        {"JSON: players", "{\"players\":[", "{\"number\":1,\"name\":\"A\"},", "{}]}"},
        {"JSON: unknown fields", "{\"players\":[", "{\"x\":1},", "{}]}"},
        {"JSON: one text", "{\"event\":{\"name\":\"", "a", "\"}}"},
        {"JSON: one name", "{\"", "a", "\":1}"},
        {"empty cells and moves", "1.", "\t\te4"},
    };
    return all;
}

struct Reader {
    std::string_view name;
    std::function<bool(const std::string&)> read;
};

std::vector<Reader> readers() {
    std::vector<Reader> all;
    for (const auto format : {formats::Format::trf26, formats::Format::json, formats::Format::csv,
                              formats::Format::pgn, formats::Format::pairs})
        all.push_back({formats::name(format), [format](const std::string& text) {
                           return formats::read(format, text, nullptr, 1).has_value();
                       }});
    all.push_back({"sheet", [](const std::string& text) {
                       return !sheets::read_sheet(text).entries.empty();
                   }});
    all.push_back({"games", [](const std::string& text) {
                       chess::PgnReader reader(text);
                       bool any = false;
                       while (const auto game = reader.next()) any = any || *game;
                       return any;
                   }});
    all.push_back({"names", [](const std::string& text) { return !folded(text).empty(); }});
    return all;
}

double seconds_of(const Reader& reader, const std::string& text) {
    double best = 1e9;
    for (int turn = 0; turn < 2; ++turn) {
        const double began = cpu_seconds();
        reader.read(text);
        best = std::min(best, cpu_seconds() - began);
        if (best > 1) break;
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : limits::import_bytes;
    constexpr double early = 0.02;
    double worst = 0;
    const std::string_view wanted = argc > 2 ? argv[2] : "";
    for (const Shape& shape : shapes()) {
        if (!shape.name.contains(wanted)) continue;
        const std::string small = shape.of(most / 4);
        const std::string big = shape.of(most);
        for (const Reader& reader : readers()) {
            const double first = seconds_of(reader, small);
            const double all = seconds_of(reader, big);
            const bool told = all >= early;
            if (told) worst = std::max(worst, all / std::max(first, early / 8));
            std::printf("%-6.*s %-34.*s %7.3f s %7.3f s  %s", static_cast<int>(reader.name.size()),
                        reader.name.data(), static_cast<int>(shape.name.size()),
                        shape.name.data(), first, all, told ? "x " : "early\n");
            if (told) std::printf("%.1f\n", all / std::max(first, early / 8));
            std::fflush(stdout);
        }
    }
    std::printf("worst ratio %.1f\n", worst);
}
