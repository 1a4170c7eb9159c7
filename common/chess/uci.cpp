// UCI text, and coordinates in general.
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::chess {
namespace {

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

Kind promotion_from(char c) {
    switch (c) {
        case 'q': case 'Q': return Kind::queen;
        case 'r': case 'R': return Kind::rook;
        case 'b': case 'B': return Kind::bishop;
        case 'n': case 'N': return Kind::knight;
        default: return Kind::none;
    }
}

}  // namespace

std::string square_name(Square square) {
    FF_CHECK(square < no_square);
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

Move move_from_coordinates(const Position& position, Square from, Square to, Kind promotion) {
    FF_CHECK(from < no_square);
    FF_CHECK(to < no_square);
    const Side us = position.side_to_move();
    const bool king = contains(position.pieces(us, Kind::king), from);
    if (promotion != Kind::none) return Move::promotion(from, to, promotion);
    // Onto its own rook: Chess960 writes it like this, and many devices do in every game.
    if (king && contains(position.castling_rooks() & position.pieces(us), to))
        return Move::castling(from, to);
    if (position.variant() == Variant::chess && king && rank_of(from) == rank_of(to) &&
               (file_of(to) - file_of(from) == 2 || file_of(from) - file_of(to) == 2)) {
        const Wing wing = to > from ? Wing::king_side : Wing::queen_side;
        const Square rook = position.castling_rook(us, wing);
        FF_CHECK(rook != from);
        return rook == no_square ? Move::none() : Move::castling(from, rook);
    }
    const bool pawn = contains(position.pieces(us, Kind::pawn), from);
    if (pawn && to == position.en_passant() && file_of(from) != file_of(to))
        return Move::en_passant(from, to);
    return {from, to};
}

std::expected<Move, TextError> parse_uci(const Position& position, std::string_view text) {
    if (text == "0000") return std::unexpected(TextError::illegal);
    if (text.size() < 4 || text.size() > 5 || !is_file(text[0]) || !is_rank(text[1]) ||
        !is_file(text[2]) || !is_rank(text[3]))
        return std::unexpected(TextError::malformed);
    Kind promotion = Kind::none;
    if (text.size() == 5) {
        promotion = promotion_from(text[4]);
        if (promotion == Kind::none) return std::unexpected(TextError::malformed);
    }
    const Square from = square_at(text[0] - 'a', text[1] - '1');
    const Square to = square_at(text[2] - 'a', text[3] - '1');
    const Move move = move_from_coordinates(position, from, to, promotion);
    if (!is_legal(position, move)) return std::unexpected(TextError::illegal);
    FF_CHECK(move.from() == from);
    FF_CHECK(move.promotion_kind() == promotion);
    FF_CHECK(move.is_castling() || move.to() == to);
    return move;
}

MoveText uci_text(const Position& position, Move move) {
    FF_CHECK(!move.is_none());
    FF_CHECK(contains(position.pieces(position.side_to_move()), move.from()));
    FF_CHECK(move.from() != move.to());
    Square to = move.to();
    FF_CHECK(!move.is_castling() || contains(position.castling_rooks(), to));
    if (move.is_castling() && position.variant() == Variant::chess)
        to = square_at(move.wing() == Wing::king_side ? 6 : 2, rank_of(to));
    MoveText text;
    text.push_square(move.from());
    text.push_square(to);
    if (move.is_promotion()) text.push("pnbrqk"[index(move.promotion_kind())]);
    FF_CHECK(text.size == (move.is_promotion() ? 5 : 4));
    return text;
}

std::string uci(const Position& position, Move move) {
    return std::string(uci_text(position, move).view());
}

}  // namespace flagfall::chess
