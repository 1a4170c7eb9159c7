#include "common/mate/wall.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"

namespace flagfall::mate {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Position;
using chess::Square;

constexpr std::array kinds{Kind::pawn,  Kind::knight, Kind::bishop,
                           Kind::rook,  Kind::queen,  Kind::king};
constexpr std::array all_but_kings{Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen};
constexpr std::array officers{Kind::knight, Kind::bishop, Kind::rook, Kind::queen};

Bitboard all_of(const Wall::Squares& squares) {
    Bitboard all = 0;
    for (const Bitboard set : squares) all |= set;
    return all;
}

Bitboard all_but_king(const Wall::Squares& squares) {
    Bitboard all = 0;
    for (const Kind kind : all_but_kings) all |= squares[index(kind)];
    return all;
}

Bitboard ahead(Side side, Bitboard set) { return side == Side::white ? set << 8 : set >> 8; }

// Lets men move and be captured as long as some rule allows it, starting from "nothing moves".
class Saturation {
public:
    Saturation(const Position& position, Side winner) {
        wall_.winner = winner;
        for (const Side side : {Side::white, Side::black})
            for (const Kind kind : kinds)
                wall_.fixed[side][index(kind)] = position.pieces(side, kind);
    }

    // Empty if a pawn of the winner may promote: a new queen gets everywhere.
    std::optional<Wall> run() {
        note_pairs();
        do {
            changed_ = false;
            for (const Side side : {Side::white, Side::black}) {
                look();
                for (const Kind kind : kinds) {
                    const Wall::Squares& fixed = wall_.fixed[side];
                    const Bitboard from = fixed[index(kind)] | wall_.reach[side][index(kind)];
                    for (const Square square : chess::squares(from)) expand(side, kind, square);
                }
            }
        } while (changed_ && !promoted_);
        if (promoted_) return std::nullopt;
        note_locks();
        look();
        FF_CHECK((fixed_[Side::white] & fixed_[Side::black]) == 0);
        for (const Side side : {Side::white, Side::black}) {
            const std::size_t pawn = index(Kind::pawn);
            FF_CHECK((wall_.locked[side] & ~(wall_.fixed[side][pawn] | wall_.reach[side][pawn])) ==
                     0);
            FF_CHECK((passed_[side] & fixed_all_) == 0);
        }
        return wall_;
    }

private:
    // Notes the pawns that face an enemy pawn.
    void note_pairs() {
        for (const Side side : {Side::white, Side::black})
            wall_.locked[side] = wall_.fixed[side][index(Kind::pawn)] &
                                 ahead(other(side), wall_.fixed[other(side)][index(Kind::pawn)]);
    }

    // Of those, the locks that the table needs and that hold.
    void note_locks() {
        for (const Side side : {Side::white, Side::black})
            for (const Square pawn : chess::squares(wall_.locked[side]))
                if (chess::contains(fixed_[side] | ahead(other(side), fixed_all_), pawn) ||
                    !locked(side, pawn))
                    wall_.locked[side] ^= chess::bit(pawn);
    }

    // Can the pawn never pass the enemy pawn before it while it stands? That is so if no other
    // pawn can come to its square, and the enemy pawn can neither be taken where it stands nor
    // take: then the enemy pawn leaves only to the square of this one, when this one is gone.
    bool locked(Side side, Square pawn) const {
        if (!chess::contains(wall_.locked[side], pawn)) return false;
        const Side enemy = other(side);
        const Bitboard before = ahead(side, chess::bit(pawn));
        FF_CHECK(before != 0);  // no pawn is on its last rank
        FF_CHECK(!chess::several(before));
        return !chess::contains(entered_[side], pawn) && (hit_[side] & before) == 0 &&
               (chess::pawn_attacks(enemy, chess::first(before)) &
                (men_[side] | passed_[side])) == 0;
    }

    // Updates what follows from the table.
    void look() {
        for (const Side side : {Side::white, Side::black}) {
            fixed_[side] = all_of(wall_.fixed[side]);
            men_[side] = all_but_king(wall_.fixed[side]) | all_but_king(wall_.reach[side]);
        }
        fixed_all_ = fixed_[Side::white] | fixed_[Side::black];
        for (const Side side : {Side::white, Side::black}) {
            passed_[side] = passed_by(side);
            guarded_[side] = guarded_by(side);
        }
    }

    // The squares that a double step of a pawn may pass: it may be taken en passant there.
    Bitboard passed_by(Side side) const {
        const Bitboard home = chess::rank_set(chess::rank_for(side, 1));
        const Bitboard pawns =
            wall_.fixed[side][index(Kind::pawn)] | wall_.reach[side][index(Kind::pawn)];
        const Bitboard passed = ahead(side, pawns & home) & ~fixed_all_;
        return ahead(other(side), ahead(side, passed) & ~fixed_all_);
    }

