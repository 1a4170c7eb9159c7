// Writes moves: SAN for PGN, and the notation of the Laws.
#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::chess {
namespace {

// Names the origin as far as needed (PGN 8.2.3.4, Laws C.10): only other men that could legally
// go there count; the file if it is sufficient, otherwise the rank, otherwise both.
void write_origin(MoveText& text, const Position& position, Move move, Kind kind) {
    FF_CHECK(kind != Kind::pawn);
    FF_CHECK(kind != Kind::king);
    const Bitboard twins = position.pieces(position.side_to_move(), kind) & ~bit(move.from()) &
                           piece_attacks(kind, move.to(), position.occupied());
    if (twins == 0) return;
    Bitboard rivals = 0;
    for (const Move rival : legal_moves(position, twins, bit(move.to())))
        rivals |= bit(rival.from());
    if (rivals == 0) return;
    FF_CHECK((rivals & ~twins) == 0);
    const bool same_file = rivals & file_set(file_of(move.from()));
    const bool same_rank = rivals & rank_set(rank_of(move.from()));
    if (!same_file || same_rank) text.push(static_cast<char>('a' + file_of(move.from())));
    if (same_file) text.push(static_cast<char>('1' + rank_of(move.from())));
}

// Everything but castling, promotion piece and check mark.
void write_body(MoveText& text, const Position& position, Move move) {
    const Kind kind = position.kind_at(move.from());
    FF_CHECK(kind != Kind::none);
    FF_CHECK(!move.is_castling());
    const bool capture = position.kind_at(move.to()) != Kind::none || move.is_en_passant();
    if (kind == Kind::pawn) {
        if (capture) text.push(static_cast<char>('a' + file_of(move.from())));
    } else {
        text.push(letter(kind));
        if (kind != Kind::king) write_origin(text, position, move, kind);
    }
    if (capture) text.push('x');
    text.push_square(move.to());
}

void write_check(MoveText& text, const Position& next, std::string_view mate) {
    FF_CHECK(!mate.empty());
    if (!in_check(next)) return;
    if (has_legal_move(next))
        text.push('+');
    else
        text.push(mate);
}

}  // namespace

SanAndPosition san_and_after(const Position& position, Move move) {
    SanAndPosition result{{}, after(position, move)};
    if (move.is_castling()) {
        result.text.push(move.wing() == Wing::king_side ? "O-O" : "O-O-O");
    } else {
        write_body(result.text, position, move);
        if (move.is_promotion()) {
            result.text.push('=');
            result.text.push(letter(move.promotion_kind()));
        }
    }
    write_check(result.text, result.position, "#");
    FF_CHECK(result.position.side_to_move() == other(position.side_to_move()));
    FF_CHECK(result.text.size >= 2);
    return result;
}

SanText san_text(const Position& position, Move move) { return san_and_after(position, move).text; }

std::string san(const Position& position, Move move) {
    return std::string(san_text(position, move).view());
}

std::string laws_notation(const Position& position, Move move) {
    MoveText text;
    if (move.is_castling())
        text.push(move.wing() == Wing::king_side ? "0-0" : "0-0-0");
    else
        write_body(text, position, move);
    if (move.is_promotion()) text.push(letter(move.promotion_kind()));
    if (move.is_en_passant()) text.push(" e.p.");
    write_check(text, after(position, move), "++");
    FF_CHECK(text.size >= 2);
    return std::string(text.view());
}

}  // namespace flagfall::chess
