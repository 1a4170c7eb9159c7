#include "common/mate/hunt.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"

namespace flagfall::mate {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Move;
using chess::MoveList;
using chess::Position;
using chess::Square;

// How many plies one try goes on, and the noise in its scores; the last go on for ever.
constexpr std::array<int, 5> lengths{30, 40, 50, 60, 80};
constexpr std::array<std::uint64_t, 4> noises{0, 3, 3, 7};

int distance(Square a, Square b) {
    return std::max(std::abs(chess::file_of(a) - chess::file_of(b)),
                    std::abs(chess::rank_of(a) - chess::rank_of(b)));
}

// 0 in the middle of the board, 9 on the edge.
int edge(Square s) {
    const int file = std::min(chess::file_of(s), 7 - chess::file_of(s));
    const int rank = std::min(chess::rank_of(s), 7 - chess::rank_of(s));
    return 3 * (3 - std::min(file, rank));
}

Kind captured(const Position& position, Move move) {
    return move.is_castling() ? Kind::none : position.kind_at(move.to());
}

// What the winner looks at before a move.
struct Prey {
    Square king;
    Bitboard zone;      // around the king, and not blocked by his own men
    Bitboard occupied;  // without the king, who cannot hide behind himself
    Bitboard lines;     // rank, file and diagonals of the king
    std::array<Bitboard, 6> checks{};  // from where each kind gives check
    bool heavy = false;  // the winner has a queen or rook
    bool few = false;    // he has hardly anything else

    Prey(const Position& position, Side winner)
        : king(position.king(other(winner))),
          zone((chess::king_attacks(king) | chess::bit(king)) & ~position.pieces(other(winner))),
          occupied(position.occupied() & ~chess::bit(king)),
          lines(chess::queen_attacks(king, 0)) {
        const Bitboard bishop = chess::bishop_attacks(king, position.occupied());
        const Bitboard rook = chess::rook_attacks(king, position.occupied());
        checks = {chess::pawn_attacks(other(winner), king), chess::knight_attacks(king), bishop,
                  rook, bishop | rook, 0};
        heavy = (position.pieces(winner, Kind::queen) | position.pieces(winner, Kind::rook)) != 0;
        few = chess::count(position.pieces(winner)) <= 3;
    }
};

// One line of play. The scores are rules of thumb: what they are worth was tried out on games.
class Try {
public:
    Try(const Position& start, Side winner, std::size_t number, Hunt& hunt)
        : position_(start),
          winner_(winner),
          loser_(other(winner)),
          hunt_(hunt),
          seed_(0x9E3779B97F4A7C15U * (number + 1)),
          noise_(noises.at(std::min(number, noises.size() - 1))) {}

    // True when the last move of the line mates.
    bool run(int plies) {
        for (int ply = 0; ply < plies; ++ply) {
            ++hunt_.nodes;
            const MoveList moves = chess::legal_moves(position_);
            if (moves.empty()) return false;
            const bool striking = position_.side_to_move() == winner_;
            const Move move = striking ? strike(moves) : help(moves);
            hunt_.line.push_back(move);
            if (mated_) return true;
            last_[position_.side_to_move()] = move;
            position_ = chess::after(position_, move);
        }
        return false;
    }

private:
    // Of the winner's moves: mate, or the best.
    Move strike(const MoveList& moves) {
        const Prey prey(position_, winner_);
        Move best = moves[0];
        int best_score = INT32_MIN;
        for (const Move move : moves) {
            int score = random();
            if (may_check(prey, move)) {
                const Position next = chess::after(position_, move);
                if (chess::in_check(next)) {
                    mated_ = !chess::has_legal_move(next);
                    if (mated_) return move;
                    score -= 6;
                }
            }
            score += worth(prey, move);
            const Kind taken = captured(position_, move);
            if (taken != Kind::none) score += taken == Kind::pawn ? 2 : 6;
            if (takes_back(move)) score -= 12;
            if (score > best_score) {
                best_score = score;
                best = move;
            }
        }
        return best;
    }

    bool may_check(const Prey& prey, Move move) const {
        return move.is_promotion() || chess::contains(prey.lines, move.from()) ||
               chess::contains(prey.checks[index(position_.kind_at(move.from()))], move.to());
    }

