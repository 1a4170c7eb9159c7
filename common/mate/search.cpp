#include "common/mate/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"
#include "common/mate/material.hpp"

namespace flagfall::mate {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Move;
using chess::Position;
using chess::Square;

int distance(Square a, Square b) {
    return std::max(std::abs(chess::file_of(a) - chess::file_of(b)),
                    std::abs(chess::rank_of(a) - chess::rank_of(b)));
}

// To the nearest corner, or to the nearest of that colour: a bishop mates in its own.
int distance_to_corner(Square s, Bitboard corners) {
    FF_CHECK(corners != 0);
    int nearest = 14;
    for (const Square corner : chess::squares(corners))
        nearest = std::min(nearest, std::abs(chess::file_of(s) - chess::file_of(corner)) +
                                        std::abs(chess::rank_of(s) - chess::rank_of(corner)));
    return nearest;
}

// All squares that the men of `side` attack, seen through the king `prey`, which cannot hide behind
// itself.
Bitboard attacked_by(const Position& position, Side side, Square prey) {
    const Bitboard occupied = position.occupied() & ~chess::bit(prey);
    Bitboard attacked = 0;
    for (const Square pawn : chess::squares(position.pieces(side, Kind::pawn)))
        attacked |= chess::pawn_attacks(side, pawn);
    for (const Square man :
         chess::squares(position.pieces(side) & ~position.pieces(side, Kind::pawn)))
        attacked |= chess::piece_attacks(position.kind_at(man), man, occupied);
    return attacked;
}

// Steps of the best pawn to its promotion; a blocked one needs help.
int steps_to_promotion(const Position& position, Side winner) {
    int best = 10;
    for (const Square pawn : chess::squares(position.pieces(winner, Kind::pawn))) {
        const int rank = chess::rank_for(winner, chess::rank_of(pawn));
        const Square ahead = static_cast<Square>(winner == Side::white ? pawn + 8 : pawn - 8);
        FF_CHECK(ahead < chess::no_square);  // no pawn is on its last rank
        best = std::min(best, 7 - rank + (position.kind_at(ahead) == Kind::none ? 0 : 3));
    }
    FF_CHECK(best >= 1);
    return best;
}

// The weights of the guess below. They affect no verdict, only the order of search.
struct Taste {
    int flight;     // for each square the king of the loser could flee to
    int corner;     // for its way to a corner
    int king;       // for the way of the winner's king to it, when every man is needed
    int king_idle;  // the same with material to spare
    int theirs;     // for each piece of the loser that could still defend
};
// A taste that runs in circles in one position succeeds in another: they take turns. The
// last one keeps the loser's pieces, which may have to block their own king.
constexpr std::array<Taste, 3> tastes{{{8, 3, 3, 1, 14}, {5, 3, 2, 0, 9}, {5, 3, 3, 1, 2}}};

constexpr Bitboard all_corners = 0x8100000000000081;

// With a knight alone, or bishops of one colour, the winner mates only with the help of these men
// of the loser: they can block a flight that the winner cannot guard.
Bitboard helpers(const Position& position, Side winner) {
    const Side loser = other(winner);
    const Bitboard knights = position.pieces(loser, Kind::knight);
    const Bitboard bishops = position.pieces(loser, Kind::bishop);
    FF_CHECK((position.pieces(winner, Kind::knight) | position.pieces(winner, Kind::bishop)) != 0);
    if (position.pieces(winner, Kind::knight) != 0)
        return knights | bishops | position.pieces(loser, Kind::rook);
    const bool on_dark = (position.pieces(winner, Kind::bishop) & dark_squares) != 0;
    return knights | (bishops & (on_dark ? ~dark_squares : dark_squares));
}

bool needs_help(const Position& position, Side winner) {
    if ((position.pieces(winner, Kind::pawn) | position.pieces(winner, Kind::rook) |
         position.pieces(winner, Kind::queen)) != 0)
        return false;
    const Bitboard knights = position.pieces(winner, Kind::knight);
    const Bitboard bishops = position.pieces(winner, Kind::bishop);
    if (knights != 0) return bishops == 0 && !chess::several(knights);
    return one_colour(bishops);
}

constexpr int farthest = 511;

// How far a mate seems to be, 0 to `farthest`: lower is looked at first.
int guess(const Position& position, Side winner, const Taste& taste) {
    const Side loser = other(winner);
    const Square prey = position.king(loser);
    const Bitboard heavy =
        position.pieces(winner, Kind::queen) | position.pieces(winner, Kind::rook);
    const Bitboard light =
        position.pieces(winner, Kind::knight) | position.pieces(winner, Kind::bishop);
    const int strength = 2 * chess::count(heavy) + chess::count(light);

    const bool helpless = needs_help(position, winner);
    const Bitboard help = helpless ? helpers(position, winner) : 0;
    // A queen that blocks a flight would take the lone knight: only helpers and pawns count then.
    const Bitboard blockers =
        helpless ? help | position.pieces(loser, Kind::pawn) : position.pieces(loser);
    const Bitboard flight =
        chess::king_attacks(prey) & ~blockers & ~attacked_by(position, winner, prey);
    Bitboard corners = all_corners;
    if (helpless && position.pieces(winner, Kind::knight) == 0)
        corners &= (position.pieces(winner, Kind::bishop) & dark_squares) != 0 ? dark_squares
                                                                              : ~dark_squares;
    int cost =
        40 + taste.flight * chess::count(flight) + taste.corner * distance_to_corner(prey, corners);
    cost += (strength >= 4 ? taste.king_idle : taste.king) * distance(position.king(winner), prey);
    Bitboard defenders = position.pieces(loser) & ~position.pieces(Kind::pawn);
    if (helpless) {
        if (help == 0) cost += 40 + 6 * steps_to_promotion(position, loser);
        int away = 0;
        for (const Square man : chess::squares(help))
            away = away == 0 ? distance(man, prey) : std::min(away, distance(man, prey));
        cost += 4 * away;
        defenders &= ~(help & -help);           // one of them costs much,
        cost += 60 * chess::count(defenders);  // and so does every other man left
    } else if (heavy == 0) {
        cost += 20 + 6 * steps_to_promotion(position, winner);
    }
    int nearest = 8;
    int second = 8;
    for (const Square man : chess::squares(heavy | light)) {
        const int away = distance(man, prey);
        second = std::min(second, std::max(away, nearest));
        nearest = std::min(nearest, away);
    }
    cost += nearest + second - 3 * std::min(strength, 8);
    cost += taste.theirs * chess::count(defenders);
    return std::clamp(cost, 0, farthest);
}

constexpr std::uint32_t nowhere = UINT32_MAX;

// The search looks for a wall after a pawn move or a capture, as these make walls: this many times,
// then once for so many more positions, so that it stays cheap beside searching.
constexpr std::uint64_t first_looks = 8;
constexpr std::uint64_t positions_a_look = 40;
// More walls than this never help, and each is compared with every position.
constexpr std::size_t most_walls = 16;
// No line gets longer: in UCI it must fit into the evidence.
constexpr std::uint16_t longest_line = 1'200;
// How many positions between two looks at the time.
constexpr std::uint64_t positions_a_glance = 1'024;

struct Node {
    Position position;
    std::uint32_t parent = nowhere;
    std::uint32_t next_open = nowhere;  // in the same bucket
    Move move;                          // that led here
    std::uint16_t ply = 0;
};

class Round {
public:
    Round(const Position& start, Side winner, const Taste& taste, std::vector<Wall>& walls)
        : winner_(winner), taste_(taste), walls_(walls) {
        buckets_.fill(nowhere);
        grow_table(256);
        add(start, nowhere, Move::none());
        FF_CHECK(nodes_.size() == 1);
        FF_CHECK(nodes_.front().parent == nowhere);
    }

