// Can this side ever give checkmate by any series of legal moves? One question that five articles
// of the Laws ask: resignation (5.1.2), dead position (5.2.2), flag-fall (6.9), a second illegal
// move (7.5.5, A.5.3). The answer is proven or it is "undetermined"; it is never a guess.
//
// Conventions. A mate already on the board counts for the side that gave it; in a stalemate, and
// after the other side's mate, nobody can mate any more. Castling and en passant count. The
// 50/75-move rules and repetition do not: the Laws ask for *any* series of legal moves.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/base/side.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"
#include "common/mate/wall.hpp"

namespace flagfall::mate {

enum class Verdict : std::uint8_t { winnable, unwinnable, undetermined };
// "winnable", "unwinnable", "undetermined".
std::string_view name(Verdict verdict);

// The limits of one question.
struct Budget {
    // How many positions it may look at. The same number gives the same answer on any machine.
    std::uint64_t nodes = 400'000;
    // Called now and then: true ends the search, undetermined. nullptr: no time limit.
    bool (*expired)() = nullptr;
};

// Why nobody can mate any more: a set of positions that is closed under legal moves and contains no
// mate by the winner. It has these positions, these walls, all positions with material
// that cannot mate, and those that end the game otherwise. docs/mate.md, "Proofs".
struct Proof {
    std::vector<chess::Position> positions;
    std::vector<Wall> walls;
};

struct Analysis {
    Verdict verdict = Verdict::undetermined;
    // Only if winnable: legal moves from the position, both sides helping, the last gives mate.
    // Empty if the mate is already on the board. Checked by replay before it is returned.
    std::vector<chess::Move> line;
    // The deciding step: "mate on the board", "other side's mate", "stalemate", "bare material",
    // "hunt", "wall", "search", "closed set" (all reachable positions were listed), "budget".
    std::string_view method;
    // Positions that were looked at.
    std::uint64_t nodes = 0;
    // Only if unwinnable by "wall" or "closed set".
    Proof proof;
};

// Can `winner` ever mate? Never throws, for any position, and stays within the budget. A greater
// budget never changes a verdict.
Analysis can_mate(const chess::Position& position, Side winner, Budget budget = {});

// The answer from material alone: true if the men of `winner`, helped by what the other side still
// has, can never mate wherever they stand. Exact for a lone king, for a king and knight, and for
// bishops of one colour of square; false proves nothing. Ignores a mate already on the board. A few
// nanoseconds.
bool cannot_mate_by_material(const chess::Position& position, Side winner);

// The same for both sides: a dead position (5.2.2) by material, such as K v K or K+B v K.
bool dead_by_material(const chess::Position& position);

// Proven dead (5.2.2): neither side can ever mate. Meant to be called after every move, so it looks
// only where dead positions happen: bare material; few men; no knight, rook or queen that can move;
// few legal moves. Elsewhere it answers false in some tenths of a microsecond. False also if
// the budget was too small, and after a mate or stalemate (unless bare material decides it):
// then the game is over by 5.1.1 or 5.2.1.
inline constexpr Budget dead_budget{.nodes = 80'000};
bool dead(const chess::Position& position, Budget budget = dead_budget);

}  // namespace flagfall::mate
