#include <algorithm>
#include <sstream>

#include "tests/unit/chess/pgn_support.hpp"

using namespace flagfall;
using namespace flagfall::chess;
using namespace flagfall::chess::test;

namespace {

std::string rewritten(std::string_view text) { return write_pgn(read_one(text)); }

std::size_t longest_move_line(const std::string& text) {
    std::istringstream in(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(in, line);)
        if (!line.starts_with('[')) longest = std::max(longest, line.size());
    return longest;
}

}  // namespace

TEST_CASE("export format: seven tags, the others by name, moves") {
    CHECK(
        rewritten("[ZTag \"z\"][White \"A \\\"B\\\" \\\\\"][Annotator \"C\"][Round \"3\"] {start} "
                  "1.e4! {[%clk 1:30:57] {good} e5 2.Nf3 {[%clk 1:30:50.4][%emt 0:00:07]} Nc6 *") ==
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"3\"]\n"
        "[White \"A \\\"B\\\" \\\\\"]\n[Black \"?\"]\n[Result \"*\"]\n"
        "[Annotator \"C\"]\n[ZTag \"z\"]\n\n"
        "{start} 1. e4 $1 {[%clk 1:30:57] {good} 1... e5 2. Nf3 {[%clk 1:30:50.4]\n"
        "[%emt 0:00:07]} 2... Nc6 *\n\n");
}

TEST_CASE("a game from a position carries it") {
    CHECK(rewritten("[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 0 31\"] 31...Kd7 32.OO *")
              .ends_with("[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 0 31\"]\n[SetUp \"1\"]\n\n"
                         "31... Kd7 32. O-O *\n\n"));
    // Shredder letters of an orthodox position: the variant has to be written.
    CHECK(rewritten("[FEN \"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1\"] 1. O-O *")
              .find("[Variant \"Chess960\"]") != std::string::npos);
}

TEST_CASE("comments cannot break the file") {
    PgnGame game = read_one("1. e4 e5 2. d4 *");
    game.comment = "a } b";
    game.moves[0].comment = "line\nbreak %x ; ( [Event \"x\"] " + std::string(60, 'y') + " %z";
    game.moves[1].comment = std::string(200, 'w');
    game.set_tag("White", "a\nb\"c\\");
    game.set_tag("White", "x\ny");
    const std::string text = write_pgn(game);
    const PgnGame again = read_one(text);
    CHECK(again.comment == "a ) b");
    CHECK(again.tag("White") == "x y");
    CHECK(again.moves.size() == 3);
    CHECK(again.moves[1].comment == game.moves[1].comment);
    CHECK(text.find("\n%") == std::string::npos);
    CHECK(write_pgn(again) == text);
}

TEST_CASE("what is read and written again is the same text") {
    for (const std::string& file :
         {shipped_games("classics.pgn"), shipped_games("incidents.pgn"),
          shared_games("ecc2018_round1.pgn"), shared_games("lichess_2025-05_sample.pgn")}) {
        for (const PgnGame& game : read_all(file).games) {
            const std::string text = write_pgn(game);
            CHECK(longest_move_line(text) <= 80);
            const PgnGame again = read_one(text);
            CHECK(again.moves == game.moves);
            CHECK(again.result == game.result);
            REQUIRE(write_pgn(again) == text);
        }
    }
}

// Games with random damage: no crash, no hang, and every game read can be written and read.
TEST_CASE("damaged files") {
    const std::string text = shipped_games("classics.pgn").substr(0, 6'000);
    const std::string_view poison = "{}()[];%$\"\\\n\r*10-/.x\xEF\xE2\xC3\xFF";
    std::uint64_t seed = 1;
    const auto random = [&seed](std::size_t bound) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        return (seed >> 33) % bound;
    };
    std::size_t good = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string damaged = text.substr(random(text.size() / 2), 200 + random(1'500));
        for (std::size_t flips = random(6); flips > 0; --flips)
            damaged[random(damaged.size())] =
                random(2) == 0 ? poison[random(poison.size())] : static_cast<char>(random(256));
        for (const PgnGame& game : read_all(damaged).games) {
            ++good;
            if (round % 10 != 0) continue;
            const std::string written = write_pgn(game);
            REQUIRE(write_pgn(read_one(written)) == written);
        }
    }
    CHECK(good > 1'000);
}
