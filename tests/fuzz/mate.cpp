// A position, as a FEN or as bytes that put men on squares: a mate that is reported as winnable is
// there move by move, and one reported as unwinnable is not found with another budget.
#include <optional>
#include <vector>

#include "common/chess/movegen.hpp"
#include "common/mate/mate.hpp"
#include "common/mate/wall.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;
using namespace flagfall::chess;

namespace {

// Small, so that an input takes about a millisecond.
constexpr std::uint64_t few_nodes = 300;
constexpr std::uint64_t some_nodes = 3'000;

std::optional<Position> placed(fuzz::Bytes bytes) {
    Setup setup;
    const std::uint8_t flags = bytes.byte();
    setup.side_to_move = (flags & 1) != 0 ? Side::black : Side::white;
    setup.board[bytes.below(64)] = {Side::white, Kind::king};
    setup.board[bytes.below(64)] = {Side::black, Kind::king};
    while (!bytes.empty()) {
        const std::uint8_t what = bytes.byte();
        const Piece man{(what & 1) != 0 ? Side::black : Side::white,
                        static_cast<Kind>((what >> 1) % 5)};
        Piece& square = setup.board[bytes.below(64)];
        if (square.kind != Kind::king) square = man;
    }
    const auto position = Position::from(setup);
    return position ? std::optional(*position) : std::nullopt;
}

void check_line(Position position, Side winner, const std::vector<Move>& line) {
    for (const Move move : line) {
        FF_CHECK(is_legal(position, move));
        position = after(position, move);
    }
    FF_CHECK(ending(position) == chess::Ending::checkmate);
    FF_CHECK(position.side_to_move() == other(winner));
}

// A wall is closed under legal moves and has no mate by the winner, as far as one move shows.
void check_wall(const Position& position, Side winner) {
    const auto wall = mate::find_wall(position, winner);
    if (!wall) return;
    FF_CHECK(covers(*wall, position));
    FF_CHECK(ending(position) != chess::Ending::checkmate || position.side_to_move() == winner);
    for (const Move move : legal_moves(position)) {
        const Position next = after(position, move);
        FF_CHECK(next.en_passant() != no_square || covers(*wall, next));
    }
}

void check_position(const Position& position) {
    const bool dead = mate::dead(position, {some_nodes});
    if (mate::dead_by_material(position)) FF_CHECK(dead);
    for (const Side side : {Side::white, Side::black}) {
        check_wall(position, side);
        const mate::Analysis quick = mate::can_mate(position, side, {few_nodes});
        const mate::Analysis longer = mate::can_mate(position, side, {some_nodes});
        FF_CHECK(quick.nodes <= few_nodes + 1 && longer.nodes <= some_nodes + 1);
        for (const mate::Analysis& answer : {quick, longer}) {
            FF_CHECK(!name(answer.verdict).empty() && !answer.method.empty());
            if (answer.verdict == mate::Verdict::winnable)
                check_line(position, side, answer.line);
            else
                FF_CHECK(answer.line.empty());
        }
        if (quick.verdict != mate::Verdict::undetermined)
            FF_CHECK(quick.verdict == longer.verdict);
        if (dead) FF_CHECK(longer.verdict != mate::Verdict::winnable ||
                           ending(position) == chess::Ending::checkmate);
    }
}

}  // namespace

FUZZ_TARGET(mate) {
    for (const Variant variant : {Variant::chess, Variant::chess960})
        if (const auto position = parse_position(input, variant)) return check_position(*position);
    if (const auto position = placed(fuzz::Bytes(input))) check_position(*position);
}
