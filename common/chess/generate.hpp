// The one place with the rules of movement (Laws Art. 3). The generator finds the
// squares that each man may legally reach and passes them to a sink; sinks list, count, or stop at
// the first. No move has to be taken back: checks and pins restrict the targets.
//
// A sink has four members. Each may return true for "enough", which ends the generation:
//   bool piece(Square from, Bitboard targets)        a knight, bishop, rook, queen or king
//   bool pawns(Bitboard targets, int delta)          each from target - delta, no promotion
//   bool promotions(Bitboard targets, int delta)     each four moves
//   bool special(Move move)                          en passant and castling
#pragma once

#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::chess {

// Scopes: the wanted moves. Squares outside cost nothing.
struct Everywhere {
    static constexpr Bitboard from = ~Bitboard{0};
    static constexpr Bitboard to = ~Bitboard{0};
};
struct Within {
    Bitboard from;
    Bitboard to;  // castling counts as going to the rook's square
};

// The men of `side` that would attack a square if the board were occupied like this.
inline Bitboard attackers(const Position& position, Side side, Square square, Bitboard occupied) {
    const Bitboard queens = position.pieces(Kind::queen);
    const Bitboard diagonal = position.pieces(side) & (position.pieces(Kind::bishop) | queens);
    const Bitboard straight = position.pieces(side) & (position.pieces(Kind::rook) | queens);
    Bitboard found = (pawn_attacks(other(side), square) & position.pieces(side, Kind::pawn)) |
                     (knight_attacks(square) & position.pieces(side, Kind::knight)) |
                     (king_attacks(square) & position.pieces(side, Kind::king));
    // Most squares are on no line with a slider; a check on the empty board is cheaper.
    if (attack_tables.bishop_lines[square] & diagonal)
        found |= bishop_attacks(square, occupied) & diagonal;
    if (attack_tables.rook_lines[square] & straight)
        found |= rook_attacks(square, occupied) & straight;
    return found;
}

// May the pawn on `from` capture the one that just passed `target`? Both pawns leave their squares
// at once, so the board is rebuilt and the king examined: that covers pins along rank, file and
// diagonal, and captures that end a check.
inline bool en_passant_is_safe(const Position& position, Square from, Square target) {
    const Side us = position.side_to_move();
    const Square victim = square_at(file_of(target), rank_of(from));
    FF_CHECK(contains(position.pieces(other(us), Kind::pawn), victim));
    FF_CHECK(contains(position.pieces(us, Kind::pawn), from));
    FF_CHECK(!contains(position.occupied(), target));
    const Bitboard occupied = (position.occupied() ^ bit(from) ^ bit(victim)) | bit(target);
    return (attackers(position, other(us), position.king(us), occupied) & ~bit(victim)) == 0;
}

// The checks and pins around the king of the side to move.
struct KingSafety {
    Bitboard checkers = 0;
    Bitboard pinned = 0;  // own men that alone stand between the king and a slider
};

template <Side us>
KingSafety king_safety(const Position& position) {
    constexpr Side them = other(us);
    const Square king = position.king(us);
    const Bitboard queens = position.pieces(Kind::queen);
    KingSafety safety;
    safety.checkers = (pawn_attacks(us, king) & position.pieces(them, Kind::pawn)) |
                      (knight_attacks(king) & position.pieces(them, Kind::knight));
    const Bitboard snipers =
        position.pieces(them) &
        ((attack_tables.bishop_lines[king] & (position.pieces(Kind::bishop) | queens)) |
         (attack_tables.rook_lines[king] & (position.pieces(Kind::rook) | queens)));
    for (const Square sniper : squares(snipers)) {
        const Bitboard shield = between(king, sniper) & position.occupied();
        if (shield == 0)
            safety.checkers |= bit(sniper);
        else if (!several(shield))
            safety.pinned |= shield & position.pieces(us);
    }
    return safety;
}

template <Side us, class Scope, class Sink>
class Generator {
public:
    Generator(const Position& position, const Scope& scope, Sink& sink)
        : position_(position), scope_(scope), sink_(sink), king_(position.king(us)) {}

    void run() {
        const KingSafety safety = king_safety<us>(position_);
        if (king_steps()) return;
        if (several(safety.checkers)) return;  // double check: only the king can move
        if (safety.checkers == 0 && castlings()) return;

        Bitboard targets = ~position_.pieces(us);
        if (safety.checkers != 0)  // take the checker or step between
            targets = safety.checkers | between(king_, first(safety.checkers));

        const Bitboard free = ~safety.pinned & scope_.from;
        if (pieces(free, targets & scope_.to)) return;
        if (pawns(position_.pieces(us, Kind::pawn) & free, targets & scope_.to)) return;
        if (safety.pinned != 0) [[unlikely]] {
            if (pinned_men(safety.pinned & scope_.from, targets & scope_.to)) return;
        }
        if (position_.en_passant() != no_square) [[unlikely]] en_passant();
    }

private:
    static constexpr Side them = other(us);
    static constexpr int forward = us == Side::white ? 8 : -8;

    static constexpr Bitboard shift(Bitboard set, int delta) {
        return delta > 0 ? set << delta : set >> -delta;
    }

    bool attacked(Square square, Bitboard occupied) const {
        return attackers(position_, them, square, occupied) != 0;
    }

    Bitboard pawn_threats() const {
        const Bitboard men = position_.pieces(them, Kind::pawn);
        return shift(men & ~file_set(0), -forward - 1) | shift(men & ~file_set(7), -forward + 1);
    }

