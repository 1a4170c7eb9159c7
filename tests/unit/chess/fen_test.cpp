// Reads and writes FEN, and the reasons for refusing one.
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall::chess;
using test::position_of;

namespace {

constexpr const char* start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The reasons why a FEN is refused, as text; "valid" if it is not.
std::string verdict(const std::string& fen, Variant variant = Variant::chess) {
    const auto position = parse_position(fen, variant);
    return position ? "valid" : text(position.error());
}

}  // namespace

TEST_CASE("FENs of the tables", "[fen]") {
    const test::Table table("fen");
    for (const test::Row& row : table.rows()) {
        INFO(row.line());
        const auto position = parse_position(row["fen"], row.variant());
        INFO(verdict(row["fen"], row.variant()));
        CHECK(position.has_value() == (row["expected"] == "valid"));
        if (!position) continue;
        if (!row["normalised_fen"].empty())
            CHECK(fen(*position, FenStyle::shredder) == row["normalised_fen"]);
        CHECK(parse_position(fen(*position), row.variant()) == position);
    }
}

TEST_CASE("a FEN has six fields and eight ranks", "[fen]") {
    CHECK(verdict(start_fen) == "valid");
    CHECK(verdict("") == "missing-fields, extra-fields");
    CHECK(verdict("8/8/8/8/8/8/8/8 w -") == "missing-fields");
    CHECK(verdict(std::string(start_fen) + " x") == "extra-fields");
    CHECK(verdict(std::string(start_fen) + " ") == "extra-fields");
    CHECK(verdict("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1") == "malformed-board");
    CHECK(verdict("9/8/8/8/8/8/8/8 w - - 0 1") == "malformed-board");
    CHECK(verdict("44/8/8/8/8/8/8/8 w - - 0 1") == "malformed-board");
    CHECK(verdict("k7/8/8/8/8/8/8/K7/8 w - - 0 1") == "malformed-board");
    CHECK(verdict("k7/8/8/8/8/8/8/Kp7 w - - 0 1") == "malformed-board");
}

TEST_CASE("what a field of a FEN may say", "[fen]") {
    CHECK(verdict("k7/8/8/8/8/8/8/K7 W - - 0 1") == "malformed-side");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w KZ - 0 1") == "malformed-castling, castling-rights");
    CHECK(verdict("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1") == "malformed-castling");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w - e9 0 1") == "malformed-en-passant");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w - - -1 1") == "malformed-counter");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w - - 0 1x") == "malformed-counter");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w - - 10000 1") == "counter-out-of-range");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w - - 99999999999999999999 1") == "counter-out-of-range");
    CHECK(verdict("k7/8/8/8/8/8/8/K7 w - - 0 0") == "counter-out-of-range");
}

TEST_CASE("every refusal has its name", "[fen]") {
    CHECK(verdict("k7/8/8/8/8/8/8/8 w - - 0 1") == "missing-king");
    CHECK(verdict("k7/8/8/8/8/8/8/KK6 w - - 0 1") == "too-many-kings");
    CHECK(verdict("k7/p7/pppppppp/8/8/8/8/K7 w - - 0 1") == "too-many-pawns");
    CHECK(verdict("k7/8/nnnnnnnn/nnnnnnnn/8/8/8/K7 w - - 0 1") == "too-many-pieces");
    CHECK(verdict("k6P/8/8/8/8/8/8/K7 w - - 0 1") == "pawn-on-last-rank");
    CHECK(verdict("k7/8/8/8/8/8/8/R6K w - - 0 1") == "side-not-to-move-in-check");
    CHECK(verdict("8/8/8/8/8/8/kK6/8 w - - 0 1") == "side-not-to-move-in-check");
    CHECK(verdict("r3k2r/8/8/8/8/8/8/R3K2R w KQkq e6 0 1") == "en-passant");
    CHECK(verdict("P7/8/8/8/8/8/8/8 w K e3 0 0") == "counter-out-of-range, castling-rights");
}

TEST_CASE("several reasons are reported together", "[fen]") {
    const auto position = parse_position("k6P/8/8/8/8/8/8/KK5R w - - 0 1", Variant::chess);
    REQUIRE_FALSE(position.has_value());
    CHECK(position.error().has(SetupError::pawn_on_last_rank));
    CHECK(position.error().has(SetupError::too_many_kings));
    CHECK_FALSE(position.error().has(SetupError::castling_rights));
}

