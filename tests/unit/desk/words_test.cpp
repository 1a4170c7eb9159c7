// What arbiters write on the command line, and what it becomes.
#include "arbiterd/desk/cli.hpp"
#include "arbiterd/desk/print.hpp"
#include "arbiterd/desk/words.hpp"
#include "common/base/exit_codes.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::desk;

namespace {

std::string read(Kind kind, const std::string& text) {
    const auto json = json_of(kind, text);
    return json ? *json : "wrong: " + json.error();
}

}  // namespace

TEST_CASE("results as people write them", "[desk]") {
    for (const char* draw : {"1/2-1/2", "½-½", "0.5-0.5", "0,5:0,5", "1/2:1/2", "=", "draw"})
        CHECK(read(Kind::score, draw) == "\"1/2-1/2\"");
    CHECK(read(Kind::score, "1:0") == "\"1-0\"");
    CHECK(read(Kind::score, "0 – 1") == "\"0-1\"");
    CHECK(read(Kind::score, "1/2-0") == "\"1/2-0\"");
    CHECK(read(Kind::score, "-:+") == "\"0-1\"");
    CHECK(says_forfeit("-:+"));
    CHECK(!says_forfeit("0:1"));
    for (const char* none : {"1-1", "*", "", "2-0", "one"})
        CHECK(read(Kind::score, none).starts_with("wrong: "));
}

TEST_CASE("kinds, endings and sides with any dash and case", "[desk]") {
    CHECK(read(Kind::word, "two-hands") == "\"two_hands\"");
    CHECK(read(Kind::word, "Two_Hands") == "\"two_hands\"");
    CHECK(read(Kind::ending, "Time_Forfeit") == "\"time-forfeit\"");
    CHECK(read(Kind::side, "White") == "\"white\"");
    CHECK(read(Kind::side, "b") == "\"black\"");
    CHECK(read(Kind::text, "Two-Hands") == "\"Two-Hands\"");
}

TEST_CASE("times are H:MM:SS, and nothing that looks like a slip", "[desk]") {
    CHECK(read(Kind::time, "1:30:00") == "5400000000");
    CHECK(read(Kind::time, "-2:00") == "-120000000");
    CHECK(read(Kind::time, "90") == "90000000");
    CHECK(read(Kind::time, "0:59.5") == "59500000");
    for (const char* none : {"1:75", "1:2:3:4", "", ":30", "5m", "1e3", "--2:00"})
        CHECK(read(Kind::time, none).starts_with("wrong: "));
}

TEST_CASE("a move by its number and side is a ply", "[desk]") {
    const FirstMove usual;
    CHECK(ply_of(usual, 1, false) == 1);
    CHECK(ply_of(usual, 23, true) == 46);
    CHECK(move_text(usual, 45) == "White's move 23 (ply 45)");
    CHECK(move_text(usual, 46) == "Black's move 23 (ply 46)");
    const FirstMove set_up{31, true};  // Black begins with move 31
    CHECK(ply_of(set_up, 31, true) == 1);
    CHECK(ply_of(set_up, 32, false) == 2);
    CHECK(ply_of(set_up, 31, false) == 0);
    CHECK(move_text(set_up, 1) == "Black's move 31 (ply 1)");
    for (std::int64_t ply = 1; ply < 9; ++ply)
        for (const FirstMove& first : {usual, set_up}) {
            const bool black = move_text(first, ply).starts_with("Black");
            const std::int64_t move = first.number + (ply - 1 + (first.black ? 1 : 0)) / 2;
            CHECK(ply_of(first, move, black) == ply);
        }
}

TEST_CASE("lengths of time are shown as clocks show them", "[desk]") {
    const std::string queue = R"({"questions":[{"number":1,"text":"t","evidence":
        [["white_us","5458000000"],["took_us","312"],["ply","7"],["odd_us","soon"]],
        "options":[]}]})";
    const std::string text = print_queue(queue);
    CHECK(text.find("white: 1:30:58\n") != std::string::npos);
    CHECK(text.find("took: 0:00:00.000312\n") != std::string::npos);
    CHECK(text.find("ply: 7\n") != std::string::npos);
    CHECK(text.find("odd_us: soon\n") != std::string::npos);
    CHECK(text.find("5458000000") == std::string::npos);
}

TEST_CASE("what is no act is refused before anything is asked", "[desk]") {
    const auto code = [](std::vector<std::string> words) { return run_desk(words); };
    CHECK(code({"pause"}) == exit_code::usage);
    CHECK(code({"pause", "g", "--yes=1"}) == exit_code::usage);
    CHECK(code({"adjust", "g", "--black=soon"}) == exit_code::usage);
    CHECK(code({"adjust", "g", "--black"}) == exit_code::usage);
    CHECK(code({"result", "g", "2-0"}) == exit_code::usage);
    CHECK(code({"pause", "g", "--move", "3"}) == exit_code::usage);
    CHECK(code({"sheets", "g", "h"}) == exit_code::usage);
}
