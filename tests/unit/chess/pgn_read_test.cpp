#include <set>

#include "tests/support/tables.hpp"
#include "tests/unit/chess/pgn_support.hpp"

using namespace flagfall;
using namespace flagfall::chess;
using namespace flagfall::chess::test;

namespace {

// \n, \r and \\ of the data file.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            out += text[at];
            continue;
        }
        const char c = text[++at];
        out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
    return out;
}

}  // namespace

TEST_CASE("the PGN cases of the tables") {
    const Table table("pgn_cases");
    for (const Row& row : table.rows()) {
        INFO(row["id"]);
        const ReadFile read = read_all(unescaped(row["pgn_escaped"]));
        const bool wrong = row["error"] == "error";
        CHECK(read.games.size() + read.errors.size() == std::stoul(row["expected_games"]));
        CHECK(read.errors.size() == (wrong ? 1 : 0));
        const auto& from = wrong ? read.broken : read.games;
        REQUIRE(!from.empty());
        CHECK(uci_line(from.front()) == row["expected_mainline_uci_game1"]);
        if (wrong) CHECK(read.errors[0].ply == from.front().moves.size() + 1);
    }
}

TEST_CASE("the shipped games: every game, every move, every time") {
    const ReadFile read = read_all(shipped_games("classics.pgn"));
    CHECK(read.errors.empty());
    CHECK(read.games.size() == 18);
    for (const PgnGame& game : read.games) {
        CHECK(text(game.result) == game.tag("Result"));
        CHECK(std::to_string(game.moves.size()) == game.tag("PlyCount"));
        for (const PgnMove& move : game.moves) {
            CHECK(move.clk_ms.has_value());
            CHECK(move.comment.empty());
        }
    }
}

