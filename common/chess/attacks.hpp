// Which squares a piece attacks (Laws 3.1.2, 3.2-3.8), by table. Sliding pieces use magic
// multiplication: the men on the lines of a slider, multiplied by a well-chosen constant, give
// a small index into a table of ready answers.
#pragma once

#include <array>

#include "common/chess/types.hpp"

namespace flagfall::chess {

struct SliderTable {
    Bitboard relevant = 0;  // squares whose occupation matters; the edge never does
    Bitboard magic = 0;
    const Bitboard* answers = nullptr;
    unsigned shift = 0;

    Bitboard attacks(Bitboard occupied) const {
        return answers[((occupied & relevant) * magic) >> shift];
    }
};

struct AttackTables {
    std::array<std::array<Bitboard, 64>, 2> pawn;  // [side][square]
    std::array<Bitboard, 64> knight;
    std::array<Bitboard, 64> king;
    std::array<Bitboard, 64> bishop_lines;  // on the empty board
    std::array<Bitboard, 64> rook_lines;
    std::array<SliderTable, 64> bishop;
    std::array<SliderTable, 64> rook;
    std::array<std::array<Bitboard, 64>, 64> between;
    std::array<std::array<Bitboard, 64>, 64> line;

    AttackTables();
};

// Built before any other static object of the program, so that those may use it.
extern const AttackTables attack_tables;

// Squares a pawn of this side attacks from here.
inline Bitboard pawn_attacks(Side side, Square from) {
    return attack_tables.pawn[index(side)][from];
}
inline Bitboard knight_attacks(Square from) { return attack_tables.knight[from]; }
inline Bitboard king_attacks(Square from) { return attack_tables.king[from]; }
inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
    return attack_tables.bishop[from].attacks(occupied);
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) {
    return attack_tables.rook[from].attacks(occupied);
}
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
    return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}

// Attacks of any kind except pawns, which need a side.
inline Bitboard piece_attacks(Kind kind, Square from, Bitboard occupied) {
    switch (kind) {
        case Kind::knight: return knight_attacks(from);
        case Kind::bishop: return bishop_attacks(from, occupied);
        case Kind::rook: return rook_attacks(from, occupied);
        case Kind::queen: return queen_attacks(from, occupied);
        case Kind::king: return king_attacks(from);
        default: return 0;
    }
}

// Squares strictly between two squares of one rank, file or diagonal; empty for all other pairs.
inline Bitboard between(Square a, Square b) { return attack_tables.between[a][b]; }
// The whole rank, file or diagonal through both squares, edge to edge; empty if there is none.
inline Bitboard line_through(Square a, Square b) { return attack_tables.line[a][b]; }

}  // namespace flagfall::chess
