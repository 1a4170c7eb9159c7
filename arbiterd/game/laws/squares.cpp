#include "arbiterd/game/laws/squares.hpp"

#include <cstdlib>

#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"

namespace flagfall::game {
namespace {

using chess::Kind;
using chess::Square;

constexpr std::string_view piece_letters = "NBRQK";
constexpr std::string_view promotions = "nbrq";

Kind kind_of(char letter) {
    const std::size_t at = piece_letters.find(letter);
    return at == std::string_view::npos ? Kind::none
                                        : static_cast<Kind>(at + chess::index(Kind::knight));
}

// Removes a square from the front of the text.
std::optional<Square> take_square(std::string_view& text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
        return std::nullopt;
    }
    const Square square = chess::square_at(text[0] - 'a', text[1] - '1');
    FF_CHECK(square < chess::no_square);
    text.remove_prefix(2);
    return square;
}

void take_one_of(std::string_view& text, std::string_view marks) {
    if (!text.empty() && marks.contains(text.front())) text.remove_prefix(1);
}

std::string written(Square from, Square to) {
    FF_CHECK(from < chess::no_square);
    FF_CHECK(to < chess::no_square);
    FF_CHECK(from != to);
    const auto name = [](Square square) {
        return std::string{static_cast<char>('a' + chess::file_of(square)),
                           static_cast<char>('1' + chess::rank_of(square))};
    };
    return name(from) + name(to);
}

// Reads "", "q", "=Q" or "(Q)"; nothing for anything else.
std::optional<std::string> promotion_of(std::string_view text) {
    take_one_of(text, "=/(");
    if (text.empty()) return std::string();
    const char lower = text.front() >= 'a' ? text.front() : static_cast<char>(text.front() + 32);
    text.remove_prefix(1);
    take_one_of(text, ")");
    if (!text.empty() || !promotions.contains(lower)) return std::nullopt;
    return std::string(1, lower);
}

// The only piece of this kind that can move to the square; pins are ignored.
std::optional<Square> only_one(const chess::Setup& board, Kind kind, Square to) {
    chess::Bitboard occupied = 0;
    for (Square square = 0; square < 64; ++square) {
        if (!board.board[square].empty()) occupied |= chess::bit(square);
    }
    FF_CHECK(kind != Kind::none);
    FF_CHECK(kind != Kind::pawn);
    std::optional<Square> found;
    for (Square square = 0; square < 64; ++square) {
        if (board.board[square] != chess::Piece{board.side_to_move, kind}) continue;
        const bool goes = kind == Kind::king ||
                          chess::contains(chess::piece_attacks(kind, square, occupied), to);
        if (!goes || square == to) continue;
        if (found) return std::nullopt;
        found = square;
    }
    return found;
}

// The castling rights that end if a piece leaves this square or is captured on it.
chess::Bitboard rights_ended(const chess::Setup& board, Square square) {
    const chess::Piece piece = board.board[square];
    FF_CHECK(!piece.empty());
    if (piece.kind != Kind::king) return chess::bit(square);
    return chess::rank_set(chess::rank_for(piece.side, 0));
}

bool is_castling(const chess::Setup& board, Square from, Square to) {
    const chess::Piece piece = board.board[from];
    const bool own_rook = board.board[to] == chess::Piece{piece.side, Kind::rook};
    return piece.kind == Kind::king && chess::rank_of(from) == chess::rank_of(to) &&
           (own_rook || std::abs(chess::file_of(from) - chess::file_of(to)) >= 2);
}

bool like_en_passant(const chess::Setup& board, Square from, Square to) {
    const chess::Piece piece = board.board[from];
    if (piece.kind != Kind::pawn || !board.board[to].empty()) return false;
    const Square beside = chess::square_at(chess::file_of(to), chess::rank_of(from));
    return chess::file_of(from) != chess::file_of(to) &&
           board.board[beside] == chess::Piece{other(piece.side), Kind::pawn};
}

void set_en_passant(chess::Setup& after, chess::Piece piece, Square from, Square to) {
    after.en_passant = chess::no_square;
    const bool twice = piece.kind == Kind::pawn && chess::file_of(from) == chess::file_of(to) &&
                       chess::rank_of(from) == chess::rank_for(piece.side, 1) &&
                       chess::rank_of(to) == chess::rank_for(piece.side, 3);
    const Square passed = chess::square_at(chess::file_of(from), chess::rank_for(piece.side, 2));
    if (twice && after.board[passed].empty()) after.en_passant = passed;
}

void pass_turn(chess::Setup& after) {
    if (after.side_to_move == Side::black && after.fullmove_number < 9999) ++after.fullmove_number;
    after.side_to_move = other(after.side_to_move);
}

}  // namespace

std::string squares_of(const chess::Setup& board, std::string_view text) {
    while (!text.empty() && std::string_view("+#!? ").contains(text.back())) {
        text.remove_suffix(1);
    }
    const Kind kind = text.empty() ? Kind::none : kind_of(text.front());
    if (kind != Kind::none) text.remove_prefix(1);
    take_one_of(text, "x:");
    const auto first = take_square(text);
    if (!first) return {};
    take_one_of(text, "-x:");
    const auto second = take_square(text);
    if (second) {
        const auto promotion = promotion_of(text);
        if (!promotion || *first == *second) return {};
        return written(*first, *second) + *promotion;
    }
    if (kind == Kind::none || !text.empty()) return {};
    const auto from = only_one(board, kind, *first);
    return from ? written(*from, *first) : std::string();
}

bool takes_king(const chess::Setup& board, std::string_view squares) {
    if (squares == no_move) return false;
    const auto from = take_square(squares);
    const auto to = take_square(squares);
    return from && to && !board.board[*from].empty() && board.board[*to].kind == Kind::king &&
           board.board[*to].side != board.board[*from].side;
}

std::optional<chess::Setup> after_squares(const chess::Setup& board, std::string_view squares) {
    chess::Setup after = board;
    if (squares == no_move) {
        after.en_passant = chess::no_square;
        pass_turn(after);
        return after;
    }
    const auto from = take_square(squares);
    const auto to = take_square(squares);
    if (!from || !to || board.board[*from].empty()) return std::nullopt;
    const bool king_taken = board.board[*to].kind == Kind::king;
    if (king_taken || is_castling(board, *from, *to) || like_en_passant(board, *from, *to)) {
        return std::nullopt;
    }
    const chess::Piece piece = board.board[*from];
    after.castling_rooks &= ~(rights_ended(board, *from) | chess::bit(*to));
    after.board[*from] = {};
    after.board[*to] = piece;
    if (!squares.empty()) after.board[*to].kind = kind_of(static_cast<char>(squares[0] - 32));
    set_en_passant(after, piece, *from, *to);
    const bool resets_count = piece.kind == Kind::pawn || !board.board[*to].empty();
    if (resets_count) after.halfmove_clock = 0;
    else if (after.halfmove_clock < 9999) ++after.halfmove_clock;
    pass_turn(after);
    FF_CHECK(after.side_to_move == other(board.side_to_move));
    FF_CHECK((after.castling_rooks & ~board.castling_rooks) == 0);
    FF_CHECK(after.halfmove_clock <= chess::counter_max);
    return after;
}

}  // namespace flagfall::game