TEST_CASE("a real event: every game, every move, every time") {
    const ReadFile read = read_all(shared_games("ecc2018_round1.pgn"));
    if (read.games.empty()) return;
    CHECK(read.errors.empty());
    CHECK(read.games.size() == 180);
    std::size_t plies = 0;
    std::size_t times = 0;
    for (const PgnGame& game : read.games) {
        CHECK(text(game.result) == game.tag("Result"));
        plies += game.moves.size();
        for (const PgnMove& move : game.moves) {
            times += move.clk_ms.has_value();
            CHECK(move.comment.empty());
        }
    }
    CHECK(plies == 14'634);
    CHECK(times == 14'634);
    CHECK(read.games[0].moves[0].clk_ms == ((1 * 60 + 30) * 60 + 57) * 1000);
    CHECK(read.games[0].moves[3].clk_ms == ((1 * 60 + 31) * 60 + 15) * 1000);  // a wrapped comment
}

TEST_CASE("online games with numbers repeated after each comment") {
    const ReadFile read = read_all(shared_games("lichess_2025-05_sample.pgn"));
    if (read.games.empty()) return;
    CHECK(read.errors.empty());
    CHECK(read.games.size() == 110);
    for (const PgnGame& game : read.games)
        for (const PgnMove& move : game.moves) CHECK(move.clk_ms.has_value());
}

TEST_CASE("what people put into comments") {
    const PgnGame game = read_one(
        "{before} 1. e4 {a { b ( ; [Event \"no\"]} {two} ;three } {\n e5 {[%clk\n1:31:15] x "
        "[%emt 0:00:02.5]\n  y [%eval 0.3]} *");
    CHECK(game.comment == "before");
    REQUIRE(game.moves.size() == 2);
    CHECK(game.moves[0].comment == "a { b ( ; [Event \"no\"] two three } {");
    CHECK(game.moves[1].comment == "x y [%eval 0.3]");
    CHECK(game.moves[1].clk_ms == 5'475'000);
    CHECK(game.moves[1].emt_ms == 2'500);
}

TEST_CASE("times that are none stay in the comment") {
    for (const char* text : {"[%clk]", "[%clk 1:2:3:4]", "[%clk x]", "[%clk -1]", "[%clk 1:00",
                             "[%clkx 1:00]", "[%clk 1:00:]", "[%clk 999999999999999999]"}) {
        const PgnGame game = read_one("1. e4 {" + std::string(text) + "} *");
        INFO(text);
        CHECK_FALSE(game.moves[0].clk_ms.has_value());
        CHECK(game.moves[0].comment == text);
    }
    CHECK(read_one("1. e4 {[%clk 12]} *").moves[0].clk_ms == 12'000);
    CHECK(read_one("1. e4 {[%clk 2:05]} *").moves[0].clk_ms == 125'000);
    CHECK(read_one("1. e4 {[%clk 0:00:01.0375]} *").moves[0].clk_ms == 1'037);
}

TEST_CASE("a comment after the result belongs to the last move") {
    const ReadFile read = read_all("1. e4 1-0 {White won on time}\n\n[Event \"b\"]\n\n1. d4 *");
    REQUIRE(read.games.size() == 2);
    CHECK(read.games[0].moves[0].comment == "White won on time");
    CHECK(read.games[1].tag("Event") == "b");
}

TEST_CASE("variations are skipped, with everything in them") {
    const PgnGame game = read_one(
        "1. e4 (1. d4 -- 2. Z0 {) (} (2. c4) ; )\n 1-0 $3) 1... e5 (1... c5) {c} 2. Nf3(2.f4)*");
    CHECK(uci_line(game) == "e2e4 e7e5 g1f3");
    CHECK(game.moves[1].comment == "c");
}

TEST_CASE("NAGs and their signs") {
    const PgnGame game = read_one("1. e4! $10 e5?! ! 2. Nf3 N += Nc6 $0 $255 *");
    CHECK(game.moves[0].nags == std::vector<std::uint8_t>{1, 10});
    CHECK(game.moves[1].nags == std::vector<std::uint8_t>{6, 1});
    CHECK(game.moves[2].nags == std::vector<std::uint8_t>{146, 14});
    CHECK(game.moves[3].nags == std::vector<std::uint8_t>{255});
    CHECK(read_error("1. e4 $256 *").fault == PgnFault::malformed_nag);
    CHECK(read_error("1. e4 $ *").fault == PgnFault::malformed_nag);
}

TEST_CASE("numbers, castling and results are told apart") {
    const char* opening = "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 ";
    CHECK(read_one(std::string(opening) + "4.0-0 Nf6 0-1").result == PgnResult::black_wins);
    CHECK(read_one(std::string(opening) + "4. 0-0 0-1").moves.size() == 7);
    CHECK(read_one(std::string(opening) + "0-0").moves.size() == 7);
    CHECK(uci_line(read_one("1 e4 e5 2Nf3 2\xE2\x80\xA6 Nc6 3 .. Bb5 . 3...a6 1/2")) ==
          "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    CHECK(read_one("1. e4 1/2-1/2").result == PgnResult::draw);
    CHECK(read_one("1. e4 \xC2\xBD-\xC2\xBD").result == PgnResult::draw);
}

TEST_CASE("en passant marks and figurines") {
    CHECK(read_one("1. e4 a6 2. e5 d5 3. exd6 e.p. a5 *").moves.size() == 6);
    CHECK(read_one("1. e4 a6 2. e5 d5 3. exd6e.p. a5 *").moves.size() == 6);
    CHECK(read_error("1. e4 e.p. *").fault == PgnFault::malformed_move);
    CHECK(uci_line(read_one("1. \xE2\x99\x98"
                            "f3 d5 *")) == "g1f3 d7d5");
    CHECK(read_one("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8(Q) Kg7(=) *").moves.size() == 2);
}

TEST_CASE("line ends, byte order marks, escaped lines") {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        std::string text = "\xEF\xBB\xBF[Event \"x\"]" + end + "%[Event \"no\"]" + end +
                           "[Result \"1-0\"]" + end + end + "1. e4" + end + "% e5 e6" + end +
                           "e5 ; e6" + end + "2. Nf3" + end;
        const ReadFile read = read_all(text + end + "\xEF\xBB\xBF" + text);
        CHECK(read.errors.empty());
        REQUIRE(read.games.size() == 2);
        CHECK(read.games[1].tag("Event") == "x");
        CHECK(read.games[1].tags.size() == 2);
        CHECK(read.games[1].result == PgnResult::white_wins);  // from the tag
        CHECK(uci_line(read.games[0]) == "e2e4 e7e5 g1f3");
    }
}

TEST_CASE("Latin-1 and UTF-8 names") {
    CHECK(read_one("[White \"J\xFCrgen \xD8st\"]\n*").tag("White") == "J\xC3\xBCrgen \xC3\x98st");
    CHECK(read_one("[White \"J\xC3\xBCrgen\"]\n*").tag("White") == "J\xC3\xBCrgen");
    // Overlong and surrogate forms are not UTF-8.
    CHECK(read_one("[White \"\xC0\xAF\"]\n*").tag("White") == "\xC3\x80\xC2\xAF");
    CHECK(read_one("[White \"\xED\xA0\x80\"]\n*").tag("White") == "\xC3\xAD\xC2\xA0\xE2\x82\xAC");
    CHECK(read_one("1. e4 {sch\xF6n} *").moves[0].comment == "sch\xC3\xB6n");
}

TEST_CASE("tag values") {
    const auto event = [](const char* line) { return std::string(read_one(line).tag("Event")); };
    CHECK(event("[Event \"a \\\"b\\\" \\\\ c\"]\n*") == "a \"b\" \\ c");
    CHECK(event("[Event \"C:\\dir `x' \\n\"]\n*") == "C:\\dir `x' \\n");
    CHECK(event("[Event \"the \"big\" one\"]\n*") == "the \"big\" one");
    CHECK(event("[Event \"\"]\n*").empty());
    CHECK(event("[Event   \"x] y\"  ]  [Site \"z\"]\n*") == "x] y");
    CHECK(read_one("[Event \"a\"][Site \"z\"] 1. e4 *").tag("Site") == "z");
}

TEST_CASE("start positions and variants") {
    const PgnGame black = read_one(
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n"
        "\n1... e5 2. Nf3 *");
    CHECK(uci_line(black) == "e7e5 g1f3");
    const char* frc = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n";
    CHECK(uci_line(read_one(std::string(frc) + "1. O-O-O *")) == "e1b1");
    CHECK(uci_line(read_one("[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n1. O-O *")) == "e1g1");
    CHECK(read_one("[Variant \"From Position\"]\n*").start == start_position());
    CHECK(read_one("[SetUp \"0\"]\n[FEN \"none\"]\n1. e4 *").moves.size() == 1);
    CHECK(read_error("[FEN \"none\"]\n1. e4 *").fault == PgnFault::invalid_start);
    CHECK(read_error("[Variant \"Crazyhouse\"]\n1. e4 *").fault == PgnFault::unsupported_variant);
}

TEST_CASE("an error costs one game") {
    const std::string good = "[Event \"good\"]\n\n1. e4 e5 *\n\n";
    for (const std::string bad : {
             "[Event \"x\"]\n\n1. e4 e5 2. Nf6 Nc6 {c} (2. d4) 1-0\n\n",
             "[Event \"x\"]\n\n1. e4 e5 2. Nf6 Nc6\n\n",
             "[Event \"x\"]\n\n1. e4 -- 2. d4 *\n\n",
             "[Event \"x\n[Site \"y\"]\n\n1. e4 *\n\n",
             "[Event x]\n[Site \"y\"]\n\n1. e4 *\n\n",
             "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[Site \"y\"]\n\n1. e4 {x} *\n\n",
             "[Event \"x\"]\n\n1. e4 (1. d4 1-0\n\n",
             "[Event \"x\"]\n\n1. e4 ) e5 *\n\n",
             "[Event \"x\"]\n\n1. e4 } e5 *\n\n",
             "[Event \"x\"]\n\n1. e4 <wild> [card] *\n\n",
         }) {
        INFO(bad);
        const ReadFile read = read_all(bad + good + bad + good);
        CHECK(read.errors.size() == 2);
        REQUIRE(read.games.size() == 2);
        CHECK(read.games[1].tag("Event") == "good");
        CHECK(read.games[1].moves.size() == 2);
    }
}

TEST_CASE("a comment that was never closed ends before the next game") {
    const ReadFile read = read_all(
        "[Event \"a\"]\n\n1. e4 {oops e5 *\n\n[Event \"b\"]\n[Site \"?\"]\n\n1. d4 {ok} d5 *\n");
    REQUIRE(read.errors.size() == 1);
    CHECK(read.errors[0].fault == PgnFault::unterminated_comment);
    CHECK(read.errors[0].line == 3);
    REQUIRE(read.games.size() == 1);
    CHECK(read.games[0].tag("Event") == "b");
    CHECK(read_error("1. e4 {").fault == PgnFault::unterminated_comment);
}

TEST_CASE("errors say where and what") {
    const PgnError error = read_error("[Event \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf6 *");
    CHECK(error.fault == PgnFault::illegal_move);
    CHECK(error.line == 4);
    CHECK(error.column == 4);
    CHECK(error.ply == 3);
    CHECK(error.what == "illegal move: Nf6");
    CHECK(read_error("1. Nf3 d5 2. d3 d4 3. Nd2 *").fault == PgnFault::ambiguous_move);
    CHECK(read_error("1. hello *").fault == PgnFault::malformed_move);
    CHECK(read_error("[Event]\n*").ply == 0);
    std::set<std::string_view> names;
    for (int fault = 0; fault <= static_cast<int>(PgnFault::limit_exceeded); ++fault)
        names.insert(name(static_cast<PgnFault>(fault)));
    CHECK(names.size() == 10);
}

TEST_CASE("games without tags, moves or result") {
    CHECK(read_all("").games.empty());
    CHECK(read_all(" \r\n%x\n\n").games.empty());
    CHECK(read_all("; only a remark\n").games.empty());
    CHECK(read_all("*").games.size() == 1);
    CHECK(read_all("1. e4 * 1. d4 * *").games.size() == 3);
    const ReadFile read = read_all("[White \"A\"]\n[Result \"0-1\"]\n\n1. e4\n[White \"B\"]\n");
    REQUIRE(read.games.size() == 2);
    CHECK(read.games[0].result == PgnResult::black_wins);
    CHECK(read.games[1].tag("White") == "B");
}

TEST_CASE("limits") {
    PgnLimits limits;
    limits.tags = 2;
    limits.tag_bytes = 5;
    limits.plies = 4;
    limits.comment_bytes = 6;
    const auto fails = [&](std::string_view text) {
        const ReadFile read = read_all(text, limits);
        return read.errors.size() == 1 && read.errors[0].fault == PgnFault::limit_exceeded;
    };
    CHECK_FALSE(fails("[A \"12345\"][B \"1\"] 1. e4 {123} {123} e5 2. d4 d5 *"));
    CHECK(fails("[A \"1\"][B \"1\"][C \"1\"] *"));
    CHECK(fails("[A \"123456\"] *"));
    CHECK(fails("1. e4 e5 2. d4 d5 3. c4 *"));
    CHECK(fails("1. e4 {123} {1234} *"));
}
