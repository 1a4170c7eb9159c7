#include "common/mate/mate.hpp"

#include <fstream>
#include <iterator>

#include "common/chess/movegen.hpp"
#include "common/chess/pgn.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/tables.hpp"
#include "tests/unit/mate/support.hpp"

using namespace flagfall;
using chess::Position;
using chess::test::Row;
using chess::test::Table;
using test::position;

namespace {

bool mates(Position p, Side winner, const std::vector<chess::Move>& line) {
    for (const chess::Move move : line) {
        if (!chess::is_legal(p, move)) return false;
        p = chess::after(p, move);
    }
    return chess::ending(p) == chess::Ending::checkmate && p.side_to_move() == other(winner);
}

Side winner_of(const Row& row) { return row["winner"] == "w" ? Side::white : Side::black; }

// Decided for both sides, with a line if there is one.
void check_decided(const Position& p) {
    for (const Side side : {Side::white, Side::black}) {
        const mate::Analysis answer = mate::can_mate(p, side);
        INFO(chess::fen(p) << " " << name(side));
        CHECK(answer.verdict != mate::Verdict::undetermined);
        if (answer.verdict == mate::Verdict::winnable) CHECK(mates(p, side, answer.line));
    }
}

}  // namespace

TEST_CASE("bare material is exact for every set of pieces in the tables") {
    const Table table("draw_material");
    for (const Row& row : table.rows()) {
        const Position p = position(row["fen"]);
        INFO(row["fen"]);
        CHECK(mate::cannot_mate_by_material(p, Side::white) ==
              (row["white_cannot_mate_material"] == "1"));
        CHECK(mate::cannot_mate_by_material(p, Side::black) ==
              (row["black_cannot_mate_material"] == "1"));
        CHECK(mate::dead_by_material(p) == (row["dead_by_material"] == "1"));
    }
}

TEST_CASE("the helpers of bare material count") {
    CHECK(mate::cannot_mate_by_material(position("n7/8/3k4/8/8/3QK3/8/8 b - - 0 1"), Side::black));
    CHECK_FALSE(
        mate::cannot_mate_by_material(position("n7/8/3k4/8/8/3RK3/8/8 b - - 0 1"), Side::black));
    CHECK(mate::cannot_mate_by_material(position("b7/8/3k4/8/8/3RK3/8/8 b - - 0 1"), Side::black));
    CHECK_FALSE(
        mate::cannot_mate_by_material(position("b7/8/3k4/8/8/3PK3/8/8 b - - 0 1"), Side::black));
    CHECK_FALSE(
        mate::cannot_mate_by_material(position("b7/8/3k4/8/8/3NK3/8/8 b - - 0 1"), Side::black));
}

TEST_CASE("every mating question of the tables is decided, and right") {
    const Table table("mate");
    for (const Row& row : table.rows()) {
        const Position p = position(row["fen"]);
        const mate::Analysis answer = mate::can_mate(p, winner_of(row));
        INFO(row["fen"] << " " << row["winner"] << ": " << answer.method);
        CHECK(name(answer.verdict) == row["expected"]);
        if (answer.verdict == mate::Verdict::winnable)
            CHECK(mates(p, winner_of(row), answer.line));
    }
}

TEST_CASE("a mate or stalemate on the board answers at once") {
    const Position mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    CHECK(mate::can_mate(mated, Side::white).verdict == mate::Verdict::winnable);
    CHECK(mate::can_mate(mated, Side::white).line.empty());
    CHECK(mate::can_mate(mated, Side::black).verdict == mate::Verdict::unwinnable);
    const Position stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    CHECK(mate::can_mate(stalemate, Side::white).verdict == mate::Verdict::unwinnable);
}

TEST_CASE("a forced capture of the last piece is dead at once (5.2.2)") {
    CHECK(mate::dead(position("7k/8/8/8/8/8/1r6/K7 w - - 0 1")));  // Kxb2 is the only move
    CHECK(mate::dead(position("8/8/8/8/8/3k4/8/3K4 w - - 0 1")));
    CHECK_FALSE(mate::dead(position("8/8/8/8/8/2k5/1r6/K7 w - - 0 1")));  // b2 is defended
    CHECK_FALSE(mate::dead(position("7k/8/8/8/8/8/6Q1/K7 b - - 0 1")));
}

