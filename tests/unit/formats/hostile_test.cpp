// Files that are made to be slow or to fill the memory: a limit with a name refuses each, in few
// words, or the time to read it is linear in its length. tests/bench/hostile_bench.cpp measures.
#include <string>

#include "arbiterd/formats/limits.hpp"
#include "arbiterd/tournament/limits.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;

namespace {

const std::string trf_player = "001    1      Muster, Max\n";

std::string times(std::size_t count, std::string_view part) {
    std::string text;
    text.reserve(count * part.size());
    for (std::size_t i = 0; i < count; ++i) text += part;
    return text;
}

void check_few_words(const ImportError& error) {
    CAPTURE(error.expected, error.found);
    CHECK(error.expected.text.size() < 200);
    CHECK(error.found.size() < 300);
}

struct Hostile {
    Format format;
    std::string text;
    std::string expected;
};

}  // namespace

TEST_CASE("what is too long or too much is refused by its limit", "[formats]") {
    const std::string line(limits::import_line_bytes + 1, 'a');
    std::string tags;
    for (std::size_t i = 0; i <= limits::import_tags; ++i)
        tags += "[A" + std::to_string(i) + " \"\"]\n";
    std::string teams;
    for (std::size_t i = 0; i <= limits::import_teams; ++i)
        teams += "013 T" + std::to_string(i) + "\n";
    const Hostile files[]{
        {Format::trf26, "012 " + line, "a line of at most 65536 bytes"},
        {Format::trf26, trf_player + teams, "at most 999 teams"},
        {Format::trf26, trf_player + times(limits::event_deputies + 1, "112 A\n"),
         "at most 64 deputies"},
        {Format::pairs, line, "a line of at most 65536 bytes"},
        {Format::pairs, "1\n" + times(limits::import_line_bytes / 2, "1 "), "the end of the line"},
        {Format::csv, times(limits::import_columns, ","), "at most 256 columns"},
        {Format::csv, "name\n" + times(limits::import_columns, ","), "at most 256 columns"},
        {Format::csv, "name\n" + line, "a cell of at most 65536 bytes"},
        {Format::csv, "name\n\"" + line + "\"", "a cell of at most 65536 bytes"},
        {Format::csv, "name\n" + line.substr(1), "a text of at most 1024 bytes"},
        {Format::pgn, tags, "at most 256 tags of one game"},
        {Format::pgn, "[White \"" + line + "\"]\n", "a text of at most 1024 bytes"},
        {Format::pgn, "[" + std::string(limits::import_tag_name + 1, 'A') + " \"\"]\n",
         "a name of at most 255 characters"},
        {Format::csv, times(limits::import_bytes + 1, "a"), "at most 16777216 bytes"},
    };
    for (const Hostile& file : files) {
        CAPTURE(name(file.format), file.text.substr(0, 40));
        const ImportError error = must_refuse(file.format, file.text, nullptr, 1);
        CHECK(error.expected.text.starts_with(file.expected));
        check_few_words(error);
    }
}

TEST_CASE("a long file of one thing is refused in few words", "[formats]") {
    constexpr std::size_t bytes = 1024 * 1024;
    const std::string parts[]{"\n", "\r\n", "a", "\"", "\t", ";", ",", "[", "{", "(", " ", "1 ",
                              "\xE4\xB8\xAD", "\xCC\x81\xCC\xA3", "\xBD", "\xE2\x80\xAE"};
    for (const std::string& part : parts) {
        const std::string text = times(bytes / part.size(), part);
        for (const auto format : {Format::trf26, Format::csv, Format::pgn, Format::pairs,
                                  Format::json}) {
            CAPTURE(name(format), part);
            check_few_words(must_refuse(format, text, nullptr, 1));
        }
    }
}

TEST_CASE("notes are few and short, however many there would be", "[formats]") {
    const Imported many = must_read(Format::trf26, trf_player + times(100'000, "XYZ\n"));
    REQUIRE(many.notes.size() == limits::import_notes + 1);
    CHECK(many.notes.front() ==
          "line 2: the record XYZ is kept unchanged; Flagfall does not use it");
    CHECK(many.notes[1] == "line 5002: the record XYZ is not kept: at most 5000 are");
    CHECK(many.notes.back() == "and 94901 more of this kind");
    CHECK(many.info->trf_records.size() == limits::event_records);
    const std::string column(60'000, 'x');
    const Imported wide = must_read(Format::csv, "name," + column + "\nA,\n");
    REQUIRE(wide.notes.size() == 1);
    CHECK(wide.notes.front().text.size() < 2 * limits::import_note_chars);
    const Imported coloured = must_read(Format::csv, "name,\x1B[31mred\nA,\n");
    CHECK(coloured.notes.front().text.find('\x1B') == std::string::npos);
}
