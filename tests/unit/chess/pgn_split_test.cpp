// The games of a text as pieces of it, whatever faults their moves have.
#include <string>

#include "tests/unit/chess/pgn_support.hpp"

using namespace flagfall::chess;

namespace {

std::string one(std::string_view text) {
    const auto pieces = split_pgn(text);
    REQUIRE(pieces.size() == 1);
    return std::string(pieces[0].result);
}

}  // namespace

TEST_CASE("each game is a piece from its first tag to its result") {
    const std::string text =
        "\xEF\xBB\xBF[White \"A\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 Ke4 2. Qh9 1-0 {so it was}\r\n"
        "\r\n[White \"B\"]\n[Result \"*\"]\n\n1. e4 {1-0 [White \"x\"]} (1. d4 1-0) *\n\n"
        "[White \"C\"]\n\n1. e4 e5";
    const auto pieces = split_pgn(text);
    REQUIRE(pieces.size() == 3);
    CHECK(pieces[0].text == "[White \"A\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 Ke4 2. Qh9 1-0");
    CHECK((pieces[0].line == 1 && pieces[0].result == "1-0"));
    CHECK((pieces[1].line == 6 && pieces[1].result == "*"));
    CHECK((pieces[2].line == 11 && pieces[2].result.empty()));
    CHECK(pieces[2].text == "[White \"C\"]\n\n1. e4 e5");
}

TEST_CASE("a game that is cut anywhere has no result, or its own") {
    const std::string text = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 1:00:00]} e5 $1 "
                             "(1... c5 1-0) 2. O-O 1-0";
    for (std::size_t size = 1; size < text.size(); ++size) {
        INFO(size);
        for (const PgnPiece& piece : split_pgn(std::string_view(text).substr(0, size)))
            CHECK(piece.result.empty());
    }
    CHECK(one(text) == "1-0");
    CHECK(one("[Result \"1/2-1/2\"]\n\n1. e4 1/2") == "1/2");
}

TEST_CASE("a result that PGN has no token for ends a game whose tag says the same") {
    CHECK(one("[Result \"0-0\"]\n\n1. e4 0-0") == "0-0");
    CHECK(one("[Result \"1-0\"]\n\n1. e4 0-0").empty());
    CHECK(one("[Result \"0-0\"]\n\n1. e4 0-0 {a comment} e5").empty());
    CHECK(one("[Result \"0-0\"]\n\n1. e4 0-0 (1. d4").empty());
    CHECK(one("[Result \"0-0\"]\n\n1. e4 0-0 {an open comment").empty());
}

TEST_CASE("a game without a result ends where the next one begins") {
    const auto pieces =
        split_pgn("[White \"A\"]\n\n1. e4 {open\n\n[White \"B\"]\n[Black \"C\"]\n\n1-0\n");
    REQUIRE(pieces.size() == 2);
    CHECK(pieces[0].result.empty());
    CHECK((pieces[1].result == "1-0" && pieces[1].line == 5));
    CHECK(split_pgn("1. e4 e5 1-0").empty());
    CHECK(split_pgn("<html><body>not found</body></html>").empty());
    CHECK(split_pgn("").empty());
    CHECK(split_pgn("[A \"\"] * [A \"\"] * [A \"\"] *").size() == 3);
    CHECK(split_pgn("[A \"\"] * [A \"\"] * [A \"\"]", 2).size() == 2);
    CHECK(split_pgn("[A \"\"] *", 0).empty());
    CHECK(split_pgn("[White \"A\"]\r\r1. e4 *\r\r[White \"B\"]\r*")[1].line == 5);
}

TEST_CASE("many tags in one line, and a line without an end, cost what they are long") {
    std::string line;
    while (line.size() < 8'000'000) line += "[A \"\"]*";
    CHECK(split_pgn(line).size() == 1'142'858);
    line.clear();
    while (line.size() < 8'000'000) line += "[A \"x";
    CHECK(split_pgn(line).size() == 1);
}
