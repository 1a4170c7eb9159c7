#include "common/mate/helpmate.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"

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

int distance_to_corner(Square s) {
    const int file = std::min(chess::file_of(s), 7 - chess::file_of(s));
    const int rank = std::min(chess::rank_of(s), 7 - chess::rank_of(s));
    return file + rank;
}

// All squares that the men of `side` attack, seen through the king `prey`: he cannot hide behind
// himself.
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
        best = std::min(best, 7 - rank + (position.kind_at(ahead) == Kind::none ? 0 : 3));
    }
    return best;
}

// What the guess below makes of a position. No verdict depends on it, only the order of search.
struct Taste {
    int flight;     // for each square the king of the loser could flee to
    int corner;     // for his way to a corner
    int king;       // for the winner's king's way to him, when every man is needed
    int king_idle;  // the same with material to spare
    int theirs;     // for each piece of the loser that could still defend
};
// A taste that runs in circles in one position finds its way in another: they take turns. The
// last one keeps the loser's pieces, which may have to block their own king.
constexpr std::array<Taste, 3> tastes{{{8, 3, 3, 1, 14}, {5, 3, 2, 0, 9}, {5, 3, 3, 1, 2}}};

struct Round {
    std::size_t taste;
    std::uint64_t nodes;
};
// Short tries first; what is left of the budget goes to the last taste named.
constexpr std::array<Round, 4> rounds{{{0, 400}, {1, 1'200}, {2, 3'000}, {1, UINT64_MAX}}};

// How far a mate seems to be, 0 to 255: lower is looked at first.
int guess(const Position& position, Side winner, const Taste& taste) {
    const Side loser = other(winner);
    const Square prey = position.king(loser);
    const Bitboard heavy =
        position.pieces(winner, Kind::queen) | position.pieces(winner, Kind::rook);
    const Bitboard light =
        position.pieces(winner, Kind::knight) | position.pieces(winner, Kind::bishop);
    const int strength = 2 * chess::count(heavy) + chess::count(light);

    const Bitboard flight =
        chess::king_attacks(prey) & ~position.pieces(loser) & ~attacked_by(position, winner, prey);
    int cost = 40 + taste.flight * chess::count(flight) + taste.corner * distance_to_corner(prey);
    cost += (strength >= 4 ? taste.king_idle : taste.king) * distance(position.king(winner), prey);
    if (heavy == 0) cost += 20 + 6 * steps_to_promotion(position, winner);
    int nearest = 8;
    int second = 8;
    for (const Square man : chess::squares(heavy | light)) {
        const int away = distance(man, prey);
        second = std::min(second, std::max(away, nearest));
        nearest = std::min(nearest, away);
    }
    cost += nearest + second - 3 * std::min(strength, 8);
    cost += taste.theirs * chess::count(position.pieces(loser) & ~position.pieces(Kind::pawn));
    return std::clamp(cost, 0, 255);
}

constexpr std::uint32_t nowhere = UINT32_MAX;

struct Node {
    Position position;
    std::uint32_t parent = nowhere;
    std::uint32_t next_open = nowhere;  // in the same bucket
    Move move;                          // that led here
};

class Search {
public:
    Search(const Position& start, Side winner, const Taste& taste, std::uint64_t limit)
        : winner_(winner), taste_(taste), limit_(limit) {
        buckets_.fill(nowhere);
        grow_table(1024);
        add(start, nowhere, Move::none());
    }

    Answer run() {
        while (const auto node = take()) {
            if (!expand(*node)) {
                if (mate_ != nowhere)
                    return {Verdict::winnable, line_to(mate_), "search", nodes_.size()};
                return {Verdict::undetermined, {}, "budget", nodes_.size()};
            }
        }
        return {Verdict::unwinnable, {}, "exhausted", nodes_.size()};
    }

private:
    // Adds the children; false when the search ends, with or without a mate.
    bool expand(std::uint32_t at) {
        const Position position = nodes_[at].position;
        for (const Move move : chess::legal_moves(position)) {
            if (nodes_.size() >= limit_) return false;  // even if nothing new would come
            const Position next = chess::after(position, move);
            const std::uint32_t child = add(next, at, move);
            if (child == nowhere) continue;
            if (next.side_to_move() != winner_ && chess::in_check(next) &&
                !chess::has_legal_move(next)) {
                mate_ = child;
                return false;
            }
        }
        return true;
    }

    // The new node, or `nowhere` when the position is known or lacks the material for good.
    std::uint32_t add(const Position& position, std::uint32_t parent, Move move) {
        if (cannot_mate_by_material(position, winner_)) return nowhere;
        std::uint32_t& slot = find(position);
        if (slot != nowhere) return nowhere;
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        slot = index;
        const auto bucket = static_cast<std::size_t>(guess(position, winner_, taste_));
        nodes_.push_back({position, parent, buckets_[bucket], move});
        buckets_[bucket] = index;
        lowest_ = std::min(lowest_, bucket);
        if (nodes_.size() * 2 > table_.size()) grow_table(table_.size() * 2);
        return index;
    }

    std::optional<std::uint32_t> take() {
        while (lowest_ < buckets_.size() && buckets_[lowest_] == nowhere) ++lowest_;
        if (lowest_ == buckets_.size()) return std::nullopt;
        const std::uint32_t node = buckets_[lowest_];
        buckets_[lowest_] = nodes_[node].next_open;
        return node;
    }

    // Where the position is, or belongs, in the table; whole positions are compared.
    std::uint32_t& find(const Position& position) {
        std::size_t slot = position.key() & (table_.size() - 1);
        while (table_[slot] != nowhere &&
               !chess::same_position(nodes_[table_[slot]].position, position))
            slot = (slot + 1) & (table_.size() - 1);
        return table_[slot];
    }

    void grow_table(std::size_t size) {
        table_.assign(size, nowhere);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            std::size_t slot = nodes_[i].position.key() & (size - 1);
            while (table_[slot] != nowhere) slot = (slot + 1) & (size - 1);
            table_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    std::vector<Move> line_to(std::uint32_t node) const {
        std::vector<Move> line;
        for (; nodes_[node].parent != nowhere; node = nodes_[node].parent)
            line.push_back(nodes_[node].move);
        std::ranges::reverse(line);
        return line;
    }

    Side winner_;
    const Taste& taste_;
    std::uint64_t limit_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> table_;          // open addressing by key, a power of two
    std::array<std::uint32_t, 256> buckets_{};  // open nodes by guess, newest first
    std::size_t lowest_ = 0;
    std::uint32_t mate_ = nowhere;
};

}  // namespace

Answer search_helpmate(const Position& position, Side winner, Budget budget) {
    Answer answer{Verdict::undetermined, {}, "budget", 0};
    for (const Round& round : rounds) {
        const std::uint64_t limit = std::min(round.nodes, budget.nodes - answer.nodes);
        if (limit == 0) break;
        const std::uint64_t before = answer.nodes;
        answer = Search(position, winner, tastes[round.taste], limit).run();
        answer.nodes += before;
        if (answer.verdict != Verdict::undetermined) break;
    }
    return answer;
}

}  // namespace flagfall::mate
