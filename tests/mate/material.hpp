// Which men are on the board, and a number for each placement of them.
//
// A class is written as the tests' options name it: KPKP is king and pawn against king and pawn.
// White has the greater force, so KPKQ is asked as KQKP with colours exchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/mate/board.hpp"

namespace flagfall::universe {

// The men beside the kings; the first is white and, of two, the greater.
struct Material {
    std::uint8_t count = 0;
    std::array<Man, 2> men{};  // squares say nothing

    bool has_pawns() const;
    bool twins() const { return count == 2 && men[0] == men[1]; }
    bool is_bare(Side side) const;  // only the king
    std::string name() const;
    // A small number, different for each.
    std::size_t key() const;
    static constexpr std::size_t keys = 64;

    // What one capture or promotion leads to.
    std::vector<Material> next() const;
};

// "KQK", "KPKN" and so on, in any order of men and colours.
std::optional<Material> parse_material(std::string_view name);

// A board with its men in the order of their material; perhaps with colours exchanged for that.
struct Sorted {
    Board board;
    bool exchanged = false;
};
Sorted sorted(const Board& board);
Material material_of(const Board& board);  // of a sorted board

// The images of a board that play alike; castling is not in this universe.
Board exchange_colours(Board board);
Board mirror_files(Board board);
Board mirror_diagonal(Board board);  // only without pawns

// Numbers the placements of one material, pawns on some files only. Without pawns, the eight
// symmetries of the board count once.
class Numbering {
public:
    // Pawns stand on the files of the set: bit 0 is the a-file.
    Numbering(const Material& material, unsigned files);

    std::uint32_t size() const { return size_; }
    // The board must be sorted, without en passant, its pawns on the files.
    std::uint32_t number(const Board& board) const;
    bool covers(const Board& board) const;
    // Any number below size(); distinct legal boards with distinct numbers, but also illegal ones
    // and such that have another number: symmetric or twins.
    Board board(std::uint32_t number) const;

    // If the man may be put elsewhere without another symmetry: what a square is worth in the
    // number. Otherwise 0. The board must be one that has its own number.
    std::uint32_t stride(const Board& board, std::size_t man) const;

private:
    std::uint32_t raw(const Board& board) const;

    Material material_;
    std::vector<Square> pawn_squares_;
    std::array<std::uint8_t, 64> pawn_number_{};
    std::array<std::uint32_t, 2> choices_{1, 1};
    std::array<std::uint32_t, 4> strides_{};
    std::uint32_t size_ = 0;
};

}  // namespace flagfall::universe
