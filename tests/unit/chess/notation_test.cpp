// SAN and UCI, read and written.
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall::chess;
using test::position_of;

namespace {

// The result of reading a text: UCI of the move, or the name of the error.
std::string read(const Position& position, const std::string& text) {
    const auto move = parse_san(position, text);
    return move ? uci(position, *move) : std::string(name(move.error()));
}
std::string read_uci(const Position& position, const std::string& text) {
    const auto move = parse_uci(position, text);
    return move ? uci(position, *move) : std::string(name(move.error()));
}

std::string expected_of(const test::Row& row) {
    return row["expected"] == "syntax" ? "malformed" : row["expected"];
}

}  // namespace

TEST_CASE("SAN of the tables", "[san]") {
    const test::Table table("san");
    for (const test::Row& row : table.rows()) {
        INFO(row.line());
        const Position position = position_of(row["fen"], row.variant());
        CHECK(read(position, row["text"]) == expected_of(row));
        const auto move = parse_san(position, row["text"]);
        if (!move) continue;
        CHECK(san(position, *move) == row["canonical_san"]);
        CHECK(parse_san(position, row["canonical_san"]) == move);
        CHECK(parse_san(position, laws_notation(position, *move)) == move);
    }
}

TEST_CASE("UCI of the tables", "[uci]") {
    const test::Table table("uci");
    for (const test::Row& row : table.rows()) {
        INFO(row.line());
        const Position position = position_of(row["fen"], row.variant());
        std::string expected = expected_of(row);
        if (expected.starts_with("may:")) expected.erase(0, 4);
        CHECK(read_uci(position, row["text"]) == expected);
    }
}

TEST_CASE("castling is written and read as the variant wants", "[uci]") {
    const char* fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const Position chess = position_of(fen);
    CHECK(read_uci(chess, "e1g1") == "e1g1");
    CHECK(read_uci(chess, "e1c1") == "e1c1");
    CHECK(read(chess, "O-O") == "e1g1");
    // Devices that know Chess960 write every castling this way.
    CHECK(read_uci(chess, "e1h1") == "e1g1");
    CHECK(read_uci(chess, "e1a1") == "e1c1");
    CHECK(read(chess, "e1h1") == "e1g1");
    const Position barred = position_of("r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1");
    CHECK(read_uci(barred, "e1h1") == "illegal");
    CHECK(read_uci(position_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "e1h1") == "illegal");
    const Position chess960 = position_of(fen, Variant::chess960);
    CHECK(read_uci(chess960, "e1h1") == "e1h1");
    CHECK(read_uci(chess960, "e1g1") == "illegal");
    CHECK(read(chess960, "O-O-O") == "e1a1");
}

TEST_CASE("a king step and castling on the same squares stay apart", "[uci]") {
    const Position position = position_of("1k6/8/8/8/8/8/8/R1K4R w HA - 0 1", Variant::chess960);
    CHECK(san(position, *parse_uci(position, "c1b1")) == "Kb1");
    CHECK(san(position, *parse_uci(position, "c1a1")) == "O-O-O");
    CHECK(san(position, *parse_uci(position, "c1h1")) == "O-O");
    CHECK(read(position, "Ka1") == "illegal");
}

TEST_CASE("a king takes an enemy rook that may castle", "[uci]") {
    const Position position = position_of("1k5r/6K1/8/8/8/8/8/8 w k - 0 1", Variant::chess960);
    const auto move = parse_uci(position, "g7h8");
    REQUIRE(move.has_value());
    CHECK(san(position, *move) == "Kxh8");
    CHECK(after(position, *move).castling_rooks() == 0);
}

