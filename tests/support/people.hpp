// People at a board: a move as players' hands carry it out, step by step. All from a seed.
#pragma once

#include <vector>

#include "clockd/devices/placement.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/position.hpp"
#include "tests/support/dice.hpp"

namespace flagfall::test {

// The board's next change, so long after the step before.
struct HandStep {
    enum class What : std::uint8_t { field, press, turn };
    Duration after;
    What what = What::field;
    chess::Square square = 0;  // of the game, whichever way the board stands
    chess::Piece piece;        // now on that square, or none
    Side side{};               // of a press
};

class People {
public:
    struct Habits {
        bool press = true;      // is there a clock whose presses are known?
        bool accidents = true;  // wrong moves, fallen men, adjusted men, turned boards
    };
    explicit People(std::uint64_t seed) : People(seed, Habits()) {}
    People(std::uint64_t seed, Habits habits) : dice_(seed), habits_(habits) {}

    // Carries out a legal move, with the steps before it and its press.
    std::vector<HandStep> play(const chess::Position& position, chess::Move move);
    // Shows this result with the kings, from any squares.
    std::vector<HandStep> sign(const chess::Position& position, Score score);

private:
    enum class Pace : std::uint8_t { quick, mixed, slow };
    using Men = std::vector<std::pair<chess::Square, chess::Piece>>;

    Duration gap();
    void put(chess::Square square, chess::Piece piece);
    void lift(chess::Square square) { put(square, {}); }
    void press(Side side);
    void carry(const chess::Position& position, chess::Move move);
    void carry_man(const chess::Position& position, chess::Move move);
    void carry_castling(const chess::Position& position, chess::Move move);
    void carry_promotion(const chess::Position& position, chess::Move move);
    void slide(chess::Square from, chess::Square to, chess::Piece man);
    void bring_back(const devices::Placement& placement);
    void adjust(const chess::Position& position);
    void knock_over(const chess::Position& position);
    void try_another(const chess::Position& position, chess::Move move);
    void try_nonsense(const chess::Position& position);

    Dice dice_;
    Habits habits_;
    Pace pace_ = Pace::mixed;
    devices::Placement board_;  // as it stands while the steps are made
    std::vector<HandStep> steps_;
    bool press_owed_ = false;  // the opponent replied before it (6.2.2)
    bool at_once_ = false;     // the move before was so quick that no look came between
};

}  // namespace flagfall::test
