#include "common/mate/hunt.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "common/base/check.hpp"
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

// How many plies each try lasts, and the noise in its scores; the last values repeat for ever.
constexpr std::array<std::uint64_t, 5> lengths{80, 70, 35, 40, 65};
constexpr std::array<std::uint64_t, 4> noises{0, 3, 3, 7};

// Steps of a king between every two squares.
constexpr auto distances = [] {
    std::array<std::array<std::int8_t, 64>, 64> table{};
    for (int a = 0; a < 64; ++a)
        for (int b = 0; b < 64; ++b) {
            const int files = a % 8 > b % 8 ? a % 8 - b % 8 : b % 8 - a % 8;
            const int ranks = a / 8 > b / 8 ? a / 8 - b / 8 : b / 8 - a / 8;
            table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
                static_cast<std::int8_t>(std::max(files, ranks));
        }
    return table;
}();
int distance(Square a, Square b) { return distances[a][b]; }

// 0 in the middle of the board, 6 on the edge.
int edge(Square s) {
    const int file = std::min(chess::file_of(s), 7 - chess::file_of(s));
    const int rank = std::min(chess::rank_of(s), 7 - chess::rank_of(s));
    return 2 * (3 - std::min(file, rank));
}

// The number of squares of the set in the zone; mostly none, and a real count costs more.
int within(Bitboard set, Bitboard zone) {
    set &= zone;
    return set == 0 ? 0 : chess::count(set);
}

Kind captured(const Position& position, Move move) {
    return move.is_castling() ? Kind::none : position.kind_at(move.to());
}

// The winner's view before a move.
struct Prey {
    Square king;
    Bitboard zone;      // around the king, and not blocked by the loser's own men
    Bitboard occupied;  // without the king, which cannot hide behind itself
    Bitboard screens;   // the winner's men who alone stand between the king and a slider
    std::array<Bitboard, 6> checks{};  // from where each kind gives check
    Bitboard unguarded = 0;  // squares the king may flee to, and its own; 0: not looked at
    bool heavy = false;  // the winner has a queen or rook
    bool few = false;    // it has hardly anything else
    Square goal;         // for the winner's king: the other king, or what stops its best pawn

    Prey(const Position& position, Side winner)
        : king(position.king(other(winner))),
          zone((chess::king_attacks(king) | chess::bit(king)) & ~position.pieces(other(winner))),
          occupied(position.occupied() & ~chess::bit(king)),
          screens(screens_of(position, winner, king)) {
        const Bitboard bishop = chess::bishop_attacks(king, position.occupied());
        const Bitboard rook = chess::rook_attacks(king, position.occupied());
        checks = {chess::pawn_attacks(other(winner), king), chess::knight_attacks(king), bishop,
                  rook, bishop | rook, 0};
        heavy = (position.pieces(winner, Kind::queen) | position.pieces(winner, Kind::rook)) != 0;
        few = chess::count(position.pieces(winner)) <= 3;
        goal = heavy ? king : stopper(position, winner).value_or(king);
    }

    // The man right before the pawn that is nearest to its promotion.
    static std::optional<Square> stopper(const Position& position, Side winner) {
        const Bitboard pawns = position.pieces(winner, Kind::pawn);
        if (pawns == 0) return std::nullopt;
        const bool up = winner == Side::white;
        const Square pawn = up ? static_cast<Square>(63 - std::countl_zero(pawns))
                               : chess::first(pawns);
        const auto ahead = static_cast<Square>(up ? pawn + 8 : pawn - 8);
        FF_CHECK(ahead < chess::no_square);  // no pawn is on its last rank
        if (!chess::contains(position.pieces(other(winner)), ahead)) return std::nullopt;
        return ahead;
    }