TEST_CASE("disambiguation: file, else rank, else square, among legal moves only", "[san]") {
    const auto written = [](const char* fen, const char* move) {
        const Position position = position_of(fen);
        return san(position, *parse_uci(position, move));
    };
    CHECK(written("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "a1b1") == "Rb1");
    CHECK(written("4k3/8/8/8/8/8/3K4/R6R w - - 0 1", "a1d1") == "Rad1");
    CHECK(written("R7/4k3/8/8/8/8/8/R2K4 w - - 0 1", "a1a4") == "R1a4");
    CHECK(written("8/7k/8/2Q1Q3/8/2Q5/8/3K4 w - - 0 1", "c5d4") == "Qc5d4");
    CHECK(written("8/7k/8/2Q1Q3/8/2Q5/8/3K4 w - - 0 1", "e5d4") == "Qed4");
    CHECK(written("8/7k/8/2Q1Q3/8/2Q5/8/3K4 w - - 0 1", "c3d4") == "Q3d4");
    // The twin on c3 is pinned by the bishop.
    CHECK(written("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2") == "Ne2");
}

TEST_CASE("forms of one move", "[san]") {
    const Position position = position_of("4k3/2P5/8/8/3p4/8/4P3/R3K2R w KQ - 0 1");
    for (const char* text : {"c8=Q+", "c8Q", "c8(Q)", "c8/Q", "c8=q", "c7c8q", "c7-c8=Q+", "c8=Q††",
                             "c8Q‡!?", "Pc8=Q", "c8=Q(=)"})
        CHECK(read(position, text) == "c7c8q");
    for (const char* text : {"c8", "c8+", "c7c8", "c8=K", "c8=P", "c8(=)", "c7c8k"})
        CHECK(read(position, text) == "illegal");
    for (const char* text : {"c8=", "c8(Q", "c8()", "c8=QQ", "c8=Q+#", "c8=Q!?!", "8", "=Q",
                             "c8 Q"})
        CHECK(read(position, text) == "malformed");
    for (const char* text : {"O-O", "0-0", "o-o", "OO", "00", "0-0+", "O–O", "О-О"})
        CHECK(read(position, text) == "e1g1");
    for (const char* text : {"O-O-O", "0-0-0", "000", "OOO!"})
        CHECK(read(position, text) == "e1c1");
    for (const char* text : {"O", "O-", "O-O-", "OO-O", "O-OO", "O-O-O-O", "0-1", "O-O e.p."})
        CHECK(read(position, text) == "malformed");
    for (const char* text : {"--", "Z0", "0000", "@@@@"}) CHECK(read(position, text) == "illegal");
}

TEST_CASE("e.p. must be true when it is written", "[san]") {
    const Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    CHECK(read(position, "exd6") == "e5d6");
    CHECK(read(position, "exd6 e.p.") == "e5d6");
    CHECK(read(position, "exd6e.p.+") == "e5d6");
    CHECK(read(position, "exd") == "e5d6");
    CHECK(read(position, "e6 e.p.") == "illegal");
    CHECK(laws_notation(position, *parse_san(position, "exd6")) == "exd6 e.p.");
}

TEST_CASE("notation of the Laws", "[san]") {
    const auto laws = [](const char* fen, const char* move) {
        const Position position = position_of(fen);
        return laws_notation(position, *parse_uci(position, move));
    };
    CHECK(laws("4k3/2P5/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "0-0");
    CHECK(laws("4k3/2P5/8/8/8/8/8/4K2R w K - 0 1", "c7c8q") == "c8Q+");
    CHECK(laws("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7") == "Qg7++");
}

TEST_CASE("short captures need exactly one capture", "[san]") {
    const Position two = position_of("4k3/8/8/2p1p3/3P4/2p5/3P4/4K3 w - - 0 1");
    CHECK(read(two, "dxe") == "d4e5");
    CHECK(read(two, "dxc") == "ambiguous");
    CHECK(read(two, "exd") == "malformed");
}

TEST_CASE("coordinates name a move of any man", "[san]") {
    const Position& start = start_position();
    CHECK(read(start, "g1f3") == "g1f3");
    CHECK(read(start, "g1-f3") == "g1f3");
    CHECK(read(start, "g1xf3") == "illegal");  // with x only pawns need no letter
    CHECK(read(start, "e2e5") == "illegal");
    CHECK(read(start, "e5e6") == "illegal");
    const Position castle = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(read(castle, "e1g1") == "e1g1");
    CHECK(read(castle, "Ke1g1") == "illegal");
    CHECK(read(castle, "Kh1") == "illegal");
}

TEST_CASE("the longest texts fit", "[san]") {
    const Position position = position_of("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    const Move move = *parse_uci(position, "e7d8q");
    CHECK(san(position, move) == "exd8=Q+");
    CHECK(laws_notation(position, move) == "exd8Q+");
    CHECK(square_name(63) == "h8");
}
