// PGN of the record: its tags and clocks, and a round as spectators see it with a delay.
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/pgn_export.hpp"
#include "common/base/now.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/joined.hpp"

using namespace flagfall;
using namespace flagfall::record;

namespace {

constexpr std::int64_t start_ms = 1'795'269'600'000;  // 2026-11-21T14:00:00Z

GameRow game_at(std::uint32_t board) {
    GameRow game;
    game.game = "g" + std::to_string(board);
    game.event = "e";
    game.round = "3";
    game.board = {board};
    game.player = {{"Adams", "Brown"}};
    game.time_control = "2/60:30";
    game.variant = "chess";
    game.status = wire::GameStatus::finished;
    game.result = "0-1";
    game.kind = wire::ResultKind::played;
    game.reason = Ending::checkmate;
    game.plies = 4;
    game.started_wall_ms = start_ms;
    game.ended_wall_ms = start_ms + 40'000;
    return game;
}

// Fool's mate, a move every ten seconds; the second period's 30 seconds come with the second move.
std::vector<MoveRow> fools_mate() {
    const char* const uci[]{"f2f3", "e7e5", "g2g4", "d8h4"};
    const Both<std::int64_t> readings[]{{{50, 60}}, {{50, 50}}, {{70, 50}}, {{70, 70}}};
    std::vector<MoveRow> moves;
    for (std::int64_t ply = 1; ply <= 4; ++ply) {
        MoveRow& move = moves.emplace_back();
        move.ply = ply;
        move.side = ply % 2 == 1 ? "white" : "black";
        move.uci = uci[ply - 1];
        move.san = move.uci;
        move.elapsed_us = 10'000'000;
        move.reading_us = readings[ply - 1];
        for (std::int64_t& us : move.reading_us.values) us *= 1'000'000;
        move.at = rfc3339(start_ms + ply * 10'000);
    }
    return moves;
}

std::string pgn_of(const GameRow& game, const wire::Pairs& tags = {},
                   const std::vector<MoveRow>& moves = fools_mate()) {
    std::string out;
    append_pgn(out, game, moves, tags);
    return out;
}

std::string round_at(const std::vector<GameRow>& games, const RoundView& view) {
    return test::round_pgn(
        boards_of(games), view, [](const GameRow&) { return fools_mate(); },
        [](const BoardRow&) { return wire::Pairs{{"Site", "Bergen"}}; });
}

bool has(const std::string& text, std::string_view words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("PGN of a game, as it is by hand", "[record]") {
    CHECK(pgn_of(game_at(12), {{"Event", "Open"}, {"WhiteElo", "2100"}}) ==
          "[Event \"Open\"]\n"
          "[Site \"?\"]\n"
          "[Date \"2026.11.21\"]\n"
          "[Round \"3.12\"]\n"
          "[White \"Adams\"]\n"
          "[Black \"Brown\"]\n"
          "[Result \"0-1\"]\n"
          "[Board \"12\"]\n"
          "[PlyCount \"4\"]\n"
          "[Termination \"normal\"]\n"
          "[TimeControl \"2/60:30\"]\n"
          "[UTCDate \"2026.11.21\"]\n"
          "[UTCTime \"14:00:00\"]\n"
          "[WhiteElo \"2100\"]\n"
          "\n"
          "1. f3 {[%clk 0:00:50] [%emt 0:00:10]} 1... e5 {[%clk 0:00:50] [%emt 0:00:10]} 2.\n"
          "g4 {[%clk 0:01:10] [%emt 0:00:10]} 2... Qh4# {[%clk 0:01:10] [%emt 0:00:10]} 0-1\n"
          "\n");
}

TEST_CASE("results that PGN cannot say are in a tag of ours", "[record]") {
    GameRow game = game_at(1);
    for (const char* result : {"0-0", "1/2-0", "0-1/2"}) {
        game.result = result;
        const std::string text = pgn_of(game);
        CHECK(has(text, "[Result \"*\"]"));
        CHECK(has(text, "[FlagfallResult \"" + std::string(result) + "\"]"));
    }
    game.result = "1-0";
    game.reason = Ending::forfeit;
    game.kind = wire::ResultKind::forfeit;
    CHECK(has(pgn_of(game), "[Result \"1-0\"]"));
    CHECK(has(pgn_of(game), "[Termination \"forfeit\"]"));
    CHECK_FALSE(has(pgn_of(game), "FlagfallResult"));
}

// I.10: a program that reads "forfeit" takes the game for one that was never played.
TEST_CASE("a game whose resumption a player missed is no forfeit in PGN", "[record][regress]") {
    GameRow game = game_at(1);
    game.result = "1-0";
    game.reason = Ending::forfeit;
    game.kind = wire::ResultKind::played;
    CHECK(has(pgn_of(game), "[Termination \"abandoned\"]"));
}

TEST_CASE("what PGN cannot say before the first move, it says in its start or a comment",
          "[record][regress]") {
    auto moves = fools_mate();
    SECTION("a position that was set up") {
        for (MoveRow& move : moves)
            move.set_up = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w kq - 0 1";
        const std::string text = pgn_of(game_at(1), {}, moves);
        CHECK(has(text, "[FEN \"" + moves.front().set_up + "\"]"));
        CHECK(has(text, "[SetUp \"1\"]"));
        CHECK(has(text, "[PlyCount \"4\"]"));
        moves.back().set_up = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/1NBQKBN1 b kq - 0 1";
        CHECK(has(pgn_of(game_at(1), {}, moves), "the arbiter set up another"));
        CHECK(has(pgn_of(game_at(1), {}, moves), "[PlyCount \"3\"]"));
    }
    SECTION("a position that no reader of PGN takes") {
        for (MoveRow& move : moves) move.set_up = "8/8/8/8/8/8/8/8 w - - 0 1";
        CHECK(has(pgn_of(game_at(1), {}, moves), "the arbiter set up another"));
        CHECK(has(pgn_of(game_at(1), {}, moves), "[PlyCount \"0\"]"));
    }
    SECTION("an illegal move that stood") {
        moves.front().completed_by = "stood";
        moves.front().san = moves.front().uci = "e2e5";
        const std::string text = pgn_of(game_at(1), {}, moves);
        CHECK(has(text, "[IllegalMove \"ply 1: e2e5\"]"));
        CHECK(has(text, "white played e2e5"));
        CHECK(has(text, "[PlyCount \"0\"]"));
    }
}

TEST_CASE("with a delay moves and results come later, games do not", "[record]") {
    const std::vector<GameRow> games{game_at(2), game_at(1)};
    const std::string nothing = round_at(games, {{}, start_ms + 9'999});
    CHECK(has(nothing, "[Round \"3.1\"]"));
    CHECK(has(nothing, "[Round \"3.2\"]"));
    CHECK(nothing.find("3.1") < nothing.find("3.2"));
    CHECK(has(nothing, "[PlyCount \"0\"]"));
    CHECK_FALSE(has(nothing, "1. f3"));
    const std::string some = round_at(games, {{}, start_ms + 20'000});
    CHECK(has(some, "1... e5"));
    CHECK_FALSE(has(some, "2.\n"));
    CHECK(has(some, "[Result \"*\"]"));
    CHECK(has(some, "[Termination \"unterminated\"]"));
    const std::string moves_only = round_at(games, {{}, start_ms + 39'999});
    CHECK_FALSE(has(moves_only, "0-1"));
    CHECK(round_at(games, {{}, start_ms + 40'000}) == round_at(games, {}));
    CHECK(has(some, "[Site \"Bergen\"]"));
}

TEST_CASE("a result that comes after the last move waits for its own delay", "[record]") {
    GameRow game = game_at(1);
    game.ended_wall_ms = start_ms + 60'000;
    const ShownGame before = shown_at(game, fools_mate(), start_ms + 59'999);
    CHECK(before.moves.size() == 4);
    CHECK(before.game.result == "*");
    CHECK(before.game.reason == Ending::none);
    CHECK(before.game.reading_us[Side::black] == 70'000'000);
    CHECK(shown_at(game, fools_mate(), start_ms + 60'000).game.result == "0-1");
}

TEST_CASE("a slice names boards", "[record]") {
    CHECK(slice_from("1-4,11-15,20") ==
          Slice{{Board{1}, Board{4}}, {Board{11}, Board{15}}, {Board{20}, Board{20}}});
    for (const char* text : {"", "a", "4-1", "0-3", "1-", "1,,2", "1-16385", "1-2-3"})
        CHECK_FALSE(slice_from(text).has_value());
    const Slice slice = *slice_from("1-4,11");
    CHECK(contains(slice, Board{4}));
    CHECK_FALSE(contains(slice, Board{5}));
    CHECK(contains({}, Board{5}));
    const std::string text = round_at({game_at(1), game_at(12), game_at(3)}, {*slice_from("3-12"),
                                                                              std::nullopt});
    CHECK_FALSE(has(text, "[Board \"1\"]"));
    CHECK(text.find("[Board \"3\"]") < text.find("[Board \"12\"]"));
}
