#include "common/mate/mate.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>

#include "common/chess/movegen.hpp"
#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using chess::Position;

namespace {

Position position(const std::string& fen) {
    const auto parsed = chess::parse_position(fen, chess::Variant::chess);
    REQUIRE(parsed.has_value());
    return *parsed;
}

std::vector<std::vector<std::string>> rows(const char* file) {
    std::ifstream in(std::string(FLAGFALL_SHARED_DATA) + "/" + file);
    std::vector<std::vector<std::string>> all;
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        auto& row = all.emplace_back();
        for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    }
    if (!all.empty())
        all.erase(all.begin());
    else
        WARN(file << " is not here: nothing compared");
    return all;
}

bool mates(Position p, Side winner, const std::vector<chess::Move>& line) {
    for (const chess::Move move : line) {
        if (!chess::is_legal(p, move)) return false;
        p = chess::after(p, move);
    }
    return chess::ending(p) == chess::Ending::checkmate && p.side_to_move() == other(winner);
}

}  // namespace

TEST_CASE("bare material is exact for every set of pieces in the data") {
    for (const auto& row : rows("draw_material_public.tsv")) {
        const Position p = position(row.at(0));
        INFO(row.at(0));
        CHECK(mate::cannot_mate_by_material(p, Side::white) == (row.at(1) == "1"));
        CHECK(mate::cannot_mate_by_material(p, Side::black) == (row.at(2) == "1"));
        CHECK(mate::dead_by_material(p) == (row.at(3) == "1"));
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

TEST_CASE("no verdict on the public mating questions is wrong") {
    int decided = 0;
    int asked = 0;
    for (const auto& row : rows("mate_public.tsv")) {
        const Position p = position(row.at(0));
        const Side winner = row.at(1) == "w" ? Side::white : Side::black;
        const mate::Answer answer = mate::can_mate(p, winner);
        INFO(row.at(0) << " " << row.at(1) << ": " << answer.method);
        ++asked;
        if (answer.verdict == mate::Verdict::undetermined) continue;
        ++decided;
        CHECK(name(answer.verdict) == row.at(2));
        if (answer.verdict == mate::Verdict::winnable) CHECK(mates(p, winner, answer.line));
    }
    std::printf("mating questions decided: %d of %d\n", decided, asked);
    CHECK(decided * 100 >= asked * 95);
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
    const mate::Answer answer = mate::can_mate(chess::start_position(), Side::white, {10});
    CHECK(answer.verdict == mate::Verdict::undetermined);
    CHECK(answer.line.empty());
}

TEST_CASE("walls of pawns and bishops are dead, and not only bare material (5.2.2)") {
    CHECK(mate::dead(position("8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1")));
    CHECK(mate::dead(position("8/8/4p3/1b1pPp1k/p1pP1Pp1/P1P1K1P1/8/2B5 b - - 95 105")));
    // The same wall without its end: a king gets through.
    CHECK_FALSE(mate::dead(position("8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1")));
}

TEST_CASE("every game lost on time in the sample is decided, both ways") {
    std::ifstream in(std::string(FLAGFALL_SHARED_DATA) + "/games/lichess_2025-05_sample.pgn");
    std::ostringstream text;
    text << in.rdbuf();
    const std::string games = text.str();
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
        for (const Side side : {Side::white, Side::black}) {
            const mate::Answer answer = mate::can_mate(p, side);
            INFO(chess::fen(p) << " " << name(side));
            CHECK(answer.verdict != mate::Verdict::undetermined);
            if (answer.verdict == mate::Verdict::winnable) CHECK(mates(p, side, answer.line));
        }
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

TEST_CASE("the budget is kept") {
    for (const std::uint64_t nodes : {0, 1, 399, 401, 5'000}) {
        const mate::Answer answer = mate::can_mate(
            position("8/8/1k2p3/1p1pPp1p/bPpP1PpP/2P3P1/8/B4K2 b - - 17 72"), Side::white, {nodes});
        CHECK(answer.verdict == mate::Verdict::undetermined);
        CHECK(answer.nodes <= nodes);
    }
}
