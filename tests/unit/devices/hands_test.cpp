// What single things mean at a board, and every order of lifting and putting down.
#include <algorithm>
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/chess/pgn_support.hpp"
#include "tests/unit/devices/hall_of_hands.hpp"

namespace flagfall::devices::test {
namespace {

using chess::Kind;
using chess::Piece;
using chess::Position;
using chess::Square;

constexpr Piece white(Kind kind) { return {Side::white, kind}; }
constexpr Piece black(Kind kind) { return {Side::black, kind}; }

Square sq(std::string_view name) {
    return chess::square_at(name[0] - 'a', name[1] - '1');
}

Position position_of(std::string_view fen) {
    const auto position = chess::parse_position(fen, chess::Variant::chess);
    REQUIRE(position.has_value());
    return *position;
}

// "e2 e4": the man is lifted and put down, half a second each.
void carry(Table& table, std::string_view from, std::string_view to) {
    const Piece man = table.hands.seen().at(sq(from));
    table.put(sq(from), {}, milliseconds(500));
    table.put(sq(to), man, milliseconds(500));
}

TEST_CASE("a move is made when the board has been still, at the instant of the last change") {
    Table table(chess::start_position());
    carry(table, "e2", "e4");
    const Instant put = table.now;
    table.pass(milliseconds(249));
    CHECK(table.count<Made>() == 0);
    table.pass(milliseconds(1));
    REQUIRE(table.line() == "e2e4");
    CHECK(table.last<Made>().at == put);
    CHECK(table.last<Made>().touched == "e2");
    CHECK_FALSE(table.hands.deadline().has_value());
}

TEST_CASE("in low time a look counts sooner") {
    Table table(chess::start_position());
    table.hands.low_time(true);
    carry(table, "e2", "e4");
    table.pass(milliseconds(100));
    CHECK(table.line() == "e2e4");
}

TEST_CASE("a rook that is moved before its king castles all the same") {
    Table table(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    carry(table, "h1", "f1");
    table.pass(seconds(2));
    CHECK(table.line() == "h1f1");
    carry(table, "e1", "g1");
    table.press(Side::white);
    table.pass(seconds(5));
    CHECK(table.line() == "e1g1");
    CHECK(table.last<Made>().replaces);
    CHECK(table.count<Unlawful>() == 0);
}

TEST_CASE("an illegal move completed by a press is reported with its squares (7.5.1)") {
    Table table(chess::start_position());
    carry(table, "e1", "e3");
    table.pass(seconds(1));
    CHECK(table.acts.empty());  // nothing is illegal before the press
    table.press(Side::white);
    table.pass(seconds(2));
    REQUIRE(table.count<Unlawful>() == 1);
    CHECK(table.last<Unlawful>().uci == "e1e3");
    CHECK(table.last<Unlawful>().differs == (chess::bit(sq("e1")) | chess::bit(sq("e3"))));
    CHECK(table.count<Unmatched>() == 0);
    carry(table, "e3", "e1");
    table.pass(seconds(1));
    CHECK(table.count<Fits>() == 1);
    carry(table, "e2", "e4");
    table.press(Side::white);
    table.pass(seconds(1));
    CHECK(table.line() == "e2e4");
}

// Only whole moves have been made: the text of a legal one would be read as that.
TEST_CASE("half of castling or of a capture in passing is no legal move (7.5.1)", "[regress]") {
    const auto [fen, from, to] = GENERATE(values<std::array<std::string, 3>>(
        {{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1"},
         {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "c1"},
         {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "h1"},
         {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5", "d6"}}));
    CAPTURE(fen, to);
    Table table(position_of(fen));
    carry(table, from, to);
    table.pass(seconds(1));
    table.press(Side::white);
    table.pass(seconds(3));
    REQUIRE(table.count<Unlawful>() == 1);
    CHECK(table.last<Unlawful>().uci.empty());
    CHECK(table.line().empty());
}

TEST_CASE("a move that was corrected before the press is no illegal move") {
    Table table(chess::start_position());
    carry(table, "e1", "e3");
    carry(table, "e3", "e1");
    carry(table, "g1", "f3");
    table.press(Side::white);
    table.pass(seconds(2));
    CHECK(table.line() == "g1f3");
    CHECK(table.count<Unlawful>() + table.count<NoMove>() == 0);
}

TEST_CASE("a press without a move is reported, a second press is not (7.5.3)") {
    Table table(chess::start_position());
    table.press(Side::white);
    table.pass(seconds(1));
    REQUIRE(table.count<NoMove>() == 1);
    carry(table, "e2", "e4");
    table.press(Side::white);
    table.press(Side::white);
    table.pass(seconds(2));
    CHECK(table.count<NoMove>() == 1);
}

TEST_CASE("a pawn on the last rank waits for its piece, and a press with it there is illegal") {
    Table table(position_of("7k/P7/8/8/8/8/8/K7 w - - 0 1"));
    carry(table, "a7", "a8");
    table.pass(seconds(5));
    CHECK(table.count<PromotionWaits>() == 1);
    CHECK(table.count<Unmatched>() == 0);
    table.press(Side::white);
    table.pass(seconds(2));
    REQUIRE(table.count<Unlawful>() == 1);
    CHECK(table.last<Unlawful>().pawn_waits);
    CHECK(table.last<Unlawful>().uci == "a7a8");
    table.put(sq("a8"), white(Kind::queen), seconds(1));
    table.pass(seconds(5));
    CHECK(table.line() == "a7a8q");
}

TEST_CASE("a queen that rests on a square of mate on its way does not end the game") {
    Table table(position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    table.put(sq("a1"), {}, seconds(1));
    table.put(sq("a8"), white(Kind::rook), milliseconds(300));
    table.pass(seconds(2));
    CHECK(table.count<Made>() == 0);
    carry(table, "a8", "a7");
    table.pass(seconds(5));
    CHECK(table.line() == "a1a7");
    carry(table, "a7", "a1");
    carry(table, "a1", "a8");
    table.pass(seconds(4));
    CHECK(table.line() == "a1a8");
}

TEST_CASE("a mate counts though the king is laid down at once, or the men are swept away") {
    Table table(position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    carry(table, "a1", "a8");
    table.put(sq("g8"), {}, milliseconds(500));
    table.pass(seconds(5));
    CHECK(table.line() == "a1a8");

    Table swept(position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    carry(swept, "a1", "a8");
    swept.pass(milliseconds(400));
    for (const char* square : {"a8", "g8", "f7", "e1"}) swept.put(sq(square), {}, seconds(0));
    swept.pass(seconds(5));
    CHECK(swept.line() == "a1a8");
}

TEST_CASE("a pawn that was taken may have gone one square or two: what was seen decides") {
    const Position start = position_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    for (const char* stop : {"e3", "e4", ""}) {
        Table table(start);
        table.put(sq("e2"), {}, seconds(1));
        if (*stop != 0) table.put(sq(stop), white(Kind::pawn), milliseconds(50));
        table.put(sq("d4"), {}, milliseconds(50));
        if (*stop != 0) table.put(sq(stop), {}, milliseconds(50));
        table.put(sq("e3"), black(Kind::pawn), milliseconds(50));
        table.pass(seconds(20));
        INFO(stop);
        CHECK(table.line() == (std::string_view(stop) == "e4" ? "e2e4 d4e3" : "e2e3 d4e3"));
        CHECK(std::get<Made>(table.acts.front()).guessed == (*stop != 0 ? "" : "e2e3 d4e3"));
    }
}

TEST_CASE("a move is recognised at its press beside a man that fell, and not for certain") {
    Table table(chess::start_position());
    table.put(sq("h1"), {}, seconds(1));
    carry(table, "e2", "e4");
    table.press(Side::white);
    table.pass(seconds(1));
    REQUIRE(table.line() == "e2e4");
    CHECK(table.last<Made>().guessed == "e2e4");
    carry(table, "e7", "e5");
    table.press(Side::black);
    table.pass(seconds(1));
    table.put(sq("h1"), white(Kind::rook), seconds(1));
    table.pass(seconds(1));
    CHECK(table.line() == "e2e4 e7e5");
    CHECK(table.hands.fits());
}

TEST_CASE("what fits nothing is reported once, and play goes on when it fits again") {
    Table table(chess::start_position());
    table.put(sq("h1"), {}, seconds(1));
    table.put(sq("h4"), white(Kind::rook), seconds(1));
    table.pass(seconds(10));
    REQUIRE(table.count<Unmatched>() == 1);
    CHECK_FALSE(table.last<Unmatched>().missing_only);
    carry(table, "e2", "e4");
    carry(table, "e7", "e5");
    carry(table, "g1", "f3");
    table.pass(seconds(10));
    CHECK(table.count<Unmatched>() == 1);
    table.put(sq("h4"), {}, seconds(1));
    table.put(sq("h1"), white(Kind::rook), seconds(1));
    table.pass(seconds(1));
    CHECK(table.count<Fits>() == 1);
    CHECK(table.hands.fits());
    CHECK(table.moves.size() == 3);
}

TEST_CASE("a man in the hand is no news for a minute") {
    Table table(chess::start_position());
    table.put(sq("e2"), {}, seconds(1));
    table.pass(seconds(59));
    CHECK(table.acts.empty());
    table.pass(seconds(3));
    REQUIRE(table.count<Unmatched>() == 1);
    CHECK(table.last<Unmatched>().missing_only);
}

TEST_CASE("the men set up for the next game are recognised as the start") {
    Table table(chess::start_position());
    carry(table, "e2", "e4");
    table.press(Side::white);
    carry(table, "e7", "e5");
    table.press(Side::black);
    table.pass(seconds(2));
    table.hands.board(Placement::of(chess::start_position()), table.now);
    table.pass(seconds(10));
    REQUIRE(table.count<Unmatched>() == 1);
    CHECK(table.last<Unmatched>().set_up);
}

TEST_CASE("a king that walks to the centre first was no move when the other comes") {
    Table table(position_of("8/8/5k2/8/8/4K3/P7/8 w - - 0 1"));
    carry(table, "e3", "e4");
    table.pass(seconds(4));
    CHECK(table.line() == "e3e4");
    carry(table, "f6", "d5");
    table.pass(seconds(10));
    CHECK(table.line().empty());
    REQUIRE(table.count<KingsSign>() == 1);
    CHECK(table.last<KingsSign>().score == win_of(Side::white));
    CHECK(table.count<Unmatched>() == 0);
}

TEST_CASE("the board stands the other way round from the start") {
    Table table(chess::start_position());
    table.hands.board(Placement::of(chess::start_position()).turned(), table.now);
    table.pass(seconds(1));
    CHECK(table.count<Turned>() == 1);
    CHECK(table.hands.fits());
    CHECK(table.hands.turned());
}

TEST_CASE("repeating the position quickly is play where presses are not known") {
    Table table(chess::start_position());
    for (const auto& [from, to] : {std::pair{"g1", "f3"}, {"g8", "f6"}}) {
        carry(table, from, to);
        table.pass(seconds(1));
    }
    const auto quick = [&](const char* from, const char* to, Kind kind, Side side) {
        table.put(sq(from), {}, milliseconds(40));
        table.put(sq(to), {side, kind}, milliseconds(40));
    };
    quick("f3", "g1", Kind::knight, Side::white);
    quick("f6", "g8", Kind::knight, Side::black);
    table.pass(seconds(1));
    CHECK(table.line() == "g1f3 g8f6 f3g1 f6g8");
}

// ---- every order ----------------------------------------------------------------------------

struct Step {
    Square square;
    Piece piece;
};

// The least that hands must do: what leaves its square is lifted, what comes is put down. Where
// another man stands it may be lifted first or pushed out.
std::vector<std::vector<Step>> orders(const Placement& before, const Placement& then) {
    std::vector<Step> steps;
    for (const Square square : chess::squares(differs(before, then))) {
        if (!before.at(square).empty()) steps.push_back({square, {}});
        if (!then.at(square).empty()) steps.push_back({square, then.at(square)});
    }
    std::vector<std::size_t> order(steps.size());
    for (std::size_t at = 0; at < order.size(); ++at) order[at] = at;
    std::vector<std::vector<Step>> all;
    do {
        // On one square: lifted, then put down.
        bool possible = true;
        for (std::size_t a = 0; a < order.size(); ++a)
            for (std::size_t b = a + 1; b < order.size(); ++b)
                if (steps[order[a]].square == steps[order[b]].square && order[a] > order[b])
                    possible = false;
        if (!possible) continue;
        all.emplace_back();
        for (const std::size_t at : order) all.back().push_back(steps[at]);
    } while (std::ranges::next_permutation(order).found);
    return all;
}

void every_order(const Position& position) {
    for (const chess::Move move : chess::legal_moves(position)) {
        const Position then = chess::after(position, move);
        for (const auto& order : orders(Placement::of(position), Placement::of(then))) {
            Table table(position);
            for (const Step& step : order) table.put(step.square, step.piece, milliseconds(700));
            table.pass(seconds(5));
            INFO(chess::fen(position) << " " << chess::uci(position, move));
            REQUIRE(table.line() == chess::uci(position, move));
            REQUIRE(table.count<Unmatched>() == 0);
        }
    }
}

TEST_CASE("every legal move, lifted and put down in every order, is that move and no other") {
    every_order(
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
    every_order(position_of("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"));
    every_order(position_of("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
    every_order(position_of("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"));
    every_order(position_of("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2"));
    const auto games = chess::test::read_all(chess::test::shipped_games("classics.pgn")).games;
    Position position = games.front().start;
    for (const chess::PgnMove& move : games.front().moves) {
        every_order(position);
        position = chess::after(position, move.move);
    }
}

TEST_CASE("every man put on every square against the rules, and pressed, is that illegal move") {
    const Position start =
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (const Square from : chess::squares(start.pieces(Side::white)))
        for (Square to = 0; to < chess::no_square; ++to) {
            Placement then = Placement::of(start);
            const Piece man = then.at(from);
            then.put(from, {});
            then.put(to, man);
            if (from == to || one_move(start, then) || pawn_waits(start, then)) continue;
            Table table(start);
            table.put(from, {}, milliseconds(500));
            table.put(to, man, milliseconds(500));
            table.press(Side::white);
            table.pass(seconds(3));
            INFO(chess::square_name(from) << chess::square_name(to));
            REQUIRE(table.count<Made>() == 0);
            REQUIRE(table.count<Unlawful>() == 1);
            // Beneath a man of the same kind a board sees no difference.
            const bool seen = start.piece_at(to) != man;
            const std::string text = chess::square_name(from) + chess::square_name(to);
            const bool half = chess::parse_uci(start, text).has_value();  // of castling
            REQUIRE(table.last<Unlawful>().uci == (seen && !half ? text : ""));
        }
}

}  // namespace
}  // namespace flagfall::devices::test
