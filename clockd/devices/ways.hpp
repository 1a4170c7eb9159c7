// How a board can have come from a position to what is seen: legal moves, whole or half done.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clockd/devices/placement.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/position.hpp"

namespace flagfall::devices {

// The legal move that leads exactly there. There is at most one: no two moves of a position leave
// the same men on the same squares.
std::optional<chess::Move> one_move(const chess::Position& from, const Placement& seen);

// A move and its reply that lead exactly there. There may be several: a pawn that was taken may
// have gone one square or two, and a piece that was taken may have been any promotion.
struct TwoMoves {
    chess::Move first;
    chess::Move reply;
    friend bool operator==(const TwoMoves&, const TwoMoves&) = default;
};
std::vector<TwoMoves> two_moves(const chess::Position& from, const Placement& seen);

// Three to six moves that lead exactly there, one of the shortest ways, for a board that was not
// understood for a while. Only men that are not where they were have moved, and only to where
// `stood` says that they stood. No moves if there is no such way, or it takes too long to find.
using Stood = std::function<bool(const chess::Position& before, chess::Move move)>;
struct Way {
    std::vector<chess::Move> moves;
    bool only = true;  // false: others, or another order, are as short, or may be
};
Way several_moves(const chess::Position& from, const Placement& seen, const Stood& stood);

// The promotion that waits for its piece: the pawn stands on the last rank, all else is right. The
// move is the one to a queen.
std::optional<chess::Move> pawn_waits(const chess::Position& from, const Placement& seen);

// Hands are at work: men are off the board or stand twice, and what stands somewhere else stands
// where one legal move, or castling, or a promotion brings it.
bool under_way(const chess::Position& from, const Placement& seen);

// The only legal move that explains the board but for men that are missing: the mover has left
// its square and stands where it goes. The fewest missing men decide; nothing if two moves are as
// good.
struct Beneath {
    chess::Move move;
    chess::Bitboard missing = 0;  // squares that ought to have a man
};
std::optional<Beneath> beneath(const chess::Position& from, const Placement& seen);

// What somebody seems to have played who played nothing legal: "e1e3"; empty if no one move
// explains it, or only half of a legal one was made.
std::string unlawful_text(const chess::Position& from, const Placement& seen);

}  // namespace flagfall::devices
