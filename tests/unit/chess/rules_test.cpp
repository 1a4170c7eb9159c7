// The rules one by one, and properties that hold in every position.
#include <algorithm>
#include <random>
#include <set>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall::chess;
using test::position_of;

namespace {

bool can(const Position& position, const char* text) {
    return parse_uci(position, text).has_value();
}
bool can(const char* fen, const char* text, Variant variant = Variant::chess) {
    return can(position_of(fen, variant), text);
}
Position play(Position position, std::initializer_list<const char*> moves) {
    for (const char* text : moves) {
        INFO(text);
        const auto move = parse_uci(position, text);
        REQUIRE(move.has_value());
        position = after(position, *move);
    }
    return position;
}

// Positions of random games, the same in every run.
template <class Visit>
void visit_random_games(int games, Visit visit) {
    std::mt19937 random(42);
    const char* const starts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"};
    for (int game = 0; game < games; ++game)
        for (const char* fen : starts) {
            Position position = position_of(
                fen, only_chess960(fen) ? Variant::chess960 : Variant::chess);
            for (int ply = 0; ply < 80; ++ply) {
                visit(position);
                const MoveList moves = legal_moves(position);
                if (moves.empty()) break;
                position = after(position, moves[random() % moves.size()]);
            }
        }
}

}  // namespace

TEST_CASE("sets of squares", "[rules]") {
    std::mt19937_64 random(1);
    for (int round = 0; round < 1000; ++round) {
        const Bitboard set = random() & random();
        CHECK(count(set) == std::popcount(set));
        Bitboard again = 0;
        for (const Square square : squares(set)) again |= bit(square);
        CHECK(again == set);
    }
}

