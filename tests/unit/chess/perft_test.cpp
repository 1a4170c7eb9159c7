// Counts of leaf positions, which agree with other programs' only if every rule is right.
#include "common/chess/movegen.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall::chess;
using test::position_of;

namespace {

constexpr std::uint64_t slow_from = 20'000'000;

std::uint64_t walk(const Position& position, int depth) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    for (const Move move : legal_moves(position)) nodes += walk(after(position, move), depth - 1);
    return nodes;
}

void check_table(bool slow) {
    const test::Table table("perft");
    for (const test::Row& row : table.rows()) {
        const std::uint64_t nodes = std::stoull(row["nodes"]);
        if ((nodes > slow_from) != slow) continue;
        INFO(row.line());
        const Position position = position_of(row["fen"], row.variant());
        CHECK(perft(position, row.number("depth")) == nodes);
    }
}

}  // namespace

TEST_CASE("perft of the tables", "[perft]") { check_table(false); }

TEST_CASE("deep perft of the tables", "[.slow]") { check_table(true); }

TEST_CASE("perft of well-known positions", "[perft]") {
    CHECK(perft(start_position(), 0) == 1);
    CHECK(perft(start_position(), 1) == 20);
    CHECK(perft(start_position(), 5) == 4865609);
    const Position kiwipete =
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    CHECK(perft(kiwipete, 4) == 4085603);
}

TEST_CASE("counting the last ply agrees with making it", "[perft]") {
    for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"}) {
        const Position position = position_of(fen);
        for (int depth = 1; depth <= 3; ++depth)
            CHECK(walk(position, depth) == perft(position, depth));
    }
}
