#include "arbiterd/game/laws/touch.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Move;
using chess::Position;
using chess::Square;
using Moves = std::vector<Move>;

constexpr Bitboard anywhere = ~Bitboard{0};

Moves listed(const chess::MoveList& list) { return {list.begin(), list.end()}; }

Moves moves_from(const Position& position, Square from) {
    return listed(chess::legal_moves(position, chess::bit(from), anywhere));
}

// The square of the captured piece: en passant it is not the square of arrival.
Square taken_on(const Move& move) {
    if (move.is_en_passant())
        return chess::square_at(chess::file_of(move.to()), chess::rank_of(move.from()));
    return move.to();
}

Moves captures_of(const Position& position, Square square) {
    FF_CHECK(square < chess::no_square);
    Moves all = listed(chess::legal_moves(position));
    std::erase_if(all, [&](Move move) { return move.is_castling() || taken_on(move) != square; });
    return all;
}

Obligation bound(Moves moves, std::string_view article) {
    FF_CHECK(!moves.empty());
    FF_CHECK(!article.empty());
    return {std::move(moves), article, true};
}

Obligation free_choice(const Position& position, std::string_view article) {
    FF_CHECK(!article.empty());
    return {listed(chess::legal_moves(position)), article, false};
}

// 4.4.1 and 4.4.3: the king, then a rook.
Obligation king_and_rook(const Position& position, Square king, Square rook) {
    FF_CHECK(position.kind_at(king) == Kind::king);
    FF_CHECK(position.kind_at(rook) == Kind::rook);
    FF_CHECK(position.piece_at(king).side == position.side_to_move());
    const Move castling = Move::castling(king, rook);
    if (chess::is_legal(position, castling)) return bound({castling}, "4.4.1");
    Moves moves = moves_from(position, king);
    return moves.empty() ? free_choice(position, "4.4.3") : bound(std::move(moves), "4.4.3");
}

// 4.4.2: the rook, then the king: no castling on that side, because the rook was touched first.
Obligation rook_and_king(const Position& position, Square rook, Square king) {
    FF_CHECK(position.kind_at(king) == Kind::king);
    FF_CHECK(position.kind_at(rook) == Kind::rook);
    const auto castles = [&](Move move) { return move == Move::castling(king, rook); };
    if (Moves moves = moves_from(position, rook); !moves.empty())
        return bound(std::move(moves), "4.4.2");
    Moves moves = moves_from(position, king);
    std::erase_if(moves, castles);
    if (!moves.empty()) return bound(std::move(moves), "4.4.2");
    Obligation any = free_choice(position, "4.4.2");
    Moves others = any.moves;
    // In Chess960 castling may be the only legal move: then there is nothing else to be bound to.
    if (std::erase_if(others, castles) == 0 || others.empty()) return any;
    return bound(std::move(others), "4.4.2");
}

// 4.3.1 to 4.3.3: the first piece touched that can be moved or captured.
Obligation first_possible(const Position& position, std::span<const Square> touched,
                          std::string_view article) {
    const Bitboard own = position.pieces(position.side_to_move());
    for (const Square square : touched) {
        Moves moves = chess::contains(own, square) ? moves_from(position, square)
                                                   : captures_of(position, square);
        if (!moves.empty()) return bound(std::move(moves), article);
    }
    return free_choice(position, "4.5");
}

std::optional<Square> square_in(std::string_view text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return std::nullopt;
    return chess::square_at(text[0] - 'a', text[1] - '1');
}

// The squares that a written move may start from, by the file and rank before its square of
// arrival: "Nbd2", "R1e3", "Qh4xe1".
Bitboard said_to_stand_on(std::string_view text) {
    const std::size_t end = text.find_last_of("12345678");
    if (end == std::string_view::npos || end < 2) return anywhere;
    Bitboard squares = anywhere;
    for (const char c : text.substr(1, end - 2)) {
        if (c >= 'a' && c <= 'h') squares &= chess::file_set(c - 'a');
        if (c >= '1' && c <= '8') squares &= chess::rank_set(c - '1');
    }
    return squares;
}

