// The basics of chess: squares, kinds of piece, sets of squares, moves. Everything else in this
// folder is built from these; all are plain values.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/check.hpp"
#include "common/base/side.hpp"
#include "common/base/variant.hpp"

namespace flagfall::chess {

// a1 = 0, b1 = 1 ... h8 = 63; the file is the low three bits, the rank the next three.
using Square = std::uint8_t;
inline constexpr Square no_square = 64;

constexpr int file_of(Square square) { return square & 7; }
constexpr int rank_of(Square square) { return square >> 3; }
constexpr Square square_at(int file, int rank) { return static_cast<Square>(rank * 8 + file); }

// The rank (0..7) that is `rank` for White, counted from this side's end of the board.
constexpr int rank_for(Side side, int rank) { return side == Side::white ? rank : 7 - rank; }

enum class Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };
constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }
std::string_view name(Kind kind);

// "PNBRQK"; a space for none.
constexpr char letter(Kind kind) { return "PNBRQK "[index(kind)]; }

// A piece on a square; kind none means that the square is empty, and then side has no meaning.
struct Piece {
    Side side = Side::white;
    Kind kind = Kind::none;

    constexpr bool empty() const { return kind == Kind::none; }
    friend constexpr bool operator==(Piece a, Piece b) {
        return a.kind == b.kind && (a.side == b.side || a.empty());
    }
};

using flagfall::Variant;
using flagfall::name;  // of a variant

// The two ways to castle, by the king's target: g-file or c-file, also in Chess960.
enum class Wing : std::uint8_t { king_side, queen_side };

// A set of squares, bit n for square n.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr bool contains(Bitboard set, Square square) { return (set >> square) & 1; }
constexpr Bitboard rank_set(int rank) { return Bitboard{0xFF} << (8 * rank); }
constexpr Bitboard file_set(int file) { return Bitboard{0x0101010101010101} << file; }
constexpr Square first(Bitboard set) { return static_cast<Square>(std::countr_zero(set)); }
constexpr bool several(Bitboard set) { return (set & (set - 1)) != 0; }

// Number of squares in the set. Baseline x86-64 has no instruction for it, and the library call
// that std::popcount becomes there is slower than these few operations.
constexpr int count(Bitboard set) {
#ifdef __POPCNT__
    return std::popcount(set);
#else
    set -= (set >> 1) & 0x5555555555555555;
    set = (set & 0x3333333333333333) + ((set >> 2) & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return static_cast<int>((set * 0x0101010101010101) >> 56);
#endif
}

// `for (Square square : squares(set))` visits the members from a1 to h8.
class squares {
public:
    explicit constexpr squares(Bitboard set) : rest_(set) {}
    constexpr squares begin() const { return *this; }
    constexpr squares end() const { return squares{0}; }
    constexpr Square operator*() const { return first(rest_); }
    constexpr squares& operator++() {
        rest_ &= rest_ - 1;
        return *this;
    }
    friend constexpr bool operator==(squares, squares) = default;

private:
    Bitboard rest_;
};

// A move in 16 bits: from, to, and its special kind. Castling is written as the king
// taking its own rook, in both variants: only that is never ambiguous. A move has a meaning
// only together with its position.
class Move {
public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to) : bits_(pack(from, to)) {}

    static constexpr Move promotion(Square from, Square to, Kind kind) {
        FF_CHECK(kind >= Kind::knight);
        FF_CHECK(kind <= Kind::queen);
        const unsigned piece = static_cast<unsigned>(kind) - static_cast<unsigned>(Kind::knight);
        return Move(pack(from, to) | promotion_flag | piece << 12);
    }
    static constexpr Move en_passant(Square from, Square to) {
        return Move(pack(from, to) | en_passant_flag);
    }
    static constexpr Move castling(Square king, Square rook) {
        return Move(pack(king, rook) | castling_flag);
    }
    // No move: never legal in any position.
    static constexpr Move none() { return {}; }
    constexpr bool is_none() const { return bits_ == 0; }

    constexpr Square from() const { return bits_ & 63; }
    // The target square; for castling the square of the rook.
    constexpr Square to() const { return (bits_ >> 6) & 63; }

    constexpr bool is_promotion() const { return type() == promotion_flag; }
    constexpr bool is_en_passant() const { return type() == en_passant_flag; }
    constexpr bool is_castling() const { return type() == castling_flag; }

    // knight, bishop, rook or queen; none if the move is no promotion.
    constexpr Kind promotion_kind() const {
        return is_promotion() ? static_cast<Kind>(((bits_ >> 12) & 3) + 1) : Kind::none;
    }
    // Only for castling: the wing, from the relative squares of king and rook.
    constexpr Wing wing() const { return to() > from() ? Wing::king_side : Wing::queen_side; }

    // The 16 bits, for tables and hashing; not a storage format.
    constexpr std::uint16_t raw() const { return bits_; }

    friend constexpr auto operator<=>(Move, Move) = default;

private:
    static constexpr unsigned promotion_flag = 1U << 14;
    static constexpr unsigned en_passant_flag = 2U << 14;
    static constexpr unsigned castling_flag = 3U << 14;

    explicit constexpr Move(unsigned bits) : bits_(static_cast<std::uint16_t>(bits)) {}
    static constexpr std::uint16_t pack(Square from, Square to) {
        return static_cast<std::uint16_t>(from | to << 6);
    }
    constexpr unsigned type() const { return bits_ & castling_flag; }

    std::uint16_t bits_ = 0;
};

// The moves of one position, without allocation. A position has at most 15 men beside the king
// and no man has more than 27 moves, so the list cannot overflow, for any FEN.
class MoveList {
public:
    static constexpr std::size_t capacity = 15 * 27 + 8 + 2;

    MoveList() {}  // leaves the array uninitialised on purpose
    MoveList(const MoveList& other) : size_(other.size_) { copy(other); }
    MoveList& operator=(const MoveList& other) {
        size_ = other.size_;
        copy(other);
        return *this;
    }

    void push(Move move) {
        FF_CHECK(size_ < capacity);
        moves_[size_++] = move;
    }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t at) const {
        FF_CHECK(at < size_);
        return moves_[at];
    }
    bool contains(Move move) const {
        for (const Move each : *this)
            if (each == move) return true;
        return false;
    }

private:
    void copy(const MoveList& other) {
        for (std::size_t at = 0; at < other.size_; ++at) moves_[at] = other.moves_[at];
    }

    std::size_t size_ = 0;
    union {
        std::array<Move, capacity> moves_;
    };
};

}  // namespace flagfall::chess
