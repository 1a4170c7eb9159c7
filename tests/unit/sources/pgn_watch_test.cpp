// PGN that another system writes every few seconds, whole and half written.
#include <string>

#include "clockd/sources/pgn_watch.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/chess/pgn_support.hpp"

namespace flagfall::sources {
namespace {

std::string game(const std::string& board, const std::string& moves, const std::string& result) {
    return "[Event \"Open\"]\n[Round \"1." + board + "\"]\n[White \"W" + board + "\"]\n[Black \"B" +
           board + "\"]\n[Result \"" + result + "\"]\n\n" + moves + " " + result + "\n\n";
}

TEST_CASE("only what changed is reported") {
    PgnWatch watch;
    CHECK(watch.read(game("1", "", "*") + game("2", "1. e4", "*")).changes.size() == 2);
    CHECK(watch.read(game("1", "", "*") + game("2", "1. e4", "*")).changes.empty());
    const auto moved = watch.read(game("1", "1. d4 d5", "*") + game("2", "1. e4", "*")).changes;
    REQUIRE(moved.size() == 1);
    CHECK(moved[0].key.round == "1.1");
    CHECK(moved[0].moves == std::vector<std::string>{"d2d4", "d7d5"});
    CHECK(moved[0].moves_changed);
    CHECK_FALSE(moved[0].result_changed);
    const auto over = watch.read(game("1", "1. d4 d5", "1/2-1/2")).changes;
    REQUIRE(over.size() == 1);
    CHECK(over[0].result == "1/2-1/2");
    CHECK(over[0].result_changed);
    CHECK_FALSE(over[0].moves_changed);
    CHECK(watch.games() == 2);
}

TEST_CASE("moves that were there and are others now are said to be rewritten") {
    PgnWatch watch;
    watch.read(game("1", "1. d4 d5 2. c4", "*"));
    const auto changes = watch.read(game("1", "1. d4 Nf6", "*")).changes;
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].rewritten);
    CHECK(changes[0].same == 1);
}

TEST_CASE("moves that are taken back count when a second reading says so") {
    PgnWatch watch;
    watch.read(game("1", "1. d4 d5 2. Ke4", "*"));
    watch.read(game("1", "1. d4 d5 2. c4", "1-0"));
    CHECK(watch.read(game("1", "1. d4 d5", "1-0")).changes.empty());
    const auto changes = watch.read(game("1", "1. d4 d5", "1-0")).changes;
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].rewritten);
    CHECK(changes[0].same == 2);
}

TEST_CASE("a text that is cut anywhere takes nothing back and invents nothing") {
    const std::string whole = game("1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1-0") +
                              game("2", "1. d4 d5 2. c4 e6", "*");
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
        PgnWatch watch;
        watch.read(whole);
        for (const PgnChange& change : watch.read(whole.substr(0, cut)).changes) {
            // Tags that are cut make another game; a known one never loses a move.
            INFO(cut << " " << change.key.white << " " << change.key.black);
            CHECK_FALSE(change.rewritten);
            CHECK(change.key != PgnKey{"Open", "1.2", "", "W2", "B2"});
        }
        const auto later = watch.read(whole);
        for (const PgnChange& change : later.changes) CHECK(change.result == "1-0");
    }
}

TEST_CASE("two games with one key, and games that cannot be read, are faults") {
    PgnWatch watch;
    const auto seen = watch.read(game("1", "1. e4", "*") + game("1", "1. d4", "*") +
                                 game("2", "1. e5", "*") + game("3", "1. c4", "*"));
    CHECK(seen.changes.size() == 2);
    CHECK(seen.trouble.faults == 2);
    CHECK_FALSE(seen.trouble.what.empty());
    CHECK(watch.read("\xff\xfe nonsense ]]] {").changes.size() <= 1);
}

TEST_CASE("a real round that grows move by move arrives move by move") {
    const auto games = chess::test::read_all(chess::test::shipped_games("classics.pgn")).games;
    PgnWatch watch;
    std::size_t moves = 0;
    for (std::size_t ply = 0; ply <= 60; ++ply) {
        std::string text;
        for (chess::PgnGame each : games) {
            if (each.moves.size() > ply) each.result = chess::PgnResult::unknown;
            each.moves.resize(std::min(each.moves.size(), ply));
            chess::append_pgn(text, each);
        }
        const auto seen = watch.read(text);
        CHECK(seen.trouble.faults == 0);
        for (const PgnChange& change : seen.changes) {
            CHECK_FALSE(change.rewritten);
            CHECK(change.moves.size() - change.same <= 1);
            moves += change.moves.size() - change.same;
        }
    }
    CHECK(moves > 60 * 10);
}

}  // namespace
}  // namespace flagfall::sources