TEST_CASE("castling rights in chess need orthodox squares", "[fen]") {
    const char* shifted = "1k5r/8/8/8/8/8/8/1K5R w Kk - 0 1";
    CHECK(verdict(shifted) == "castling-rights");
    CHECK(verdict(shifted, Variant::chess960) == "valid");
    CHECK(verdict("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1") == "castling-rights");
    CHECK(verdict("4k3/8/8/8/8/8/8/4K2R w Q - 0 1") == "castling-rights");
    CHECK(verdict("4k3/8/8/8/8/8/8/4K2R w H - 0 1") == "valid");
    CHECK(verdict("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", Variant::chess960) == "castling-rights");
    CHECK(verdict("4k3/8/8/8/8/8/4K3/7R w H - 0 1", Variant::chess960) == "castling-rights");
}

TEST_CASE("KQkq name the outermost rook, a file letter the inner one", "[fen]") {
    const Position outer = position_of("r2r3k/7p/8/8/8/8/8/RR2K1RR w KQ - 0 1", Variant::chess960);
    CHECK(outer.castling_rook(flagfall::Side::white, Wing::king_side) == 7);
    CHECK(outer.castling_rook(flagfall::Side::white, Wing::queen_side) == 0);
    CHECK(outer.castling_rook(flagfall::Side::black, Wing::queen_side) == no_square);
    CHECK(fen(outer) == "r2r3k/7p/8/8/8/8/8/RR2K1RR w KQ - 0 1");
    CHECK(fen(outer, FenStyle::shredder) == "r2r3k/7p/8/8/8/8/8/RR2K1RR w HA - 0 1");
    const Position inner = position_of("r2r3k/7p/8/8/8/8/8/RR2K1RR w GB - 0 1", Variant::chess960);
    CHECK(inner.castling_rook(flagfall::Side::white, Wing::king_side) == 6);
    CHECK(fen(inner) == "r2r3k/7p/8/8/8/8/8/RR2K1RR w GB - 0 1");
}

TEST_CASE("what can only be Chess960", "[fen]") {
    CHECK_FALSE(only_chess960(start_fen));
    CHECK_FALSE(only_chess960("nonsense"));
    CHECK_FALSE(only_chess960("1k5r/8/8/8/8/8/8/1K5R w - - 0 1"));
    CHECK(only_chess960("1k5r/8/8/8/8/8/8/1K5R w Kk - 0 1"));
    CHECK(only_chess960("4k2r/8/8/8/8/8/8/4K1R1 w Kk - 0 1"));
    CHECK(only_chess960("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"));
}

TEST_CASE("the en passant square is kept only if a capture is legal", "[fen]") {
    CHECK(position_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").en_passant() == no_square);
    CHECK(position_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").en_passant() == 20);
    // The capture would open the rank to the king.
    CHECK(position_of("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").en_passant() == no_square);
    CHECK(fen(position_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")) ==
          "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
}

TEST_CASE("an impossible double step is refused", "[fen]") {
    CHECK(verdict("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1") == "en-passant");  // square taken
    CHECK(verdict("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1") == "en-passant");  // origin taken
    CHECK(verdict("4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1") == "en-passant");    // no such pawn
    CHECK(verdict("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1") == "en-passant");    // wrong side
    // Black was in check already before the pawn moved.
    CHECK(verdict("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1") == "en-passant");
}

TEST_CASE("a Setup made by hand is judged like a FEN", "[fen]") {
    Setup setup = start_position().setup();
    CHECK(Position::from(setup) == start_position());
    setup.halfmove_clock = 10000;
    setup.en_passant = 200;
    const auto position = Position::from(setup);
    REQUIRE_FALSE(position.has_value());
    CHECK(text(position.error()) == "counter-out-of-range, en-passant");
    CHECK(names(position.error()).size() == 2);
}

TEST_CASE("the counters of a FEN stay at their last number, so that it can be read again",
          "[fen][regress]") {
    const auto before = position_of("7k/4p3/8/8/8/8/4P3/7K b - - 9999 9999");
    const Position next = after(before, *parse_san(before, "Kg7"));
    CHECK(fen(next) == "8/4p1k1/8/8/8/8/4P3/7K w - - 9999 9999");
    CHECK(parse_position(fen(next), Variant::chess) == next);
    CHECK(after(next, *parse_san(next, "e4")).halfmove_clock() == 0);
}
