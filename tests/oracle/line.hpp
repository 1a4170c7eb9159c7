// The positions of a game as the oracle counts them: repetition (9.2, 9.6.1) and moves without a
// pawn move or capture (9.3, 9.6.2), both with its own counting.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::oracle {

class Line {
public:
    Line() : Line(chess::start_position(), 0) {}
    Line(const chess::Position& start, std::uint32_t ply);
    // A person set up `start` after `ply` moves: what stood before it has stood, as far back as it
    // says that nothing was captured and no pawn moved.
    Line(const Line& before, const chess::Position& start, std::uint32_t ply);

    std::uint32_t ply() const { return base_ + static_cast<std::uint32_t>(points_.size()) - 1; }
    std::uint32_t first_ply() const { return base_; }
    const chess::Position& current() const { return points_.back().position; }
    const chess::Position& at(std::uint32_t ply) const { return points_[ply - base_].position; }
    bool has(std::uint32_t ply) const { return ply >= base_ && ply <= this->ply(); }

    // The move to the position of this ply, which is not the first.
    chess::Move move_to(std::uint32_t ply) const { return points_[ply - base_].move; }
    void play(chess::Move move);
    void back_to(std::uint32_t ply);

    // The plies at which the present position stood, this one included.
    std::vector<std::uint32_t> occurrences() const;
    std::uint32_t quiet() const { return points_.back().quiet; }

private:
    // What makes two positions the same (9.2.3): who has the move, what stands where, who may
    // still castle, and whether a pawn can be taken en passant.
    struct Place {
        std::array<chess::Bitboard, 9> sets{};
        chess::Square en_passant = chess::no_square;
        Side turn = Side::white;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct Point {
        chess::Position position;
        Place place;
        std::uint32_t quiet = 0;
        chess::Move move{};  // that led here
    };
    static Place place_of(const chess::Position& position);

    std::vector<Point> points_;
    std::vector<Place> earlier_;  // right before the first point, the oldest first
    std::uint32_t base_ = 0;
};

// "0 4 8".
std::string joined(const std::vector<std::uint32_t>& plies);

}  // namespace flagfall::oracle