    Analysis run(std::uint64_t limit, const Budget& budget) {
        FF_CHECK(limit > 0);
        while (const auto node = take()) {
            if (!expand(*node, limit, budget)) {
                if (mate_ != nowhere)
                    return {Verdict::winnable, line_to(mate_), "search", nodes_.size(), {}};
                return {Verdict::undetermined, {}, "budget", nodes_.size(), {}};
            }
        }
        FF_CHECK(mate_ == nowhere);
        FF_CHECK(taken_ <= nodes_.size());
        FF_CHECK(lowest_ == buckets_.size());  // no node is open
        if (cut_) return {Verdict::undetermined, {}, "budget", nodes_.size(), {}};
        return {Verdict::unwinnable, {}, "closed set", nodes_.size(), proof()};
    }

private:
    // Adds the children; false when the search ends, with or without a mate.
    bool expand(std::uint32_t at, std::uint64_t limit, const Budget& budget) {
        FF_CHECK(at < nodes_.size());
        FF_CHECK(nodes_[at].ply <= longest_line);
        if (nodes_[at].ply == longest_line) {
            cut_ = true;
            return true;
        }
        const Position position = nodes_[at].position;
        for (const Move move : chess::legal_moves(position)) {
            if (nodes_.size() >= limit) return false;  // even if nothing new would come
            const Position next = chess::after(position, move);
            const std::uint32_t child = add(next, at, move);
            if (child == nowhere) continue;
            if (next.side_to_move() != winner_ && chess::in_check(next) &&
                !chess::has_legal_move(next)) {
                mate_ = child;
                return false;
            }
        }
        ++taken_;
        return taken_ % positions_a_glance != 0 || budget.expired == nullptr || !budget.expired();
    }

