// The positions of one game, in order, with the Laws on repetition and the fifty moves.
// Whole positions are compared; a key that differs only saves the comparison.
#pragma once

#include <cstddef>
#include <vector>

#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::chess {

class History {
public:
    // A game that starts here; this is ply 0 and the first occurrence of its position.
    explicit History(const Position& start = start_position());
    // The game goes on after `ply` moves of `before` from another position, which a person set up:
    // `start` is ply 0 of the new count, the positions before it count as occurrences (9.2.3) as
    // far back as its halfmove clock reaches. `ply` is at most one more than `before` has.
    History(const History& before, std::size_t ply, const Position& start);

    // Appends the position after the next move.
    void push(const Position& next);
    // Makes a legal move in the current position and appends the result.
    void play(Move move);
    // Goes back to the position after `ply` moves; 0 is the start.
    void truncate(std::size_t ply);

    // Moves made so far, both sides.
    std::size_t ply() const { return positions_.size() - 1 - earlier_; }
    const Position& current() const { return positions_.back(); }
    const Position& at(std::size_t ply) const;

    // How often the current position has occurred, itself included (Laws 9.2.2, 9.6.1). The
    // occurrences need not be consecutive (9.2.3).
    int occurrences() const;
    // The ply of each of those occurrences, in order; negative before ply 0.
    std::vector<std::ptrdiff_t> plies_of_current() const;
    // How often `next` will have occurred if it comes now (Laws 9.2.1: "about to appear").
    int occurrences_after(const Position& next) const;
    // The same for an announced legal move.
    int occurrences_after(Move move) const;

    bool threefold() const { return occurrences() >= 3; }  // claimable, 9.2.2
    bool fivefold() const { return occurrences() >= 5; }   // ends the game, 9.6.1
    // Fifty moves by each player without a pawn move or capture: claimable, 9.3.2.
    bool fifty_moves() const { return current().halfmove_clock() >= 100; }
    // Seventy-five: ends the game unless the last move gave mate, 9.6.2 (ask ending() first).
    bool seventy_five_moves() const { return current().halfmove_clock() >= 150; }

    friend bool operator==(const History&, const History&) = default;

private:
    int found(const Position& position, std::size_t reach) const;

    std::vector<Position> positions_;
    std::size_t earlier_ = 0;  // the number of them before ply 0
};

}  // namespace flagfall::chess
