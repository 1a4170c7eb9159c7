// Touch-move: the moves to which touched pieces bind (4.3 to 4.5).
#include "arbiterd/game/laws/touch.hpp"

#include <algorithm>

#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

struct Bound {
    std::string moves;  // UCI, sorted
    std::string article;
    bool binds = false;
};

Bound bound(const std::string& fen, const std::string& squares, bool rook_first = false) {
    const auto position = chess::parse_position(fen, chess::Variant::chess);
    REQUIRE(position.has_value());
    const auto touched = game::squares_from(squares);
    REQUIRE(touched.has_value());
    const game::Obligation found = game::touch_obligation(*position, *touched, rook_first);
    std::vector<std::string> all;
    for (const chess::Move move : found.moves) all.push_back(chess::uci(*position, move));
    std::ranges::sort(all);
    Bound result{.moves = {}, .article = std::string(found.article), .binds = found.binds};
    for (const std::string& uci : all) result.moves += (result.moves.empty() ? "" : " ") + uci;
    return result;
}

void check(const Bound& is, const std::string& moves, const std::string& article) {
    CHECK(is.moves == moves);
    CHECK(is.article == article);
    CHECK(is.binds);
}

constexpr const char* castles = "4k3/8/8/8/8/8/7P/R3K2R w KQ - 0 1";

}  // namespace

TEST_CASE("the first own piece touched that can move must move (4.3.1)", "[touch]") {
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(bound(start, "g1 e2"), "g1f3 g1h3", "4.3.1");
    check(bound(start, "a1 e2 g1"), "e2e3 e2e4", "4.3.1");  // the rook cannot move
}

TEST_CASE("a pinned piece touched first cannot move: the next one must (4.3.1)", "[touch]") {
    check(bound("4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", "e2 a2"), "a2a3 a2a4", "4.3.1");
}

TEST_CASE("the first opposing piece touched that can be taken must be taken (4.3.2)", "[touch]") {
    const std::string fen = "4k3/8/8/r2b4/4P3/8/8/R3K3 w - - 0 1";
    check(bound(fen, "d5 a5"), "e4d5", "4.3.2");
    check(bound(fen, "e8 a5"), "a1a5", "4.3.2");
    // The pawn that may be captured en passant is touched on its own square.
    check(bound("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5"), "e5d6", "4.3.2");
}

TEST_CASE("one piece of each colour: take the one with the other (4.3.3)", "[touch]") {
    const std::string fen = "4k3/8/8/r2b4/4P3/8/8/R3K3 w - - 0 1";
    check(bound(fen, "d5 e4"), "e4d5", "4.3.3");
    check(bound(fen, "a1 a5"), "a1a5", "4.3.3");
    // Not possible: the first of them that can be moved or captured.
    check(bound(fen, "d5 a1"), "e4d5", "4.3.3");
    check(bound(fen, "e4 a5"), "e4d5 e4e5", "4.3.3");
}

TEST_CASE("king and rook touched: castling on that side (4.4.1)", "[touch]") {
    check(bound(castles, "e1 h1"), "e1g1", "4.4.1");
    check(bound(castles, "e1 a1"), "e1c1", "4.4.1");
}

TEST_CASE("the rook touched before the king: no castling on that side (4.4.2)", "[touch]") {
    check(bound(castles, "h1 e1"), "h1f1 h1g1", "4.4.2");
    // The rook cannot move: the king must, and may still castle on the other side.
    check(bound("4k3/8/8/8/8/8/7P/R3KN1R w Q - 0 1", "e1"),
          "e1c1 e1d1 e1d2 e1e2 e1f2", "4.3.1");
    check(bound(castles, "h1 e1", true), "e1g1", "4.4.1");  // US 10I2
}

TEST_CASE("where castling is the only legal move, the rook first binds to none (4.4.2, 4.5)",
          "[touch][regress]") {
    const auto position = chess::parse_position("4r2k/8/8/8/8/6p1/6P1/5KRB w G - 0 1",
                                                chess::Variant::chess960);
    REQUIRE(position.has_value());
    const game::Obligation found =
        game::touch_obligation(*position, *game::squares_from("g1 f1"), false);
    REQUIRE(found.moves.size() == 1);
    CHECK(found.moves.front().is_castling());
    CHECK(!found.binds);
}

TEST_CASE("castling turns out illegal: another king move, the other side too (4.4.3)",
          "[touch]") {
    // f1 is attacked: not short, but long.
    check(bound("4kr2/8/8/8/8/8/7P/R3K2R w KQ - 0 1", "e1 h1"), "e1c1 e1d1 e1d2 e1e2", "4.4.3");
    // The king cannot move at all: any move.
    const Bound any = bound("4k3/8/8/8/8/8/P2PPP1P/3QKB1R w K - 0 1", "e1 h1");
    CHECK(!any.binds);
    CHECK(any.article == "4.4.3");
    CHECK(any.moves.find("a2a4") != std::string::npos);
}

TEST_CASE("nothing touched can be moved or taken: any legal move (4.5)", "[touch]") {
    const Bound any =
        bound("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1 c1 d7");
    CHECK(!any.binds);
    CHECK(any.article == "4.5");
    CHECK(any.moves.size() == 20 * 5 - 1);
}

TEST_CASE("squares are read in their order, and nothing else is", "[touch]") {
    CHECK(game::squares_from("e1, h1") == std::vector<chess::Square>{4, 7});
    for (const char* wrong : {"", " ", "e9", "e1h1", "K", "e1 x"}) {
        INFO(wrong);
        CHECK(!game::squares_from(wrong));
    }
}

TEST_CASE("a written move shows what was touched, when it names its piece (4.3)", "[touch]") {
    const chess::Position start = chess::start_position();
    const auto text = [&](const char* move) {
        return game::squares_text(game::touched_by(start, move));
    };
    CHECK(text("g1g3") == "g1");
    CHECK(text("a1-a7") == "a1 a7");
    CHECK(text("a1xa7") == "a1 a7");
    CHECK(text("e5e6").empty());  // none of this player's pieces is there
    CHECK(text("Ke3").empty());
    const auto said = [&](const char* move) {
        return game::squares_text(game::announced_piece(start, move));
    };
    CHECK(said("Ke3") == "e1");
    CHECK(said("e5") == "e2");
    CHECK(said("Nd5").empty());  // there are two
    CHECK(said("0-0") == "e1");
    CHECK(said("").empty());
}
