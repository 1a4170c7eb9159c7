// Writing FEN.
#include <algorithm>

#include "common/base/check.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/position.hpp"

namespace flagfall::chess {
namespace {

char for_side(Side side, char lower_case) {
    FF_CHECK(lower_case >= 'a');
    FF_CHECK(lower_case <= 'z');
    return side == Side::white ? static_cast<char>(lower_case - 'a' + 'A') : lower_case;
}

template <class PieceAt>
void write_board(PieceAt piece_at, std::string& out) {
    for (int rank = 7; rank >= 0; --rank) {
        char empty = '0';
        for (int file = 0; file < 8; ++file) {
            const Piece piece = piece_at(square_at(file, rank));
            if (piece.empty()) {
                ++empty;
                continue;
            }
            FF_CHECK(index(piece.kind) < 6);
            if (empty != '0') out += empty;
            empty = '0';
            out += for_side(piece.side, "pnbrqk"[index(piece.kind)]);
        }
        if (empty != '0') out += empty;
        if (rank != 0) out += '/';
    }
}

// KQkq if they would be read as this rook: the outermost of its wing.
char right_letter(const Position& position, Side side, Wing wing, Square rook, FenStyle style) {
    FF_CHECK(rook < no_square);
    FF_CHECK(contains(position.castling_rooks(), rook));
    FF_CHECK(rank_of(rook) == rank_for(side, 0));
    const char file = for_side(side, static_cast<char>('a' + file_of(rook)));
    const Bitboard home = rank_set(rank_for(side, 0)) & position.pieces(side, Kind::rook);
    const Bitboard right_of_rook = ~(bit(rook) | (bit(rook) - 1));
    const Bitboard outside = wing == Wing::king_side ? right_of_rook : bit(rook) - 1;
    if (position.variant() == Variant::chess960 &&
        (style == FenStyle::shredder || (home & outside)))
        return file;
    return for_side(side, wing == Wing::king_side ? 'k' : 'q');
}

void write_castling(const Position& position, FenStyle style, std::string& out) {
    const std::size_t before = out.size();
    if (position.castling_rooks() == 0) out += '-';
    for (const Side side : {Side::white, Side::black})
        for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
            const Square rook = position.castling_rook(side, wing);
            if (rook != no_square) out += right_letter(position, side, wing, rook, style);
        }
    const int rights = count(position.castling_rooks());
    FF_CHECK(rights <= 4);
    FF_CHECK(out.size() == before + static_cast<std::size_t>(rights == 0 ? 1 : rights));
}

}  // namespace

std::string fen(const Position& position, FenStyle style) {
    std::string out;
    out.reserve(90);
    write_board([&](Square square) { return position.piece_at(square); }, out);
    out += position.side_to_move() == Side::white ? " w " : " b ";
    write_castling(position, style, out);
    out += ' ';
    out += position.en_passant() == no_square ? "-" : square_name(position.en_passant());
    out += ' ';
    out += std::to_string(position.halfmove_clock());
    out += ' ';
    out += std::to_string(position.fullmove_number());
    FF_CHECK(std::ranges::count(out, ' ') == 5);
    FF_CHECK(std::ranges::count(out, '/') == 7);
    return out;
}

std::string fen(const Setup& setup) {
    FF_CHECK(setup.en_passant <= no_square);
    std::string out;
    write_board([&](Square square) { return setup.board[square]; }, out);
    out += setup.side_to_move == Side::white ? " w " : " b ";
    if (setup.castling_rooks == 0) out += '-';
    for (const Side side : {Side::white, Side::black}) {
        for (int file = 7; file >= 0; --file) {
            if (!contains(setup.castling_rooks, square_at(file, rank_for(side, 0)))) continue;
            const char wing = file > 4 ? 'k' : 'q';
            const char letter = static_cast<char>('a' + file);
            out += for_side(side, setup.variant == Variant::chess960 ? letter : wing);
        }
    }
    out += ' ';
    out += setup.en_passant == no_square ? "-" : square_name(setup.en_passant);
    out += ' ' + std::to_string(setup.halfmove_clock) + ' ' +
           std::to_string(setup.fullmove_number);
    FF_CHECK(std::ranges::count(out, '/') == 7);
    return out;
}

}  // namespace flagfall::chess
