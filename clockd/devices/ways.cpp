#include "clockd/devices/ways.hpp"

#include "common/chess/notation.hpp"

namespace flagfall::devices {

using namespace chess;

namespace {

// Castling is the move that changes most squares.
constexpr int squares_of_a_move = 4;

// Can this legal move change nothing but these squares, going by its own squares?
bool may_change(Move move, Bitboard changed) {
    if (move.is_castling()) return true;  // in Chess960 the king or the rook may stay
    return contains(changed, move.from()) && contains(changed, move.to());
}

// Squares on which something else stands than both say.
Bitboard wrong_for(const Placement& seen, const Placement& before, const Placement& after) {
    return seen.occupied() & differs(seen, before) & differs(seen, after);
}

constexpr int positions_of_a_search = 30'000;
constexpr int most_moves = 6;

class Search {
public:
    Search(const Placement& seen, const Stood& stood) : seen_(seen), stood_(stood) {}

    // Looks for so many moves, of the men on the squares that were left. True: it can end, since
    // there is more than one way, or it takes too long.
    bool find(const Position& from, int plies, Bitboard left) {
        const int changed = count(differs(Placement::of(from), seen_));
        if (changed > plies * squares_of_a_move) return false;
        if (--budget_ < 0) return true;
        if (plies == 1) return found(one_move(from, seen_));
        for (const Move move : legal_moves(from, left, ~Bitboard{0})) {
            if (!stood_(from, move)) continue;
            line_.push_back(move);
            const bool over = find(after(from, move), plies - 1, left | bit(move.to()));
            line_.pop_back();
            if (over) return true;
        }
        return false;
    }
    const std::vector<Move>& way() const { return way_; }
    bool only() const { return ways_ == 1 && budget_ >= 0; }

private:
    bool found(std::optional<Move> last) {
        if (!last || ++ways_ > 1) return ways_ > 1;
        way_ = line_;
        way_.push_back(*last);
        return false;
    }

    const Placement& seen_;
    const Stood& stood_;
    int budget_ = positions_of_a_search;
    int ways_ = 0;
    std::vector<Move> line_;  // so far
    std::vector<Move> way_;   // the first that was found
};

}  // namespace

std::optional<Move> one_move(const Position& from, const Placement& seen) {
    const Bitboard changed = differs(Placement::of(from), seen);
    if (changed == 0 || count(changed) > squares_of_a_move) return std::nullopt;
    for (const Move move : legal_moves(from))
        if (may_change(move, changed) && Placement::of(after(from, move)) == seen) return move;
    return std::nullopt;
}

std::vector<TwoMoves> two_moves(const Position& from, const Placement& seen) {
    std::vector<TwoMoves> found;
    const Bitboard changed = differs(Placement::of(from), seen);
    if (changed == 0 || count(changed) > 2 * squares_of_a_move) return found;
    for (const Move move : legal_moves(from)) {
        // Whatever the reply is, the man that moved is not where it was; in castling it may be.
        if (!move.is_castling() && !contains(changed, move.from())) continue;
        const Position between = after(from, move);
        if (const auto reply = one_move(between, seen)) found.push_back({move, *reply});
    }
    return found;
}

Way several_moves(const Position& from, const Placement& seen, const Stood& stood) {
    const Bitboard left = differs(Placement::of(from), seen);
    Search search(seen, stood);
    for (int plies = 3; left != 0 && plies <= most_moves && search.way().empty(); ++plies)
        if (search.find(from, plies, left)) break;
    return {search.way(), search.only()};
}

std::optional<Move> pawn_waits(const Position& from, const Placement& seen) {
    const Side us = from.side_to_move();
    const Bitboard waiting = seen.men(us, Kind::pawn) & rank_set(rank_for(us, 7));
    if (waiting == 0 || several(waiting)) return std::nullopt;
    for (const Move move : legal_moves(from, ~Bitboard{0}, waiting)) {
        if (move.promotion_kind() != Kind::queen) continue;
        Placement expected = Placement::of(after(from, move));
        expected.put(move.to(), {us, Kind::pawn});
        if (expected == seen) return move;
    }
    return std::nullopt;
}

bool under_way(const Position& from, const Placement& seen) {
    const Placement before = Placement::of(from);
    const Bitboard strange = seen.occupied() & differs(seen, before);
    if (strange == 0) return true;
    const Side us = from.side_to_move();
    for (const Move move : legal_moves(from)) {
        const Placement then = Placement::of(after(from, move));
        Bitboard wrong = wrong_for(seen, before, then);
        if (move.is_promotion() && contains(seen.men(us, Kind::pawn), move.to()))
            wrong &= ~bit(move.to());
        if (wrong == 0) return true;
    }
    return false;
}

std::optional<Beneath> beneath(const Position& from, const Placement& seen) {
    std::optional<Beneath> best;
    bool shared = false;
    for (const Move move : legal_moves(from)) {
        const Placement then = Placement::of(after(from, move));
        const Bitboard changed = differs(then, seen);
        const Bitboard moved = differs(then, Placement::of(from));
        // All that the move changes is done, and nothing stands where it ought not to.
        if ((changed & moved) != 0 || (changed & seen.occupied()) != 0) continue;
        if (best && count(best->missing) < count(changed)) continue;
        shared = best && count(best->missing) == count(changed);
        best = Beneath{move, changed};
    }
    return shared ? std::nullopt : best;
}

namespace {

std::string text_of_one_man(const Position& from, const Placement& seen) {
    const Side us = from.side_to_move();
    const Placement before = Placement::of(from);
    const Bitboard changed = differs(before, seen);
    const Bitboard left = before.men(us) & changed & ~seen.men(us);
    const Bitboard came = seen.men(us) & changed;
    const auto text = [](Square a, Square b) { return square_name(a) + square_name(b); };
    // Castling that was not allowed: king and rook have both gone somewhere.
    const Bitboard king = before.men(us, Kind::king) & left;
    const Bitboard there = seen.men(us, Kind::king) & came;
    if (count(left) == 2 && count(came) == 2 && king != 0 && there != 0 &&
        (before.men(us, Kind::rook) & left) != 0 && (seen.men(us, Kind::rook) & came) != 0)
        return text(first(king), first(there));
    if (count(left) != 1 || count(came) != 1) return {};
    const Square a = first(left);
    const Square b = first(came);
    // Somebody else's man has vanished from a square to which nobody went: more than one move.
    if ((before.men(other(us)) & changed & ~came) != 0 || seen.men(other(us)) & changed) return {};
    const Kind was = before.at(a).kind;
    const Kind now = seen.at(b).kind;
    if (was == now) return text(a, b);
    const bool promoted = was == Kind::pawn && rank_of(b) == rank_for(us, 7);
    return promoted && now != Kind::king ? text(a, b) + "pnbrqk"[index(now)] : std::string();
}

}  // namespace

// Castling without the rook, or a pawn that was taken in passing and still stands, has the text of
// a legal move, which was not made.
std::string unlawful_text(const Position& from, const Placement& seen) {
    std::string text = text_of_one_man(from, seen);
    return parse_uci(from, text) ? std::string() : text;
}

}  // namespace flagfall::devices