TEST_CASE("castling conditions (Laws 3.8.2)", "[rules]") {
    const char* free_board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    CHECK(can(free_board, "e1g1"));
    CHECK(can(free_board, "e1c1"));
    CHECK_FALSE(can("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1"));        // right gone
    CHECK_FALSE(can("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1g1"));         // bishop between
    CHECK_FALSE(can("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1"));         // knight on b1
    CHECK_FALSE(can("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "e1c1"));         // also the enemy's
    CHECK_FALSE(can("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1"));        // in check
    CHECK_FALSE(can("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1g1"));        // through check
    CHECK_FALSE(can("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "e1g1"));        // into check
    CHECK_FALSE(can("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "e1g1"));        // f1 hit by a pawn
    CHECK(can("4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1", "e1g1"));               // rook attacked: fine
    CHECK(can("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", "e1c1"));              // b1 attacked: fine
    CHECK_FALSE(can("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1", "e1c1"));
}

TEST_CASE("castling moves both men and drops both rights", "[rules]") {
    const Position next = play(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7"), {"e1g1"});
    CHECK(fen(next) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 7");
    CHECK(fen(play(next, {"e8c8"})) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 8");
}

TEST_CASE("rights are lost by moving or losing the rook, and do not come back", "[rules]") {
    const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(fen(play(position, {"a1a2"})) == "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1");
    CHECK(fen(play(position, {"a1a2", "e8e7", "a2a1", "e7e8"})) ==
          "r3k2r/8/8/8/8/8/8/R3K2R w K - 4 3");
    CHECK(fen(play(position, {"a1a8"})) == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    const Position promoting = position_of("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1");
    CHECK(fen(play(promoting, {"b7a8r"})) == "R3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST_CASE("Chess960 castling", "[rules]") {
    const auto can960 = [](const char* fen, const char* text) {
        return can(fen, text, Variant::chess960);
    };
    // The rook was the king's only shield against the queen.
    CHECK_FALSE(can960("5k2/8/8/8/8/8/8/qR1K3R w HB - 0 1", "d1b1"));
    CHECK(can960("5k2/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1b1"));
    // King stays, only the rook moves; and the other way round.
    CHECK(can960("k7/8/8/8/8/8/8/5RKR w HF - 0 1", "g1h1") == false);  // f1 is taken
    CHECK(can960("k7/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"));
    CHECK(can960("k7/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1"));
    // King and rook change places.
    CHECK(can960("k7/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"));
    const Position swapped =
        play(position_of("k7/8/8/8/8/8/8/5KR1 w G - 0 1", Variant::chess960), {"f1g1"});
    CHECK(fen(swapped) == "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
    // The other rook is in the way.
    CHECK_FALSE(can960("k7/8/8/8/8/8/8/1K1R2R1 w G - 0 1", "b1g1"));
    // Far castling through an attacked square.
    CHECK_FALSE(can960("k3r3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1"));
    CHECK(can960("k6r/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1"));
}

TEST_CASE("en passant and pins", "[rules]") {
    CHECK(can("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));
    CHECK_FALSE(can("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"));
    CHECK_FALSE(can("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6"));  // rank, both pawns leave
    CHECK_FALSE(can("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));  // file
    CHECK_FALSE(can("6kb/8/8/3pP3/8/2K5/8/8 w - d6 0 1", "e5d6"));   // diagonal
    CHECK(can("5bk1/8/8/3pP3/8/1K6/8/8 w - d6 0 1", "e5d6"));
    CHECK(can("1k6/8/b7/3pP3/8/8/8/5K2 w - - 0 1", "f1e1"));
    // The double step gives check and is taken.
    CHECK(can("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6"));
    // The pinned taker moves along its pin.
    CHECK(can("1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", "e5d6"));
}

TEST_CASE("the en passant right lasts one move", "[rules]") {
    const Position position =
        play(start_position(), {"e2e4", "a7a6", "e4e5", "d7d5"});
    CHECK(position.en_passant() == 43);
    CHECK(can(position, "e5d6"));
    CHECK_FALSE(can(play(position, {"h2h3", "h7h6"}), "e5d6"));
    CHECK(fen(play(position, {"e5d6"})) ==
          "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
}

TEST_CASE("promotion gives four moves and needs a piece", "[rules]") {
    const Position position = position_of("1n2k3/P7/8/8/8/8/8/4K3 w - - 5 9");
    std::set<std::string> seen;
    for (const Move move : legal_moves(position, bit(48), ~Bitboard{0}))
        seen.insert(uci(position, move));
    CHECK(seen == std::set<std::string>{"a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r",
                                        "a7b8b", "a7b8n"});
    CHECK_FALSE(is_legal(position, Move(48, 56)));
    CHECK(fen(play(position, {"a7b8n"})) == "1N2k3/8/8/8/8/8/8/4K3 b - - 0 9");
}

TEST_CASE("check must be met", "[rules]") {
    // Double check: only the king moves.
    const Position twice = position_of("4k3/8/8/8/8/5n2/8/R3K2r w - - 0 1");
    for (const Move move : legal_moves(twice)) CHECK(move.from() == 4);
    // A single check is answered by capturing, stepping between or moving away.
    const Position once = position_of("4k3/8/8/8/4r3/8/3B4/4K2N w - - 0 1");
    CHECK(can(once, "d2e3"));
    CHECK_FALSE(can(once, "d2c3"));
    // The king cannot move back along the line of the check.
    CHECK_FALSE(can("4k3/4r3/8/8/4K3/8/8/8 w - - 0 1", "e4e3"));
}

TEST_CASE("endings", "[rules]") {
    const auto end_of = [](const char* fen) { return ending(position_of(fen)); };
    CHECK(ending(start_position()) == Ending::none);
    CHECK(end_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1") == Ending::checkmate);
    CHECK(end_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1") == Ending::stalemate);
    CHECK(end_of("8/8/8/8/8/8/8/K1k5 b - - 0 1") == Ending::none);
    const Position mated = play(start_position(), {"f2f3", "e7e5", "g2g4", "d8h4"});
    CHECK(ending(mated) == Ending::checkmate);
    CHECK(in_check(mated));
    CHECK(count(mated.checkers()) == 1);
    CHECK_FALSE(has_legal_move(mated));
    CHECK(count_moves(mated) == 0);
}

TEST_CASE("every listed move is legal, and no other of all 16-bit values", "[rules]") {
    visit_random_games(1, [](const Position& position) {
        const MoveList moves = legal_moves(position);
        CHECK(count_moves(position) == moves.size());
        CHECK(has_legal_move(position) == !moves.empty());
        for (Square from = 0; from < 64; ++from)
            for (Square to = 0; to < 64; ++to) {
                std::vector<Move> candidates{Move(from, to), Move::en_passant(from, to),
                                             Move::castling(from, to)};
                for (const Kind kind : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen})
                    candidates.push_back(Move::promotion(from, to, kind));
                for (const Move move : candidates)
                    if (is_legal(position, move) != moves.contains(move))
                        FAIL(fen(position) << " " << int{from} << "-" << int{to});
            }
        CHECK_FALSE(is_legal(position, Move::none()));
    });
}

TEST_CASE("what the move leaves behind is what its FEN says", "[rules]") {
    visit_random_games(40, [](const Position& position) {
        // Key, rights and en passant were updated move by move; the FEN builds them again.
        const auto again = parse_position(fen(position), position.variant());
        if (again != position) FAIL(fen(position));
        if (again->key() != position.key()) FAIL(fen(position));
        const auto shredder =
            parse_position(fen(position, FenStyle::shredder), position.variant());
        if (shredder != position) FAIL(fen(position, FenStyle::shredder));
        if (Position::from(position.setup()) != position) FAIL(fen(position));
    });
    SUCCEED();
}

TEST_CASE("what is written can be read", "[san]") {
    visit_random_games(20, [](const Position& position) {
        std::set<std::string> seen;
        for (const Move move : legal_moves(position)) {
            const std::string text = san(position, move);
            if (parse_san(position, text) != move) FAIL(fen(position) << " " << text);
            if (!seen.insert(text).second) FAIL(fen(position) << " " << text << " twice");
            if (parse_uci(position, uci(position, move)) != move) FAIL(fen(position));
            if (parse_san(position, uci(position, move)) != move) FAIL(fen(position));
            if (parse_san(position, laws_notation(position, move)) != move) FAIL(fen(position));
            if (gives_check(position, move) != (text.find_first_of("+#") != text.npos))
                FAIL(fen(position) << " " << text);
        }
    });
    SUCCEED();
}

TEST_CASE("random text is refused without harm", "[san]") {
    std::mt19937 random(7);
    const std::string alphabet = "abcdefgh12345678NBRQKPxO0-=+#()/ .ep!?\xE2\x99\x94\x80\x93";
    const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    int read = 0;
    for (int round = 0; round < 200000; ++round) {
        std::string text(random() % 8, ' ');
        for (char& c : text) c = alphabet[random() % alphabet.size()];
        const auto move = parse_san(position, text);
        if (!move) continue;
        ++read;
        if (!is_legal(position, *move)) FAIL(text);
    }
    CHECK(read > 0);
}