    // The squares on which the other king would always be in check from a fixed man of `side`.
    Bitboard guarded_by(Side side) const {
        const Wall::Squares& fixed = wall_.fixed[side];
        Bitboard guarded = 0;
        for (const Square pawn : chess::squares(fixed[index(Kind::pawn)]))
            guarded |= chess::pawn_attacks(side, pawn);
        const Bitboard in_the_way =
            (fixed_all_ & ~wall_.fixed[other(side)][index(Kind::king)]) |
            all_of(wall_.reach[side]) | all_but_king(wall_.reach[other(side)]);
        for (const Kind kind : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen, Kind::king})
            for (const Square man : chess::squares(fixed[index(kind)]))
                guarded |= chess::piece_attacks(kind, man, in_the_way);
        return guarded;
    }

    Bitboard targets(Side side, Kind kind, Square from) const {
        const Side enemy = other(side);
        Bitboard to = 0;
        if (kind == Kind::pawn) {
            const Bitboard step =
                locked(side, from) ? 0 : ahead(side, chess::bit(from)) & ~fixed_all_;
            const Bitboard third = chess::rank_set(chess::rank_for(side, 2));
            to = step | (ahead(side, step & third) & ~fixed_all_);
            to |= chess::pawn_attacks(side, from) & (men_[enemy] | passed_[enemy]);
        } else {
            to = chess::piece_attacks(kind, from, fixed_all_);
            if (kind == Kind::king) to &= ~guarded_[enemy];
        }
        return to & ~fixed_[side] & ~wall_.fixed[enemy][index(Kind::king)];
    }

    void expand(Side side, Kind kind, Square from) {
        const Bitboard to = targets(side, kind, from);
        if (to == 0) return;
        free(side, chess::bit(from));
        free(other(side), to);
        Wall::Squares& reach = wall_.reach[side];
        add(hit_[side], to);
        if (kind == Kind::pawn) {
            add(entered_[side], to);
            const Bitboard last = to & chess::rank_set(chess::rank_for(side, 7));
            for (const Kind piece : officers) add(reach[index(piece)], last);
            promoted_ = promoted_ || (last != 0 && side == wall_.winner);
            add(reach[index(kind)], to & ~last);
        } else {
            add(reach[index(kind)], to);
        }
    }

    void add(Bitboard& set, Bitboard more) {
        if ((more & ~set) == 0) return;
        set |= more;
        changed_ = true;
    }

    // The men of this side on these squares are no longer fixed.
    void free(Side side, Bitboard where) {
        if ((fixed_[side] & where) == 0) return;
        for (const Kind kind : kinds) {
            const Bitboard freed = wall_.fixed[side][index(kind)] & where;
            FF_CHECK((freed & ~fixed_[side]) == 0);
            wall_.fixed[side][index(kind)] ^= freed;
            wall_.reach[side][index(kind)] |= freed;
        }
        changed_ = true;
        look();
    }

    Wall wall_;
    Both<Bitboard> fixed_{};
    Both<Bitboard> men_{};      // where men other than the king may stand
    Both<Bitboard> passed_{};
    Both<Bitboard> guarded_{};
    Both<Bitboard> hit_{};      // where some man may arrive
    Both<Bitboard> entered_{};  // where some pawn may arrive
    Bitboard fixed_all_ = 0;
    bool changed_ = false;
    bool promoted_ = false;
};

Bitboard kings(const Wall& wall, Side side) {
    return wall.fixed[side][index(Kind::king)] | wall.reach[side][index(Kind::king)];
}

// A promotion turns a loose pawn into a loose piece of any kind.
bool may_promote(const Wall& wall, Side side) {
    const std::size_t pawn = index(Kind::pawn);
    const Bitboard pawns = wall.fixed[side][pawn] | wall.reach[side][pawn];
    return (pawns & chess::rank_set(chess::rank_for(side, 6))) != 0;
}

// Looks for a mate that the table does not rule out.
class NoMate {
public:
    explicit NoMate(const Wall& wall)
        : wall_(wall), winner_(wall.winner), loser_(other(winner_)) {
        all_fixed_ = all_of(wall.fixed[winner_]) | all_of(wall.fixed[loser_]);
        all_fixed_ &= ~wall.fixed[loser_][index(Kind::king)];  // a king cannot hide behind itself
        for (const Kind kind : all_but_kings) {
            by_fixed_ |= attacks(kind, wall.fixed[winner_][index(kind)]);
            by_loose_[index(kind)] = attacks(kind, wall.reach[winner_][index(kind)]);
        }
        attacked_ = by_fixed_ | all_of(by_loose_);
        blockers_ = all_but_king(wall.reach[loser_]);
        for (const int most : wall.most[loser_]) loose_losers_ += most;
        FF_CHECK(loose_losers_ >= 0);
        FF_CHECK(loose_losers_ <= 15);
    }

    bool holds() const {
        for (const Square king : chess::squares(kings(wall_, loser_) & attacked_)) {
            const Bitboard near = chess::king_attacks(king) | chess::bit(king);
            for (const Square hunter : chess::squares(kings(wall_, winner_) & ~near))
                if (!always_flees(king, hunter, attacked_) && !flees_each(king, hunter))
                    return false;
        }
        return true;
    }

private:
    // Are there more flights than the loser's own men can block, if the winner's men attack no
    // more than this?
    bool always_flees(Square king, Square hunter, Bitboard attacked) const {
        FF_CHECK(king != hunter);
        const Bitboard flights = chess::king_attacks(king) & ~attacked &
                                 ~all_of(wall_.fixed[loser_]) & ~chess::king_attacks(hunter);
        return chess::count(flights) >
               std::min(loose_losers_, chess::count(flights & blockers_));
    }

