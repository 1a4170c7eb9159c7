#include "tests/oracle/duty.hpp"

#include <algorithm>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::oracle {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;
using chess::Square;

bool takes(Move move, Square square) {
    if (move.is_castling()) return false;
    if (!move.is_en_passant()) return move.to() == square;
    return chess::file_of(move.to()) == chess::file_of(square) &&
           chess::rank_of(move.from()) == chess::rank_of(square);
}

template <class Is>
std::vector<Move> moves_that(const Position& position, Is is) {
    std::vector<Move> found;
    for (const Move move : chess::legal_moves(position))
        if (is(move)) found.push_back(move);
    return found;
}

bool castles(Move move, Square king, Square rook) {
    return move.is_castling() && move == Move::castling(king, rook);
}

Duty any_move(const Position& position, std::string article) {
    return {moves_that(position, [](Move) { return true; }), std::move(article), false};
}

// 4.4.1: castling on that side. 4.4.3: if that is not legal, another move of the king.
Duty king_then_rook(const Position& position, Square king, Square rook) {
    auto moves = moves_that(position, [&](Move m) { return castles(m, king, rook); });
    if (!moves.empty()) return {std::move(moves), "4.4.1", true};
    moves = moves_that(position, [&](Move m) { return m.from() == king; });
    if (moves.empty()) return any_move(position, "4.4.3");
    return {std::move(moves), "4.4.3", true};
}

// 4.4.2: no castling on that side, and the first that can move must (4.3.1).
Duty rook_then_king(const Position& position, Square rook, Square king) {
    for (const Square square : {rook, king}) {
        auto moves = moves_that(position, [&](Move m) {
            return m.from() == square && !castles(m, king, rook);
        });
        if (!moves.empty()) return {std::move(moves), "4.4.2", true};
    }
    auto others = moves_that(position, [&](Move m) { return !castles(m, king, rook); });
    const bool fewer = others.size() < moves_that(position, [](Move) { return true; }).size();
    return {std::move(others), "4.4.2", fewer};
}

}  // namespace

Duty duty_of(const Position& position, const std::vector<Square>& touched, bool rook_first) {
    std::vector<Square> own, opposing, all;
    for (const Square square : touched) {
        const chess::Piece piece = position.piece_at(square);
        if (piece.empty() || std::ranges::find(all, square) != all.end()) continue;
        all.push_back(square);
        (piece.side == position.side_to_move() ? own : opposing).push_back(square);
    }
    if (opposing.empty() && own.size() > 1) {
        const Kind first = position.kind_at(own[0]);
        const Kind second = position.kind_at(own[1]);
        if (first == Kind::king && second == Kind::rook)
            return king_then_rook(position, own[0], own[1]);
        if (first == Kind::rook && second == Kind::king && rook_first)
            return king_then_rook(position, own[1], own[0]);
        if (first == Kind::rook && second == Kind::king)
            return rook_then_king(position, own[0], own[1]);
    }
    const bool both = !own.empty() && !opposing.empty();
    if (both) {
        auto moves = moves_that(position, [&](Move m) {
            return m.from() == own.front() && takes(m, opposing.front());
        });
        if (!moves.empty()) return {std::move(moves), "4.3.3", true};
    }
    const std::string article = both ? "4.3.3" : own.empty() ? "4.3.2" : "4.3.1";
    for (const Square square : all) {
        const bool mine = std::ranges::find(own, square) != own.end();
        auto moves = moves_that(position, [&](Move m) {
            return mine ? m.from() == square : takes(m, square);
        });
        if (!moves.empty()) return {std::move(moves), article, true};
    }
    return any_move(position, "4.5");
}

Square square_named(std::string_view text) {
    const bool named = text.size() >= 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' &&
                       text[1] <= '8';
    return named ? chess::square_at(text[0] - 'a', text[1] - '1') : chess::no_square;
}

std::optional<std::vector<Square>> squares_named(std::string_view text) {
    std::vector<Square> found;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == ',') {
            ++at;
            continue;
        }
        const Square square = square_named(text.substr(at));
        const bool ends = at + 2 >= text.size() || text[at + 2] == ' ' || text[at + 2] == ',';
        if (square == chess::no_square || !ends) return std::nullopt;
        found.push_back(square);
        at += 2;
    }
    if (found.empty()) return std::nullopt;
    return found;
}

std::string written(const std::vector<Square>& squares) {
    std::string text;
    for (const Square square : squares)
        text += (text.empty() ? "" : " ") + chess::square_name(square);
    return text;
}

std::string written(const Position& in, const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + chess::uci(in, move);
    return text;
}

}  // namespace flagfall::oracle