TEST_CASE("a position that ended otherwise is not called dead") {
    CHECK_FALSE(mate::dead(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
    CHECK_FALSE(mate::dead(chess::start_position()));
}

TEST_CASE("a small budget gives up instead of guessing") {
    const mate::Analysis answer = mate::can_mate(chess::start_position(), Side::white, {10});
    CHECK(answer.verdict == mate::Verdict::undetermined);
    CHECK(answer.line.empty());
}

TEST_CASE("walls of pawns and bishops are dead, and not only bare material (5.2.2)") {
    CHECK(mate::dead(position("8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1")));
    CHECK(mate::dead(position("8/8/4p3/1b1pPp1k/p1pP1Pp1/P1P1K1P1/8/2B5 b - - 95 105")));
    // The same wall without its end: a king can get through.
    CHECK_FALSE(mate::dead(position("8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1")));
}

TEST_CASE("wherever the clock may fall in a shipped game, it is decided, both ways") {
    std::size_t positions = 0;
    for (const char* file : {"classics.pgn", "incidents.pgn"}) {
        std::ifstream in(test::test_data(file));
        const std::string games{std::istreambuf_iterator<char>(in), {}};
        chess::PgnReader reader(games);
        chess::PgnGame game;
        while (reader.read_into(game) == chess::PgnReader::Read::game) {
            Position p = game.start;
            for (const chess::PgnMove& move : game.moves) {
                p = chess::after(p, move.move);
                if (++positions % 5 == 0) check_decided(p);
            }
        }
    }
    CHECK(positions > 1'000);
}

TEST_CASE("every game lost on time in the sample is decided, both ways") {
    std::ifstream in(test::shared_data("games/lichess_2025-05_sample.pgn"));
    const std::string games{std::istreambuf_iterator<char>(in), {}};
    if (games.empty()) {
        WARN("skipped: the sample games are not here");
        return;
    }
    chess::PgnReader reader(games);
    chess::PgnGame game;
    int forfeits = 0;
    while (reader.read_into(game) == chess::PgnReader::Read::game) {
        if (game.tag("Termination") != "Time forfeit") continue;
        Position p = game.start;
        for (const chess::PgnMove& move : game.moves) p = chess::after(p, move.move);
        ++forfeits;
        check_decided(p);
    }
    CHECK(forfeits == 34);
}

TEST_CASE("castling and en passant are part of the question") {
    // Only exf6 en passant frees White from stalemate in one.
    const Position passing = position("8/8/8/4Pp2/8/7k/5p2/7K w - f6 0 2");
    CHECK(mate::can_mate(passing, Side::white).verdict == mate::Verdict::winnable);
    const Position castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(mate::can_mate(castling, Side::white).verdict == mate::Verdict::winnable);
}

// Every way to answer "budget" at some point: this one examines about 18,000 positions.
constexpr const char* long_one = "8/1p2k3/bPp5/BpP3K1/1P6/8/1P6/8 w - - 0 1";

TEST_CASE("the budget is kept") {
    for (const std::uint64_t nodes : {0, 1, 69, 71, 399, 401, 5'000}) {
        const mate::Analysis answer = mate::can_mate(position(long_one), Side::white, {nodes});
        CHECK(answer.verdict == mate::Verdict::undetermined);
        CHECK(answer.method == "budget");
        CHECK(answer.nodes <= nodes);
    }
}

TEST_CASE("a time that is up ends the search, undetermined") {
    const auto always = [] { return true; };
    const mate::Analysis answer =
        mate::can_mate(position(long_one), Side::white, {.nodes = 400'000, .expired = always});
    CHECK(answer.verdict == mate::Verdict::undetermined);
    CHECK(answer.nodes < 30'000);
}

TEST_CASE("a greater budget never changes a verdict") {
    const Table table("mate");
    for (const Row& row : table.rows()) {
        INFO(row["fen"]);
        const Position p = position(row["fen"]);
        for (const std::uint64_t nodes : {1, 20, 100, 500, 2'000, 10'000}) {
            const mate::Verdict verdict = mate::can_mate(p, winner_of(row), {nodes}).verdict;
            if (verdict != mate::Verdict::undetermined)
                CHECK(mate::name(verdict) == row["expected"]);
        }
    }
}

TEST_CASE("walls that open by a sacrifice are winnable") {
    // Each has a mating line that programs with a shortcut in their proofs miss.
    for (const char* fen : {
             "b2n2k1/2p2p1b/2p2Pp1/1pKp1pP1/1P1P1P2/8/5B2/2B1B1B1 b - - 0 1",
             "3b1b2/8/3pp3/1k1p4/1p1K1p1p/bP1P1P1P/8/1B6 w - - 0 1",
             "8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - - 0 1",
             "6B1/8/3k4/p1p1p1pB/P1P1P1P1/pp6/1p6/1K2b1b1 b - - 0 1",
             "6kB/p3p1P1/2p3P1/p7/8/4P3/PKP5/8 w - - 0 1",
         }) {
        INFO(fen);
        const mate::Analysis answer = mate::can_mate(position(fen), Side::white);
        CHECK(answer.verdict == mate::Verdict::winnable);
        CHECK(mates(position(fen), Side::white, answer.line));
    }
}

TEST_CASE("dead positions with trapped knights and kings are dead (5.2.2)") {
    CHECK(mate::dead(position("N1N1N1N1/PpPpPpPp/1P1P1P1P/8/8/4k3/8/4K3 w - - 0 1")));
    CHECK(mate::dead(position("k7/p1p1p3/8/8/8/P1P1P1p1/6Pp/7K w - - 0 1")));
}
