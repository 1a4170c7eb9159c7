// Legal moves, from one generator (generate.hpp): listing, counting, "is there any" and "is this
// one legal" are the same rules with another sink, so they cannot disagree.
#pragma once

#include <cstdint>

#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::chess {

// All legal moves (Laws 3.1-3.9), in no particular order.
MoveList legal_moves(const Position& position);

// The legal moves from any of `from` to any of `to`. Castling counts as going to the rook's square.
MoveList legal_moves(const Position& position, Bitboard from, Bitboard to);

// legal_moves(position).size(), several times faster.
std::uint64_t count_moves(const Position& position);

// False at checkmate and stalemate.
bool has_legal_move(const Position& position);

// Accepts any 16-bit value, also Move::none() and invalid ones.
bool is_legal(const Position& position, Move move);

// Is the side to move in check (Laws 3.9.1)?
bool in_check(const Position& position);

// Would this legal move give check?
bool gives_check(const Position& position, Move move);

enum class Ending : std::uint8_t { none, checkmate, stalemate };

// Checkmate (Laws 5.1.1) and stalemate (5.2.1), nothing else: common/mate finds dead positions,
// history.hpp repetition and the 75 moves.
Ending ending(const Position& position);

// Leaf positions after exactly `depth` plies; the last ply is counted, not made. perft(p, 0) is 1.
std::uint64_t perft(const Position& position, int depth);

}  // namespace flagfall::chess