    // The new node, or `nowhere` when the position is known or nobody ever mates from it.
    std::uint32_t add(const Position& position, std::uint32_t parent, Move move) {
        if (cannot_mate_by_material(position, winner_)) return nowhere;
        std::uint32_t& slot = find(position);
        if (slot != nowhere || (parent != nowhere && walled(position))) return nowhere;
        FF_CHECK(nodes_.size() < nowhere);
        FF_CHECK(parent == nowhere || parent < nodes_.size());
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        slot = index;
        const auto bucket = static_cast<std::size_t>(guess(position, winner_, taste_));
        FF_CHECK(bucket < buckets_.size());
        const int ply = parent == nowhere ? 0 : nodes_[parent].ply + 1;
        FF_CHECK(ply <= longest_line);
        FF_CHECK((parent == nowhere) == move.is_none());
        nodes_.push_back(
            {position, parent, buckets_[bucket], move, static_cast<std::uint16_t>(ply)});
        buckets_[bucket] = index;
        lowest_ = std::min(lowest_, bucket);
        if (nodes_.size() * 2 > table_.size()) grow_table(table_.size() * 2);
        return index;
    }

    // A position inside a wall is finished. A mate already on the board is in no wall.
    bool walled(const Position& position) {
        for (const Wall& wall : walls_)
            if (covers(wall, position)) return true;
        if (position.halfmove_clock() != 0 || walls_.size() >= most_walls ||
            looks_ > first_looks + nodes_.size() / positions_a_look)
            return false;
        ++looks_;
        const auto wall = find_wall(position, winner_);
        if (wall) walls_.push_back(*wall);
        FF_CHECK(walls_.size() <= most_walls);
        return wall.has_value();
    }

    std::optional<std::uint32_t> take() {
        while (lowest_ < buckets_.size() && buckets_[lowest_] == nowhere) ++lowest_;
        if (lowest_ == buckets_.size()) return std::nullopt;
        const std::uint32_t node = buckets_[lowest_];
        FF_CHECK(node < nodes_.size());
        buckets_[lowest_] = nodes_[node].next_open;
        return node;
    }

    // Where the position is, or belongs, in the table; whole positions are compared.
    std::uint32_t& find(const Position& position) {
        FF_CHECK(nodes_.size() < table_.size());  // otherwise it could look for ever
        std::size_t slot = position.key() & (table_.size() - 1);
        while (table_[slot] != nowhere &&
               !chess::same_position(nodes_[table_[slot]].position, position))
            slot = (slot + 1) & (table_.size() - 1);
        return table_[slot];
    }

    void grow_table(std::size_t size) {
        FF_CHECK(std::has_single_bit(size));
        FF_CHECK(size > nodes_.size());
        table_.assign(size, nowhere);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            std::size_t slot = nodes_[i].position.key() & (size - 1);
            while (table_[slot] != nowhere) slot = (slot + 1) & (size - 1);
            table_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    std::vector<Move> line_to(std::uint32_t node) const {
        std::vector<Move> line;
        FF_CHECK(node < nodes_.size());
        const std::size_t plies = nodes_[node].ply;
        for (; nodes_[node].parent != nowhere; node = nodes_[node].parent)
            line.push_back(nodes_[node].move);
        std::ranges::reverse(line);
        FF_CHECK(!line.empty());
        FF_CHECK(line.size() <= longest_line);
        FF_CHECK(line.size() == plies);
        return line;
    }

    Proof proof() const {
        Proof proof;
        proof.positions.reserve(nodes_.size());
        for (const Node& node : nodes_) proof.positions.push_back(node.position);
        proof.walls = walls_;
        FF_CHECK(proof.walls.size() <= most_walls);
        FF_CHECK(!proof.positions.empty());
        FF_CHECK(proof.positions.size() == nodes_.size());
        FF_CHECK(proof.positions.front() == nodes_.front().position);
        return proof;
    }

    Side winner_;
    const Taste& taste_;
    std::vector<Wall>& walls_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> table_;          // open addressing by key, a power of two
    std::array<std::uint32_t, farthest + 1> buckets_{};  // open nodes by guess, newest first
    std::size_t lowest_ = 0;
    std::uint64_t taken_ = 0;
    std::uint64_t looks_ = 0;
    std::uint32_t mate_ = nowhere;
    bool cut_ = false;  // some positions were left out
};

}  // namespace

Analysis Searcher::search(std::size_t taste, std::uint64_t nodes, const Budget& budget) {
    FF_CHECK(nodes > 0);
    Analysis answer = Round(start_, winner_, tastes.at(taste), walls_).run(nodes, budget);
    FF_CHECK(answer.nodes <= nodes);
    FF_CHECK(answer.nodes > 0);
    FF_CHECK((answer.verdict == Verdict::winnable) == !answer.line.empty());
    FF_CHECK(answer.verdict == Verdict::unwinnable || answer.proof.positions.empty());
    return answer;
}

}  // namespace flagfall::mate