    // The king leaves its square, so it must not hide the squares behind it from a slider.
    bool king_steps() {
        if (!contains(scope_.from, king_)) return false;
        const Bitboard occupied = position_.occupied() ^ bit(king_);
        Bitboard safe = king_attacks(king_) & ~position_.pieces(us) & scope_.to &
                        ~king_attacks(position_.king(them)) & ~pawn_threats();
        for (const Square to : squares(safe))
            if (attacked(to, occupied)) safe ^= bit(to);
        return sink_.piece(king_, safe);
    }

    // All squares between king and rook must be empty in any case; checking that first saves
    // time.
    bool castlings() {
        if (!contains(scope_.from, king_)) return false;
        const Bitboard rooks = position_.castling_rooks() & position_.pieces(us) & scope_.to;
        for (const Square rook : squares(rooks))
            if ((between(king_, rook) & position_.occupied()) == 0 && may_castle(rook) &&
                sink_.special(Move::castling(king_, rook)))
                return true;
        return false;
    }

    // Laws 3.8.2.2 and Guidelines II (Chess960). The king is not in check here. The rook is taken
    // off as well before the king's path is examined: in Chess960 it can be the king's only shield.
    bool may_castle(Square rook) const {
        FF_CHECK(contains(position_.pieces(us, Kind::rook), rook));
        FF_CHECK(rank_of(rook) == rank_of(king_));
        const bool king_side = rook > king_;
        const Square king_to = square_at(king_side ? 6 : 2, rank_of(king_));
        const Square rook_to = square_at(king_side ? 5 : 3, rank_of(king_));
        const Bitboard others = position_.occupied() ^ bit(king_) ^ bit(rook);
        const Bitboard king_path = between(king_, king_to) | bit(king_to);
        const Bitboard rook_path = between(rook, rook_to) | bit(rook_to);
        if ((king_path | rook_path) & others) return false;
        for (const Square square : squares(king_path))
            if (attacked(square, others)) return false;
        return true;
    }

    bool pieces(Bitboard men, Bitboard targets) {
        const Bitboard occupied = position_.occupied();
        const Bitboard queens = position_.pieces(Kind::queen);
        const Bitboard ours = position_.pieces(us) & men;
        for (const Square from : squares(ours & position_.pieces(Kind::knight)))
            if (sink_.piece(from, knight_attacks(from) & targets)) return true;
        for (const Square from : squares(ours & (position_.pieces(Kind::bishop) | queens)))
            if (sink_.piece(from, bishop_attacks(from, occupied) & targets)) return true;
        for (const Square from : squares(ours & (position_.pieces(Kind::rook) | queens)))
            if (sink_.piece(from, rook_attacks(from, occupied) & targets)) return true;
        return false;
    }

    // A pinned man moves only along the line of its pin.
    bool pinned_men(Bitboard pinned, Bitboard targets) {
        FF_CHECK((pinned & ~position_.pieces(us)) == 0);
        FF_CHECK(!contains(pinned, king_));
        for (const Square from : squares(pinned)) {
            const Bitboard on_line = targets & line_through(king_, from);
            if (position_.kind_at(from) == Kind::pawn ? pawns(bit(from), on_line)
                                                      : pieces(bit(from), on_line))
                return true;
        }
        return false;
    }

    struct PawnTargets {
        Bitboard ahead;
        Bitboard west;
        Bitboard east;
    };

    PawnTargets pawn_targets(Bitboard men, Bitboard targets) const {
        const Bitboard enemies = position_.pieces(them) & targets;
        return {shift(men, forward) & ~position_.occupied(),
                shift(men & ~file_set(0), forward - 1) & enemies,
                shift(men & ~file_set(7), forward + 1) & enemies};
    }

    bool pawns(Bitboard men, Bitboard targets) {
        const Bitboard promoting = men & rank_set(rank_for(us, 6));
        if (promoting != 0) [[unlikely]] {
            if (promotions(promoting, targets)) return true;
        }
        const PawnTargets to = pawn_targets(men ^ promoting, targets);
        const Bitboard third = rank_set(rank_for(us, 2));
        const Bitboard two_ahead = shift(to.ahead & third, forward) & ~position_.occupied();
        return sink_.pawns(to.ahead & targets, forward) || sink_.pawns(to.west, forward - 1) ||
               sink_.pawns(to.east, forward + 1) ||
               sink_.pawns(two_ahead & targets, 2 * forward);
    }

    bool promotions(Bitboard men, Bitboard targets) {
        FF_CHECK((men & ~position_.pieces(us, Kind::pawn)) == 0);
        const PawnTargets to = pawn_targets(men, targets);
        return sink_.promotions(to.ahead & targets, forward) ||
               sink_.promotions(to.west, forward - 1) || sink_.promotions(to.east, forward + 1);
    }

    bool en_passant() {
        const Square to = position_.en_passant();
        FF_CHECK(to < no_square);
        FF_CHECK(rank_of(to) == rank_for(us, 5));
        if (!contains(scope_.to, to)) return false;
        const Bitboard takers =
            pawn_attacks(them, to) & position_.pieces(us, Kind::pawn) & scope_.from;
        for (const Square from : squares(takers))
            if (en_passant_is_safe(position_, from, to) &&
                sink_.special(Move::en_passant(from, to)))
                return true;
        return false;
    }

    const Position& position_;
    const Scope& scope_;
    Sink& sink_;
    const Square king_;
};

// Passes all legal moves of the position within the scope to the sink.
template <class Scope, class Sink>
void generate(const Position& position, const Scope& scope, Sink& sink) {
    if (position.side_to_move() == Side::white)
        Generator<Side::white, Scope, Sink>(position, scope, sink).run();
    else
        Generator<Side::black, Scope, Sink>(position, scope, sink).run();
}

}  // namespace flagfall::chess
