// The 960 starting positions (Guidelines II.2).
#include "common/chess/chess960.hpp"

#include <set>

#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::chess;

TEST_CASE("the 960 starting positions are as II.2 asks, each with its number") {
    std::set<std::string> all;
    for (std::uint32_t number = 0; number < chess960_positions; ++number) {
        const Position position = chess960_start(number);
        all.insert(fen(position));
        REQUIRE(chess960_number(position) == number);
        const Bitboard rooks = position.pieces(Side::white, Kind::rook);
        const Square king = position.king(Side::white);
        REQUIRE(count(rooks & (bit(king) - 1)) == 1);  // the king is between the rooks
        const Bitboard bishops = position.pieces(Side::white, Kind::bishop);
        REQUIRE(count(bishops & 0xAA) == 1);  // bishops on squares of both colours
        REQUIRE(position.castling_rooks() == position.pieces(Kind::rook));
    }
    CHECK(all.size() == 960);
    CHECK(fen(chess960_start(518)) == fen(start_position()));
    CHECK(chess960_number(start_position()) == 518);
    // As published: 0 and 959 are the first and the last.
    CHECK(fen(chess960_start(0)).starts_with("bbqnnrkr/"));
    CHECK(fen(chess960_start(959)).starts_with("rkrnnqbb/"));
}

TEST_CASE("other positions are none of the 960") {
    for (const char* text : {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
                             "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                             "rbnbknqr/pppppppp/8/8/8/8/PPPPPPPP/RBNBKNQR w KQkq - 0 1"}) {
        CHECK_FALSE(chess960_number(*parse_position(text, Variant::chess960)).has_value());
    }
}
