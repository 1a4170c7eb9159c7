// The layouts in which people write scoresheets.
#include "arbiterd/sheets/sheet.hpp"

#include <string>

#include "common/base/limits.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::sheets;

namespace {

// "1.e4 1...e5" and the other parts of an entry; a gap is an underscore.
std::string entries(std::string_view text) {
    std::string out;
    for (const Entry& entry : read_sheet(text).entries) {
        if (!out.empty()) out += ' ';
        out += std::to_string(entry.number) + (entry.side == Side::white ? "." : "...");
        out += entry.gap ? "_" : entry.text;
        if (entry.draw_offer) out += "=offer";
        if (entry.time) out += "@" + std::to_string(entry.time->us / 60'000'000) + "m";
    }
    return out;
}

std::string remarks(std::string_view text) {
    std::string out;
    for (const Remark& remark : read_sheet(text).remarks)
        out += std::to_string(remark.place.line) + ":" + std::to_string(remark.place.column) + " " +
               remark.text + "\n";
    return out;
}

}  // namespace

TEST_CASE("pairs, one a line or many, with dots or without") {
    const std::string whole = "1.e4 1...e5 2.Nf3 2...Nc6";
    for (const char* text :
         {"1. e4 e5\n2. Nf3 Nc6\n", "1 e4 e5\r\n2 Nf3 Nc6", "1.e4 e5 2.Nf3 Nc6",
          "1) e4 e5\n2)Nf3 Nc6", "1 e4 e5 2 Nf3 Nc6", "1. e4\n1... e5\n2. Nf3\n2... Nc6",
          "e4\ne5\nNf3\nNc6", "e4 e5 Nf3 Nc6",
          "1\te4\te5\n2\tNf3\tNc6\n", "| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n",
          "1. e4\n1. e5\n2. Nf3\n2. Nc6\n", "1. e4 ... 1... e5\n2. Nf3 Nc6",
          "1. e4 {best by test} e5 2. Nf3 {a\nb {[%emt} Nc6 *",
          "\xEF\xBB\xBF" "1. e4 e5\r2. Nf3 Nc6"})
        CHECK(entries(text) == whole);
}

