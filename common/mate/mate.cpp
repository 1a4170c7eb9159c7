// The order of the tests: the board, bare material, search. Cheap and exact ones first.
#include "common/mate/mate.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/mate/helpmate.hpp"

namespace flagfall::mate {

namespace {

using chess::Kind;
using chess::Move;
using chess::Position;

// With so few men, mates are found fast and dead positions are common.
constexpr int few_men = 5;
// So few legal moves may be the start of a forced line; so many positions are enough to list it.
constexpr std::size_t few_moves = 4;
constexpr std::uint64_t forced_line_nodes = 100;

// Mate or stalemate on the board; nothing otherwise.
const Answer* over_on_board(const Position& position, Side winner) {
    static const Answer mated{Verdict::winnable, {}, "mate on the board", 1};
    static const Answer own_mate{Verdict::unwinnable, {}, "other side's mate", 1};
    static const Answer stalemate{Verdict::unwinnable, {}, "stalemate", 1};
    switch (chess::ending(position)) {
        case chess::Ending::none: return nullptr;
        case chess::Ending::stalemate: return &stalemate;
        case chess::Ending::checkmate: break;
    }
    return position.side_to_move() == winner ? &own_mate : &mated;
}

// The proof of `winnable`: every move legal, mate at the end.
bool leads_to_mate(Position position, Side winner, const std::vector<Move>& line) {
    for (const Move move : line) {
        if (!chess::is_legal(position, move)) return false;
        position = chess::after(position, move);
    }
    return chess::ending(position) == chess::Ending::checkmate &&
           position.side_to_move() == other(winner);
}

}  // namespace

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::winnable: return "winnable";
        case Verdict::unwinnable: return "unwinnable";
        case Verdict::undetermined: break;
    }
    return "undetermined";
}

Answer can_mate(const Position& position, Side winner, Budget budget) {
    if (const Answer* over = over_on_board(position, winner)) return *over;
    if (cannot_mate_by_material(position, winner))
        return {Verdict::unwinnable, {}, "bare material", 1};
    Answer answer = search_helpmate(position, winner, budget);
    FF_CHECK(answer.verdict != Verdict::winnable || leads_to_mate(position, winner, answer.line));
    return answer;
}

namespace {

// Kings, pawns and bishops only: what walls are made of (a knight, rook or queen gets through).
bool may_be_walled(const Position& position) {
    return (position.pieces(Kind::knight) | position.pieces(Kind::rook) |
            position.pieces(Kind::queen)) == 0;
}

// Where looking for a proof is worth the time after every move; how many positions it may cost.
std::uint64_t worth_looking(const Position& position, Budget budget) {
    if (chess::count(position.occupied()) <= few_men || may_be_walled(position))
        return budget.nodes;
    const bool forced = chess::legal_moves(position).size() <= few_moves;
    return forced ? std::min(forced_line_nodes, budget.nodes) : 0;
}

}  // namespace

bool dead(const Position& position, Budget budget) {
    if (dead_by_material(position)) return true;
    const std::uint64_t nodes = worth_looking(position, budget);
    if (nodes == 0 || !chess::has_legal_move(position)) return false;
    const auto never = [&](Side side) {
        return can_mate(position, side, {nodes}).verdict == Verdict::unwinnable;
    };
    // Of the side that just moved first: it is the one that mates sooner.
    return never(other(position.side_to_move())) && never(position.side_to_move());
}

}  // namespace flagfall::mate
