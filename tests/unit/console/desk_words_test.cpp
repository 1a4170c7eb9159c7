// The words of arbiters on the command line, and the acts that they become.
#include <algorithm>

#include "arbiterd/console/desk_acts.hpp"
#include "arbiterd/console/desk_command.hpp"
#include "arbiterd/console/desk_print.hpp"
#include "arbiterd/console/desk_words.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::console;

namespace {

const char* no_environment(const char*) { return nullptr; }

// The act as JSON, or the error.
std::string act(const std::string& name, const std::vector<std::string>& words) {
    const auto found = std::ranges::find_if(
        desk_acts(), [&](const DeskAct& each) { return each.command.name == name; });
    REQUIRE(found != desk_acts().end());
    const auto values = cli::read_values(found->command, words, no_environment);
    if (!values) return "wrong: " + values.error().texts.front();
    const auto made = act_of(*found, *values, nullptr);
    return made ? *made : "wrong: " + made.error();
}

}  // namespace

TEST_CASE("results as people write them", "[desk]") {
    for (const char* draw : {"1/2-1/2", "½-½", "0.5-0.5", "0,5:0,5", "1/2:1/2", "=", "draw"})
        CHECK(console::score_from(draw) == "1/2-1/2");
    CHECK(console::score_from("1:0") == "1-0");
    CHECK(console::score_from("0 – 1") == "0-1");
    CHECK(console::score_from("1/2-0") == "1/2-0");
    CHECK(console::score_from("-:+") == "0-1");
    CHECK(says_forfeit("-:+"));
    CHECK(!says_forfeit("0:1"));
    for (const char* none : {"1-1", "*", "", "2-0", "one"}) CHECK(!console::score_from(none));
    CHECK(act("result", {"g", "-:+"}) ==
          R"({"type":"give_result","ending":"forfeit","score":"0-1"})");
    CHECK(act("result", {"1:0", "--ending", "Time_Forfeit"}) ==
          R"({"type":"give_result","score":"1-0","ending":"time-forfeit"})");
    CHECK(act("result", {"2-0"}).starts_with("wrong: SCORE: "));
    CHECK(act("penalise", {"w", "points-off", "--score", "0:1"}) ==
          R"({"type":"penalise","side":"white","kind":"points_off","score":"0-1"})");
}

TEST_CASE("a control by the name of a preset", "[desk]") {
    CHECK(act("control", {"g", "fide-blitz"}) ==
          R"({"type":"set_control","time_control":"180+2"})");
    CHECK(act("control", {"g", "2010-04", "--white", "60"}) ==
          R"({"type":"set_control","time_control":"40/7200:1800","white_us":60000000,)"
          R"("period_trigger":"zero"})");
    CHECK(act("control", {"g", "2010-04", "--period-trigger", "moves"}) ==
          R"({"type":"set_control","time_control":"40/7200:1800","period_trigger":"moves"})");
    CHECK(act("control", {"g", "3+2"}).starts_with("wrong: TIME-CONTROL: 3+2 means 3 seconds"));
    CHECK(act("control", {"g", "3m+2s"}) == R"({"type":"set_control","time_control":"180+2"})");
    CHECK(act("control", {"g", "fide-blits"}).starts_with("wrong: TIME-CONTROL: no time control"));
}

TEST_CASE("kinds, endings and sides with any dash and case", "[desk]") {
    CHECK(act("illegal", {"b", "Two-Hands", "--run"}) ==
          R"({"type":"illegal_action","side":"black","kind":"two_hands","run":true})");
    CHECK(act("illegal", {"g", "White", "two_hands", "--text", "Two-Hands"}) ==
          R"({"type":"illegal_action","side":"white","kind":"two_hands","text":"Two-Hands"})");
    CHECK(act("answer", {"g", "3", "Set-Clock"}) ==
          R"({"type":"answer","question":3,"option":"set_clock"})");
    CHECK(act("adjourn", {"Black", "21 h"}) ==
          R"({"type":"adjourn","sealed_by":"black","resumption":"21 h"})");
    CHECK(act("penalise", {"w", "applause"}).starts_with("wrong: KIND: expected warning, "));
}

TEST_CASE("times are H:MM:SS, and nothing that looks like a slip", "[desk]") {
    const auto black = [](const char* time) { return act("adjust", {"g", "--black", time}); };
    const auto us = [](const std::string& number) {
        return R"({"type":"adjust_clock","black_us":)" + number + "}";
    };
    CHECK(black("1:30:00") == us("5400000000"));
    CHECK(black("-2:00") == us("-120000000"));
    CHECK(black("90") == us("90000000"));
    CHECK(black("0:59.5") == us("59500000"));
    for (const char* none : {"1:75", "1:2:3:4", "", ":30", "5m", "1e3", "--2:00"})
        CHECK(black(none).starts_with("wrong: "));
    CHECK(act("clock", {"g", "--white", "1:00"}) ==
          R"({"type":"set_clock","white_us":60000000})");  // Black's reading stays
}

TEST_CASE("every act names its game, and its ply once", "[desk]") {
    for (const DeskAct& each : desk_acts()) {
        REQUIRE(each.command.arguments.front().name == "GAME");
        CHECK(each.command.arguments.front().optional);
        if (each.ply.name.empty()) continue;
        CHECK(std::ranges::count(each.command.options, each.ply.name, &cli::Option::name) == 1);
    }
}

TEST_CASE("--side says whose move --move is, and nothing else", "[desk]") {
    const auto clock = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"g", "--white", "1:00", "--black", "1:00"});
        return act("clock", words);
    };
    const std::string set = R"({"type":"set_clock","white_us":60000000,"black_us":60000000)";
    CHECK(clock({"--move", "2", "--side", "black"}) == set + "}");  // the game decides the ply
    CHECK(clock({"--ply", "4"}) == set + R"(,"ply":4})");
    CHECK(clock({"--ply", "4", "--side", "black"}).starts_with("wrong: --side "));
    CHECK(clock({"--side", "black"}).starts_with("wrong: --side "));
    // The side of the offender is the side of the move.
    CHECK(act("illegal", {"g", "white", "illegal-move", "--move", "2", "--side", "black"}) ==
          "wrong: unknown option --side");
    CHECK(act("illegal", {"g", "white", "illegal-move", "--move", "2"}) ==
          R"({"type":"illegal_action","side":"white","kind":"illegal_move"})");
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
    const auto code = [](std::vector<std::string> words) {
        words.insert(words.end(), {"--by", "A", "--url=http://127.0.0.1:9"});
        return cli::run_command("arbiterd", desk_command(), words);
    };
    CHECK(code({"pause"}) == exit_code::usage);
    CHECK(code({"pause", "g", "--yes=1"}) == exit_code::usage);
    CHECK(code({"adjust", "g", "--black=soon"}) == exit_code::usage);
    CHECK(code({"adjust", "g", "--black"}) == exit_code::usage);
    CHECK(code({"result", "g", "2-0"}) == exit_code::usage);
    CHECK(code({"pause", "g", "--move", "3"}) == exit_code::usage);
    CHECK(code({"sheets", "g", "h"}) == exit_code::usage);
    CHECK(code({"game", "g", "--board", "3"}) == exit_code::usage);
    CHECK(code({"queue"}) == exit_code::unavailable);
}
