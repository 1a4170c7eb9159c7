#include "tests/mate/closure.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"

namespace flagfall::judge {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Position;
using chess::Square;

constexpr std::uint32_t nowhere = 0xFFFFFFFF;
constexpr std::size_t tastes = 128;

// Which positions to examine first, so that mates are found early: the winner has much, the other
// king has few squares. It does not change which positions are listed in the end.
int distance_to_mate(const Position& position, Side winner) {
    const Side loser = other(winner);
    const auto mine = [&](Kind kind) { return chess::count(position.pieces(winner, kind)); };
    int advance = 0;
    for (const Square pawn : chess::squares(position.pieces(winner, Kind::pawn)))
        advance = std::max(advance, chess::rank_for(winner, chess::rank_of(pawn)));
    const int force = std::min(40, 12 * mine(Kind::queen) + 8 * mine(Kind::rook) +
                                       3 * mine(Kind::bishop) + 3 * mine(Kind::knight) + advance);
    const Square king = position.king(loser);
    Bitboard free = chess::king_attacks(king) & ~position.pieces(loser) &
                    ~chess::king_attacks(position.king(winner));
    const Bitboard heavy = position.pieces(winner, Kind::queen);
    for (const Square queen : chess::squares(heavy))
        free &= ~chess::queen_attacks(queen, position.occupied());
    for (const Square rook : chess::squares(position.pieces(winner, Kind::rook)))
        free &= ~chess::rook_attacks(rook, position.occupied());
    return 48 - force + 3 * chess::count(free);
}

class Listing {
public:
    Listing(Both<bool> wanted, std::size_t limit) : wanted_(wanted), limit_(limit) {
        table_.assign(1024, nowhere);
    }

    Closure run(const Position& start) {
        add(start);
        bool all = true;
        while (!everything_found()) {
            const std::uint32_t at = take();
            if (at == nowhere) break;
            if (positions_.size() > limit_) {
                all = false;
                break;
            }
            const Position position = positions_[at];
            const chess::MoveList moves = chess::legal_moves(position);
            if (moves.empty() && chess::in_check(position))
                found_[other(position.side_to_move())] = true;
            for (const chess::Move move : moves) add(chess::after(position, move));
        }
        return {{{truth(Side::white, all), truth(Side::black, all)}}, positions_.size()};
    }

private:
    std::optional<bool> truth(Side side, bool all) const {
        if (found_[side]) return true;
        return all && wanted_[side] ? std::optional(false) : std::nullopt;
    }

    bool everything_found() const {
        return (found_[Side::white] || !wanted_[Side::white]) &&
               (found_[Side::black] || !wanted_[Side::black]);
    }

    void add(const Position& position) {
        std::uint32_t& slot = find(position);
        if (slot != nowhere) return;
        const auto at = static_cast<std::uint32_t>(positions_.size());
        slot = at;
        positions_.push_back(position);
        if (still_possible(position)) waiting_[taste(position)].push_back(at);
        if (positions_.size() * 2 > table_.size()) grow();
    }

    // A king alone gives no check and cannot get men back.
    bool still_possible(const Position& position) const {
        for (const Side side : {Side::white, Side::black})
            if (wanted_[side] && !found_[side] && chess::several(position.pieces(side)))
                return true;
        return false;
    }

    std::size_t taste(const Position& position) const {
        int best = static_cast<int>(tastes) - 1;
        for (const Side side : {Side::white, Side::black})
            if (wanted_[side] && !found_[side])
                best = std::min(best, distance_to_mate(position, side));
        return static_cast<std::size_t>(std::max(best, 0));
    }

    std::uint32_t take() {
        for (auto& waiting : waiting_) {
            if (waiting.empty()) continue;
            const std::uint32_t at = waiting.back();
            waiting.pop_back();
            return at;
        }
        return nowhere;
    }

    // The index of the position, or the one for it; whole positions are compared.
    std::uint32_t& find(const Position& position) {
        std::size_t slot = position.key() & (table_.size() - 1);
        while (table_[slot] != nowhere &&
               !chess::same_position(positions_[table_[slot]], position))
            slot = (slot + 1) & (table_.size() - 1);
        return table_[slot];
    }

    void grow() {
        table_.assign(table_.size() * 2, nowhere);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            std::size_t slot = positions_[i].key() & (table_.size() - 1);
            while (table_[slot] != nowhere) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    const Both<bool> wanted_;
    const std::size_t limit_;
    Both<bool> found_{};
    std::vector<Position> positions_;
    std::vector<std::uint32_t> table_;
    std::array<std::vector<std::uint32_t>, tastes> waiting_;
};

}  // namespace

Closure close(const Position& position, Both<bool> wanted, std::size_t limit) {
    return Listing(wanted, limit).run(position);
}

}  // namespace flagfall::judge
