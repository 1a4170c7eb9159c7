// Touch-move as far as messages tell it: the piece of an illegal move must make the next one, if it
// can (4.3, 7.5.1), and that of an illegal move announced with a claim, too (9.5.3).
#include <algorithm>

#include "common/chess/movegen.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;
using chess::Square;

Square square_of(std::string_view text) {
    const bool named = text.size() >= 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' &&
                       text[1] <= '8';
    return named ? chess::square_at(text[0] - 'a', text[1] - '1') : chess::no_square;
}

bool stands_on(const Position& position, Side side, Square square) {
    const chess::Piece piece = position.piece_at(square);
    return !piece.empty() && piece.side == side;
}

// The player's piece and the opponent's that the text names.
struct Named {
    Square own = chess::no_square;
    Square other = chess::no_square;
};

Named by_squares(const Position& position, std::string_view text) {
    Named named;
    const Side side = position.side_to_move();
    const Square from = square_of(text);
    if (from == chess::no_square || !stands_on(position, side, from)) return named;
    const std::size_t at = text.size() > 2 && (text[2] == '-' || text[2] == 'x') ? 3 : 2;
    const Square to = square_of(text.substr(at));
    if (to == chess::no_square) return named;
    named.own = from;
    if (stands_on(position, flagfall::other(side), to)) named.other = to;
    return named;
}

// The only piece of its kind; pawns are told by their file.
Named by_piece(const Position& position, std::string_view text) {
    Named named;
    if (text.empty()) return named;
    const Side side = position.side_to_move();
    const bool castling = text.starts_with("O-O") || text.starts_with("0-0");
    const std::size_t letter = std::string_view("PNBRQK").find(text.front());
    const bool file = text.front() >= 'a' && text.front() <= 'h';
    if (!castling && letter == std::string_view::npos && !file) return named;
    const Kind kind = castling ? Kind::king : file ? Kind::pawn : static_cast<Kind>(letter);
    int found = 0;
    for (Square square = 0; square < 64; ++square) {
        if (position.piece_at(square) != chess::Piece{side, kind}) continue;
        if (file && chess::file_of(square) != text.front() - 'a') continue;
        named.own = square;
        ++found;
    }
    return found == 1 ? named : Named{};
}

bool takes(Move move, Square square) {
    if (move.is_castling()) return false;
    if (!move.is_en_passant()) return move.to() == square;
    return chess::file_of(move.to()) == chess::file_of(square) &&
           chess::rank_of(move.from()) == chess::rank_of(square);
}

}  // namespace

void Arbiter::oblige(Side side, const Position& in, std::uint32_t ply, const std::string& text,
                     const std::string& article) {
    Named named = by_squares(in, text);
    if (named.own == chess::no_square && article == "9.5.3") named = by_piece(in, text);
    if (named.own == chess::no_square) return;
    std::vector<Move> both, with_own, taking;
    for (const Move move : chess::legal_moves(in)) {
        const bool own = move.from() == named.own;
        const bool other = named.other != chess::no_square && takes(move, named.other);
        if (own && other) both.push_back(move);
        if (own) with_own.push_back(move);
        if (other) taking.push_back(move);
    }
    const std::vector<Move>& must = !both.empty() ? both : !with_own.empty() ? with_own : taking;
    if (must.empty()) return;  // 4.5
    wire::MoveBound bound;
    bound.side = side;
    bound.ply = {ply};
    bound.article = article;
    want(bound);
    game_.obliged.push_back({ply, in, must, article, 0});
}

// The article, when the move is not one of those that must be played.
std::optional<std::string> Arbiter::broken_touch(Move move) const {
    // The last ruling on this position holds, while it stands.
    for (auto at = game_.obliged.rbegin(); at != game_.obliged.rend(); ++at) {
        if (!stands(game_, at->ruling)) continue;
        if (!chess::same_position(at->in, game_.line.current())) continue;
        if (std::ranges::find(at->moves, move) == at->moves.end()) return at->article;
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace flagfall::oracle
