#include "common/mate/wall.hpp"

#include "common/chess/movegen.hpp"
#include "tests/unit/mate/support.hpp"

using namespace flagfall;
using chess::Position;
using test::position;

namespace {

bool walled(const std::string& fen, Side winner) {
    return mate::find_wall(position(fen), winner).has_value();
}

// Plays on for some plies, each time another way: nothing may leave the wall.
int outside(const mate::Wall& wall, Position p, unsigned seed, int plies) {
    int left = 0;
    for (int ply = 0; ply < plies; ++ply) {
        const chess::MoveList moves = chess::legal_moves(p);
        if (moves.empty()) break;
        seed = seed * 1664525 + 1013904223;
        p = chess::after(p, moves[(seed >> 8) % moves.size()]);
        if (p.en_passant() == chess::no_square && !covers(wall, p)) ++left;
    }
    return left;
}

}  // namespace

TEST_CASE("a chain of locked pawns is a wall for both sides") {
    const std::string fen = "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1";
    for (const Side winner : {Side::white, Side::black}) {
        const auto wall = mate::find_wall(position(fen), winner);
        REQUIRE(wall.has_value());
        CHECK(covers(*wall, position(fen)));
        // The kings never meet; the chain is not covered if one of its pawns is missing.
        CHECK(covers(*wall, position("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 b - - 7 9")));
        CHECK_FALSE(covers(*wall, position("4k3/8/8/p1p1p3/P1P1P1P1/8/8/K7 b - - 7 9")));
        for (unsigned seed = 0; seed < 20; ++seed)
            CHECK(outside(*wall, position(fen), seed, 100) == 0);
    }
}

TEST_CASE("no wall where a king gets through, a pawn is free or a bishop takes") {
    for (const char* fen : {
             "8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1",       // round the end of the chain
             "8/8/4k3/p1p1p1p1/P1P1P1P1/7P/4K3/8 w - - 0 1",  // a pawn that runs
             "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/2B5 w - - 0 1",  // Black's pawns fall to the bishop
         }) {
        INFO(fen);
        CHECK_FALSE(walled(fen, Side::white));
    }
}

TEST_CASE("a wall knows nothing of castling, and of a legal en passant capture") {
    CHECK_FALSE(walled("8/4k3/8/p1p1pPp1/P1P1P1P1/8/4K3/8 w - g6 0 2", Side::white));
    CHECK_FALSE(walled("4k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w k - 0 1", Side::black));
}

TEST_CASE("a lock holds as long as its pawn lives") {
    // The pawn on b3 may fall to the king; until then b2 keeps it where it is.
    const std::string fen = "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 b - - 0 1";
    const auto wall = mate::find_wall(position(fen), Side::white);
    REQUIRE(wall.has_value());
    CHECK(wall->locked[Side::black] == chess::bit(chess::square_at(1, 2)));
    CHECK(covers(*wall, position("1k6/1P1p1b2/BP1Pp1p1/1P2P1P1/8/PKB5/1P1B4/8 b - - 0 3")));
    CHECK_FALSE(covers(*wall, position("1k6/1P1p1b2/BP1Pp1p1/1P2P1P1/1P6/PpB5/3B4/K7 b - - 0 3")));
    for (unsigned seed = 0; seed < 50; ++seed)
        CHECK(outside(*wall, position(fen), seed, 200) == 0);
}

TEST_CASE("a king who cannot move does not hide behind himself") {
    // Checkmate by the rook on c8: e8 is behind the king on its line.
    CHECK_FALSE(walled("RBRk4/PPPp4/3P4/8/8/5p1p/5P1P/6BK b - - 0 1", Side::white));
}