    // What the move does around the loser's king.
    int worth(const Prey& prey, Move move) const {
        const Square from = move.from();
        const Square to = move.to();
        const Kind before = position_.kind_at(from);
        const int nearer = distance(from, prey.king) - distance(to, prey.king);
        if (before == Kind::king)
            return 2 * (chess::count(chess::king_attacks(to) & prey.zone) -
                        chess::count(chess::king_attacks(from) & prey.zone)) +
                   (prey.heavy && !prey.few ? nearer : 4 * nearer);
        if (before == Kind::pawn && !move.is_promotion())
            return 3 * chess::count(chess::pawn_attacks(winner_, to) & prey.zone) +
                   (prey.heavy ? 1 : 8);
        const Kind kind = move.is_promotion() ? move.promotion_kind() : before;
        const Bitboard now = chess::piece_attacks(before, from, prey.occupied);
        const Bitboard then =
            chess::piece_attacks(kind, to, prey.occupied & ~chess::bit(from));
        const int guards = chess::count(then & prey.zone) - chess::count(now & prey.zone);
        const int promotion = !move.is_promotion() ? 0 : kind == Kind::queen ? 30 : 4;
        return 5 * guards + nearer + promotion;
    }

    // Of the loser's moves the most obliging.
    Move help(const MoveList& moves) {
        const Square king = position_.king(loser_);
        const Bitboard guarded = attacked_by_winner(king);
        const Bitboard free = ~guarded & ~position_.pieces(loser_);
        const int flights = chess::count(chess::king_attacks(king) & free);
        const Bitboard unguarded = chess::king_attacks(king) & ~guarded;
        const Square hunter = position_.king(winner_);
        const Bitboard lines = chess::queen_attacks(hunter, 0);
        Move best = moves[0];
        int best_score = INT32_MIN;
        for (const Move move : moves) {
            const Square from = move.from();
            const Square to = move.to();
            int score = random();
            if (captured(position_, move) != Kind::none) score -= 12;
            if (from == king && !move.is_castling()) {
                score += 5 * (flights - chess::count(chess::king_attacks(to) & free));
                score += edge(to) - edge(from) + distance(from, hunter) - distance(to, hunter);
            } else {
                score += chess::contains(unguarded, to) ? 4 : -1;  // blocks a flight
                if (chess::contains(unguarded, from)) score -= 5;
                if (chess::contains(lines, to)) score -= 2;  // may give check
                if (move.is_promotion())
                    score -= move.promotion_kind() == Kind::queen ? 8 : 2;
            }
            if (takes_back(move)) score -= 8;
            if (score > best_score) {
                best_score = score;
                best = move;
            }
        }
        return best;
    }

    Bitboard attacked_by_winner(Square king) const {
        const Bitboard occupied = position_.occupied() & ~chess::bit(king);
        const Bitboard pawns = position_.pieces(winner_, Kind::pawn);
        Bitboard attacked = 0;
        for (const Square pawn : chess::squares(pawns))
            attacked |= chess::pawn_attacks(winner_, pawn);
        for (const Square man : chess::squares(position_.pieces(winner_) & ~pawns))
            attacked |= chess::piece_attacks(position_.kind_at(man), man, occupied);
        return attacked;
    }

    bool takes_back(Move move) const {
        const Move last = last_[position_.side_to_move()];
        return move.from() == last.to() && move.to() == last.from();
    }

    int random() {
        if (noise_ == 0) return 0;
        seed_ ^= seed_ << 13;
        seed_ ^= seed_ >> 7;
        seed_ ^= seed_ << 17;
        return static_cast<int>((seed_ >> 20) & noise_);
    }

    Position position_;
    Side winner_;
    Side loser_;
    Hunt& hunt_;
    std::uint64_t seed_;
    std::uint64_t noise_;
    Both<Move> last_{};
    bool mated_ = false;
};

}  // namespace

Hunt hunt(const Position& position, Side winner, std::uint64_t nodes) {
    Hunt result;
    for (std::size_t number = 0; result.nodes < nodes; ++number) {
        const int plies = lengths.at(std::min(number, lengths.size() - 1));
        const std::uint64_t left = nodes - result.nodes;
        result.line.clear();
        result.mated = Try(position, winner, number, result)
                           .run(static_cast<int>(std::min<std::uint64_t>(left, plies)));
        if (result.mated) return result;
    }
    result.line.clear();
    return result;
}

}  // namespace flagfall::mate