    // The same for each way to be in check: if there is only one man of the checking kind, it
    // attacks only the squares that it attacks from there.
    bool flees_each(Square king, Square hunter) const {
        if (chess::contains(by_fixed_, king)) return false;
        for (const Kind kind : all_but_kings) {
            if (!chess::contains(by_loose_[index(kind)], king)) continue;
            if (may_promote(wall_, winner_) || wall_.most[winner_][index(kind)] != 1) return false;
            Bitboard others = by_fixed_;
            for (const Kind each : all_but_kings)
                if (each != kind) others |= by_loose_[index(each)];
            for (const Square checker :
                 chess::squares(wall_.reach[winner_][index(kind)] & ~chess::bit(hunter))) {
                const Bitboard his = attacks(kind, chess::bit(checker));
                if (chess::contains(his, king) && !always_flees(king, hunter, others | his))
                    return false;
            }
        }
        return true;
    }

    // The squares that men of the winner attack from here, through everything that is not fixed.
    Bitboard attacks(Kind kind, Bitboard from) const {
        Bitboard attacked = 0;
        for (const Square man : chess::squares(from))
            attacked |= kind == Kind::pawn ? chess::pawn_attacks(winner_, man)
                                           : chess::piece_attacks(kind, man, all_fixed_);
        return attacked;
    }

    const Wall& wall_;
    Side winner_;
    Side loser_;
    Bitboard all_fixed_ = 0;
    Bitboard by_fixed_ = 0;
    Wall::Squares by_loose_{};
    Bitboard attacked_ = 0;
    Bitboard blockers_ = 0;  // where loose men of the loser may stand
    int loose_losers_ = 0;
};

Wall::Counts loose_men(const Wall& wall, const Position& position, Side side) {
    Wall::Counts counts{};
    for (const Kind kind : all_but_kings)
        counts[index(kind)] =
            chess::count(position.pieces(side, kind) & ~wall.fixed[side][index(kind)]);
    return counts;
}

bool no_more(const Wall& wall, Side side, const Wall::Counts& loose) {
    const Wall::Counts& most = wall.most[side];
    if (may_promote(wall, side))
        return std::reduce(loose.begin(), loose.end()) <= std::reduce(most.begin(), most.end());
    return std::ranges::equal(loose, most, std::ranges::less_equal{});
}

// A man is fixed or it is not, and the wall is one around this position.
void check(const Wall& wall, const Position& position) {
    for (const Side side : {Side::white, Side::black}) {
        for (const Kind kind : kinds) {
            FF_CHECK((wall.fixed[side][index(kind)] & wall.reach[side][index(kind)]) == 0);
            FF_CHECK(wall.most[side][index(kind)] >= 0);
            FF_CHECK((position.pieces(side, kind) & wall.fixed[side][index(kind)]) ==
                     wall.fixed[side][index(kind)]);
        }
        FF_CHECK(kings(wall, side) != 0);
        FF_CHECK(!chess::several(wall.fixed[side][index(Kind::king)]));
        FF_CHECK(wall.most[side][index(Kind::king)] == 0);
        FF_CHECK(std::reduce(wall.most[side].begin(), wall.most[side].end()) <= 15);
    }
    FF_CHECK(covers(wall, position));
}

}  // namespace

std::optional<Wall> find_wall(const Position& position, Side winner) {
    if (position.castling_rooks() != 0 || position.en_passant() != chess::no_square) return {};
    auto found = Saturation(position, winner).run();
    if (!found) return {};
    Wall& wall = *found;
    for (const Side side : {Side::white, Side::black})
        wall.most[side] = loose_men(wall, position, side);
    if (!NoMate(wall).holds()) return {};
    check(wall, position);
    FF_CHECK(wall.winner == winner);
    return found;
}

bool covers(const Wall& wall, const Position& position) {
    if (position.castling_rooks() != 0 || position.en_passant() != chess::no_square) return false;
    for (const Side side : {Side::white, Side::black}) {
        for (const Kind kind : kinds) {
            const Bitboard men = position.pieces(side, kind);
            const Bitboard fixed = wall.fixed[side][index(kind)];
            if ((men & fixed) != fixed) return false;
            if ((men & ~fixed & ~wall.reach[side][index(kind)]) != 0) return false;
        }
    }
    for (const Side side : {Side::white, Side::black}) {
        const Bitboard locked = wall.locked[side] & position.pieces(side, Kind::pawn);
        if ((ahead(side, locked) & ~position.pieces(other(side), Kind::pawn)) != 0) return false;
        if (!no_more(wall, side, loose_men(wall, position, side))) return false;
    }
    return true;
}

}  // namespace flagfall::mate