    static Bitboard screens_of(const Position& position, Side winner, Square king) {
        const Bitboard queens = position.pieces(Kind::queen);
        const auto& tables = chess::attack_tables;
        const Bitboard snipers =
            position.pieces(winner) &
            ((tables.bishop_lines[king] & (position.pieces(Kind::bishop) | queens)) |
             (tables.rook_lines[king] & (position.pieces(Kind::rook) | queens)));
        Bitboard screens = 0;
        for (const Square sniper : chess::squares(snipers)) {
            const Bitboard shield = chess::between(king, sniper) & position.occupied();
            if (!chess::several(shield)) screens |= shield & position.pieces(winner);
        }
        return screens;
    }
};

// One line of play. The scores are rules of thumb, tuned on games.
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
    bool run(std::uint64_t plies) {
        for (std::uint64_t ply = 0; ply < plies; ++ply) {
            ++hunt_.nodes;
            const Move move = position_.side_to_move() == winner_ ? strike() : help();
            if (move.is_none()) return false;
            hunt_.line.push_back(move);
            FF_CHECK(hunt_.line.size() == ply + 1);
            if (mated_) return true;
            last_[position_.side_to_move()] = move;
            position_ = chess::after(position_, move);
        }
        return false;
    }

private:
    struct Choice {
        Move move;
        int score = INT32_MIN;
    };

    // The winner's move: mate, or the best one. Empty if there is no move.
    Move strike() {
        Prey prey(position_, winner_);
        guard_ = chess::no_square;
        Choice best;
        for (const Move move : chess::legal_moves(position_)) {
            int score = random();
            if (may_check(prey, move)) {
                mated_ = mates(prey, move);
                if (mated_) return move;
                score -= 33;
            }
            score += worth(prey, move);
            const Kind taken = captured(position_, move);
            if (taken != Kind::none) score += taken == Kind::pawn ? 1 : 4;
            if (move.to() == prey.goal) score += 20;
            if (takes_back(move)) score -= 11;
            if (score > best.score) best = {move, score};
        }
        return best.move;
    }

    bool may_check(const Prey& prey, Move move) const {
        const Kind kind =
            move.is_promotion() ? move.promotion_kind() : position_.kind_at(move.from());
        return chess::contains(prey.checks[index(kind)], move.to()) ||
               chess::contains(prey.screens, move.from());
    }

    // Only for moves that may give check. A square that nobody guards ends it quickly.
    bool mates(Prey& prey, Move move) {
        if (prey.unguarded == 0) prey.unguarded = unguarded(prey.king) | chess::bit(prey.king);
        const Kind kind =
            move.is_promotion() ? move.promotion_kind() : position_.kind_at(move.from());
        const Bitboard guards =
            kind == Kind::pawn ? chess::pawn_attacks(winner_, move.to())
                               : chess::piece_attacks(kind, move.to(), prey.occupied);
        const Bitboard flights =
            prey.unguarded & ~guards & ~chess::bit(prey.king) & ~chess::bit(move.to());
        if (flights != 0 && !chess::contains(prey.screens, move.from())) return false;
        const Position next = chess::after(position_, move);
        return chess::in_check(next) && !chess::has_legal_move(next);
    }

    // The value of the move around the loser's king.
    int worth(const Prey& prey, Move move) {
        const Square from = move.from();
        const Square to = move.to();
        const Kind before = position_.kind_at(from);
        if (before == Kind::pawn && !move.is_promotion())
            return 13 * within(chess::pawn_attacks(winner_, to), prey.zone) + (prey.heavy ? 2 : 8);
        if (before == Kind::king) {
            const int nearer = distance(from, prey.goal) - distance(to, prey.goal);
            return 2 * (within(chess::king_attacks(to), prey.zone) -
                        within(chess::king_attacks(from), prey.zone)) +
                   (prey.heavy && !prey.few ? nearer : 7 * nearer);
        }
        const int nearer = distance(from, prey.king) - distance(to, prey.king);
        if (before == Kind::pawn)
            return nearer + (move.promotion_kind() == Kind::queen ? 48 : 4) +
                   4 * within(chess::piece_attacks(move.promotion_kind(), to, prey.occupied),
                              prey.zone);
        if (from != guard_) {  // moves of one man come together
            guard_ = from;
            guards_ = within(chess::piece_attacks(before, from, prey.occupied), prey.zone);
        }
        const Bitboard then = chess::piece_attacks(before, to, prey.occupied & ~chess::bit(from));
        return 4 * (within(then, prey.zone) - guards_) + nearer;
    }

    // The squares beside the king that neither the winner guards nor the loser's own men take.
    Bitboard unguarded(Square king) const {
        return chess::king_attacks(king) & ~attacked_by_winner(king) & ~position_.pieces(loser_);
    }

    // The loser's view before a move.
    struct Flight {
        Square king;
        Square hunter;
        Bitboard free;       // neither guarded by the winner nor taken by the loser's own men
        Bitboard unguarded;  // beside the king: worth blocking
        Bitboard lines;      // the lines of the hunter, where a move may give check
        int flights;
    };

    // The loser's most helpful move. The king's own moves come first: often one is
    // better than any other man's could be.
    Move help() {
        const Square king = position_.king(loser_);
        const Square hunter = position_.king(winner_);
        const Bitboard guarded = attacked_by_winner(king);
        const Bitboard free = ~guarded & ~position_.pieces(loser_);
        const Bitboard beside = chess::king_attacks(king);
        const Flight flight{king,
                            hunter,
                            free,
                            beside & ~guarded,
                            chess::queen_attacks(hunter, 0),
                            within(beside, free)};
        Choice best;
        choose(best, chess::legal_moves(position_, chess::bit(king), ~Bitboard{0}), flight);
        if (best.score < blocks + static_cast<int>(noise_))
            choose(best, chess::legal_moves(position_, ~chess::bit(king), ~Bitboard{0}), flight);
        return best.move;
    }

    static constexpr int blocks = 4;  // the value of blocking a flight, above any other move

    void choose(Choice& best, const MoveList& moves, const Flight& flight) {
        for (const Move move : moves) {
            const Square from = move.from();
            const Square to = move.to();
            int score = random();
            if (captured(position_, move) != Kind::none) score -= 29;
            if (from == flight.king && !move.is_castling()) {
                score += 5 * (flight.flights - within(chess::king_attacks(to), flight.free));
                score += edge(to) - edge(from);
                score += 2 * (distance(to, flight.hunter) - distance(from, flight.hunter));
            } else {
                score += chess::contains(flight.unguarded, to) ? blocks : -2;
                if (chess::contains(flight.unguarded, from)) score -= 3;
                if (chess::contains(flight.lines, to)) score -= 2;
                if (move.is_promotion()) score -= 5;
            }
            if (takes_back(move)) score -= 6;
            if (score > best.score) best = {move, score};
        }
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
    Square guard_ = chess::no_square;  // the man whose moves are examined,
    int guards_ = 0;                   // and how much of the zone it guards from where it is
    bool mated_ = false;
};

}  // namespace

Hunt hunt(const Position& position, Side winner, std::uint64_t nodes) {
    Hunt result;
    result.line.reserve(lengths.front());
    for (std::size_t number = 0; result.nodes < nodes; ++number) {
        const std::uint64_t plies = lengths.at(std::min(number, lengths.size() - 1));
        result.line.clear();
        result.mated = Try(position, winner, number, result)
                           .run(std::min(plies, nodes - result.nodes));
        FF_CHECK(result.nodes <= nodes);
        FF_CHECK(result.line.size() <= plies);
        FF_CHECK(!result.mated || !result.line.empty());
        FF_CHECK(result.line.size() <= result.nodes);
        if (result.mated) return result;
    }
    result.line.clear();
    FF_CHECK(!result.mated);
    return result;
}

}  // namespace flagfall::mate