// Adds the opposing piece on the square of arrival, if there is one.
std::vector<Square> with_taken(const Position& position, Square from, std::optional<Square> to) {
    std::vector<Square> touched{from};
    if (to && chess::contains(position.pieces(other(position.side_to_move())), *to))
        touched.push_back(*to);
    return touched;
}

}  // namespace

Obligation touch_obligation(const Position& position, std::span<const Square> touched,
                            bool rook_first) {
    const Bitboard own = position.pieces(position.side_to_move());
    std::vector<Square> men, mine, theirs;
    for (const Square square : touched) {
        if (!chess::contains(position.occupied(), square)) continue;
        if (std::ranges::find(men, square) != men.end()) continue;
        men.push_back(square);
        (chess::contains(own, square) ? mine : theirs).push_back(square);
    }
    if (theirs.empty() && mine.size() >= 2) {
        const Kind first = position.kind_at(mine[0]), second = position.kind_at(mine[1]);
        if (first == Kind::king && second == Kind::rook)
            return king_and_rook(position, mine[0], mine[1]);
        if (first == Kind::rook && second == Kind::king)
            return rook_first ? king_and_rook(position, mine[1], mine[0])
                              : rook_and_king(position, mine[0], mine[1]);
    }
    FF_CHECK(men.size() == mine.size() + theirs.size());
    if (mine.empty() || theirs.empty())
        return first_possible(position, men, theirs.empty() ? "4.3.1" : "4.3.2");
    Moves both = captures_of(position, theirs.front());
    std::erase_if(both, [&](Move move) { return move.from() != mine.front(); });
    if (!both.empty()) return bound(std::move(both), "4.3.3");
    return first_possible(position, men, "4.3.3");
}

std::optional<std::vector<Square>> squares_from(std::string_view text) {
    std::vector<Square> found;
    while (!text.empty()) {
        if (text.front() == ' ' || text.front() == ',') {
            text.remove_prefix(1);
            continue;
        }
        const auto square = square_in(text);
        const bool ends = text.size() <= 2 || text[2] == ' ' || text[2] == ',';
        if (!square || !ends) return std::nullopt;
        found.push_back(*square);
        text.remove_prefix(2);
    }
    if (found.empty()) return std::nullopt;
    FF_CHECK(text.empty());
    return found;
}

std::string squares_text(std::span<const Square> squares) {
    std::string text;
    for (const Square square : squares) {
        FF_CHECK(square < chess::no_square);
        if (!text.empty()) text += ' ';
        text += chess::square_name(square);
    }
    return text;
}

std::vector<Square> touched_by(const Position& position, std::string_view text) {
    const auto from = square_in(text);
    if (!from || !chess::contains(position.pieces(position.side_to_move()), *from)) return {};
    text.remove_prefix(2);
    if (!text.empty() && (text.front() == '-' || text.front() == 'x')) text.remove_prefix(1);
    const auto to = square_in(text);
    if (!to) return {};
    return with_taken(position, *from, to);
}

std::vector<Square> announced_piece(const Position& position, std::string_view text) {
    if (auto touched = touched_by(position, text); !touched.empty()) return touched;
    const Side side = position.side_to_move();
    if (text.starts_with("O-O") || text.starts_with("0-0")) return {position.king(side)};
    constexpr std::string_view letters = "PNBRQK";
    const std::size_t at = text.empty() ? std::string_view::npos : letters.find(text.front());
    const Kind kind = at == std::string_view::npos ? Kind::pawn : static_cast<Kind>(at);
    Bitboard men = position.pieces(side, kind);
    if (kind == Kind::pawn && at == std::string_view::npos) {
        if (text.empty() || text.front() < 'a' || text.front() > 'h') return {};
        men &= chess::file_set(text.front() - 'a');
    }
    if (chess::several(men) && kind != Kind::pawn) men &= said_to_stand_on(text);
    if (men == 0 || chess::several(men)) return {};
    FF_CHECK(chess::contains(position.pieces(side), chess::first(men)));
    return {chess::first(men)};
}

}  // namespace flagfall::game