TEST_CASE("a row of empty cells and moves without end is read once") {
    std::string text = "1.";
    text.append(300'000, '\t');
    for (int i = 0; i < 300'000; ++i) text += "e4\t";
    CHECK(read_sheet(text).entries.size() == limits::game_plies);
    CHECK(entries("1.\t\te4\t\te5\n2. d4 d5") == "1.e4 1...e5 2.d4 2...d5");
}

TEST_CASE("gaps are written in many ways, or left empty") {
    for (const char* gap : {"...", "…", "-", "–", "?", "??", "....", "___"}) {
        CHECK(entries("1. e4 " + std::string(gap) + "\n2. d4 d5") == "1.e4 1..._ 2.d4 2...d5");
        CHECK(entries("1. " + std::string(gap) + " e5\n2. d4 d5") == "1._ 1...e5 2.d4 2...d5");
    }
    CHECK(entries("1\te4\t\n2\t\td5\n3\te5\tc5") == "1.e4 1..._ 2._ 2...d5 3.e5 3...c5");
    CHECK(entries("1. e4 e5\n2.      d5\n3. Nf3\n4. d4") ==
          "1.e4 1...e5 2.d5 3.Nf3 4.d4");  // nothing shows that d5 is Black's
    CHECK(entries("1. e4   e5\n2.      d5\n3. Nf3") == "1.e4 1...e5 2._ 2...d5 3.Nf3");
    CHECK(entries("1. e4 e5\n2. d4\n3. c4 c5") == "1.e4 1...e5 2.d4 3.c4 3...c5");
    CHECK(entries("1. e4 e5\n3. c4 c5") == "1.e4 1...e5 3.c4 3...c5");
    CHECK(remarks("1. e4 e5\n3. c4 c5") == "2:1 move number 3 follows 1\n");
    CHECK(entries("1. e4 e5\n2.\n3.\n") == "1.e4 1...e5");
    CHECK(entries("1\te4\te5\n2\t\t\n3\t\t\n") == "1.e4 1...e5");
}

TEST_CASE("two blocks side by side") {
    CHECK(entries("1 e4 e5   3 Bb5 a6\n2 Nf3 Nc6  4 Ba4 Nf6\n") ==
          "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5 3...a6 4.Ba4 4...Nf6");
    CHECK(entries("1\te4\te5\t31\tRd1\tRd8\n2\td4\td5\t32\tRd2\t\n") ==
          "1.e4 1...e5 2.d4 2...d5 31.Rd1 31...Rd8 32.Rd2");
}

TEST_CASE("draw offers beside moves and beside gaps") {
    CHECK(entries("1. e4 (=) e5(=)\n2. d4 = d5=") ==
          "1.e4 (=)=offer 1...e5(=)=offer 2.d4 ==offer 2...d5==offer");
    CHECK(entries("1. ... (=) e5\n2. (=) d5") == "1._=offer 1...e5 2._=offer 2...d5");
    CHECK(entries("1. c8=Q d5") == "1.c8=Q 1...d5");
}

TEST_CASE("clock times stand beside moves") {
    CHECK(entries("1. e4 0:03 e5 0:05\n2. d4 1:23:45 d5") == "1.e4@3m 1...e5@5m 2.d4@83m 2...d5");
    CHECK(entries("1. e4 (3) e5 5'\n2. d4 12m d5 12min") ==
          "1.e4@3m 1...e5@5m 2.d4@12m 2...d5@12m");
    CHECK(entries("1\te4\t3\te5\t5\n2\td4\t4\td5\t7") == "1.e4@3m 1...e5@5m 2.d4@4m 2...d5@7m");
    CHECK(entries("1 e4 3 e5 5\n2 d4 6 d5 7") == "1.e4@3m 1...e5@5m 2.d4@6m 2...d5@7m");
    CHECK(entries("1. e4 {[%clk 1:30:57]} e5 {[%clk\n1:30:50]}") == "1.e4@90m 1...e5@90m");
    CHECK(remarks("0:03\n1. e4 e5") == "1:1 a time \"0:03\" that belongs to no move\n");
    CHECK(entries("1. 5254 5755\n2. 7163 2836") == "1.5254 1...5755 2.7163 2...2836");
}

TEST_CASE("castling is no result, and a result no move") {
    const Sheet sheet = read_sheet("1. 0-0 0-0\n2. 0-0-0 O-O\n1-0\n");
    CHECK(entries("1. 0-0 0-0\n2. 0-0-0 O-O\n1-0\n") == "1.0-0 1...0-0 2.0-0-0 2...O-O");
    CHECK(sheet.result == win_of(Side::white));
    CHECK(read_sheet("1. e4 e5 1/2-1/2").result == drawn());
    CHECK(read_sheet("1. e4 e5\n½:½").result == drawn());
    CHECK(read_sheet("1. e4 e5\n0:1").result == win_of(Side::black));
    CHECK(read_sheet("Result: 0-0\n1. e4 e5").result == Score{});
    CHECK_FALSE(read_sheet("1. e4 e5 *").result.has_value());
    CHECK(remarks("Result: won\n") == "1:1 \"won\" is no result\n");
}

TEST_CASE("headers and words about the game are no moves") {
    const Sheet sheet = read_sheet("[White \"Smith, \\\"J\\\"\"]\nBlack: Jones\nDate:\n"
                                   "Scoresheet of the final\nRound 3\n1. e4 Кр:f3\n");
    REQUIRE(sheet.headers.size() == 3);
    CHECK(sheet.headers[0].name == "White");
    CHECK(sheet.headers[1].value == "Jones");
    CHECK(sheet.headers[1].place == TextPosition{2, 1});
    CHECK(sheet.remarks.size() == 2);
    REQUIRE(sheet.entries.size() == 2);
    CHECK(sheet.entries[1].text == "Кр:f3");
    CHECK(entries("Кр:f3") == "1.Кр:f3");
}

TEST_CASE("marks and spaces inside a move keep it together") {
    CHECK(entries("1. N - KB3 PxP\n2. R(1) - K1 ch PxP e.p.") ==
          "1.N-KB3 1...PxP 2.R(1)-K1 ch 2...PxP e.p.");
    CHECK(entries("1. e2 - e4 e7 - e5") == "1.e2-e4 1...e7-e5");
    CHECK(entries("1. P-K8 (Q) B-N5 dis. ch. mate") == "1.P-K8 (Q) 1...B-N5 dis. ch. mate");
    CHECK(entries("1. e4 -\n2. d4 d5") == "1.e4 1..._ 2.d4 2...d5");
}

TEST_CASE("an entry knows its line and column, in characters") {
    const Sheet sheet = read_sheet("White: É\n\n  1. Крf3 Кс6\n2.e4 {x\ny} e5\n");
    REQUIRE(sheet.entries.size() == 4);
    CHECK(sheet.entries[0].place == TextPosition{3, 6});
    CHECK(sheet.entries[1].place == TextPosition{3, 11});
    CHECK(sheet.entries[2].place == TextPosition{4, 3});
    CHECK(sheet.entries[3].place == TextPosition{5, 4});
}

TEST_CASE("any bytes are a sheet, and a sheet has an end") {
    for (const char* text : {"", "\n\n", "1.", "{", "}", "[", "(=)", "=", "x - x", "1 2 3 4", "|||",
                             "\xFF\xFE\x80", "0. e4", "999... e4", "- x - -"})
        CHECK(read_sheet(text).entries.size() < 5);
    CHECK(read_sheet("\x80\x80 e5").entries.at(0).place == TextPosition{1, 1});
    std::string endless;
    for (int n = 0; n < 5000; ++n) endless += "e4 ";
    CHECK(read_sheet(endless).entries.size() == 2000);
    CHECK(read_sheet(endless).remarks.size() == 1);
}
