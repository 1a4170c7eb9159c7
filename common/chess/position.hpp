// A legal chess position as a small value. An invalid one cannot exist: a position comes from
// a checked Setup, from the starting position, or from a legal move. Moves copy ("copy-make"):
// nothing is ever undone, so nothing can be undone incorrectly.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "common/chess/setup.hpp"
#include "common/chess/types.hpp"

namespace flagfall::chess {

class Position {
public:
    // Checks for all errors in SetupError and reports all of them together. An en passant
    // square is kept only if a capture there is legal (Laws 9.2.3.1: positions differ if a pawn
    // *could have been captured* en passant).
    static std::expected<Position, SetupErrors> from(const Setup& setup);

    // The Setup that produces this position again.
    Setup setup() const;

    Side side_to_move() const { return side_; }
    Variant variant() const { return variant_; }
    Kind kind_at(Square square) const { return board_[square]; }
    Piece piece_at(Square square) const {
        return {contains(pieces(Side::white), square) ? Side::white : Side::black,
                board_[square]};
    }

    Bitboard occupied() const { return sides_[Side::white] | sides_[Side::black]; }
    Bitboard pieces(Side side) const { return sides_[side]; }
    Bitboard pieces(Kind kind) const { return kinds_[index(kind)]; }
    Bitboard pieces(Side side, Kind kind) const { return pieces(side) & pieces(kind); }
    Square king(Side side) const { return first(pieces(side, Kind::king)); }

    // The men of the other side that give check to the side to move.
    Bitboard checkers() const;

    // Squares of the rooks that may still castle, both sides. A right exists exactly as long
    // as neither king nor rook has moved (Laws 3.8.2.1), whether castling is possible now or not.
    Bitboard castling_rooks() const { return castling_rooks_; }
    // The rook for one side and wing; no_square if that right is gone.
    Square castling_rook(Side side, Wing wing) const;

    // Where an en passant capture is legal now (Laws 3.7.3.1), or no_square.
    Square en_passant() const { return en_passant_; }

    // Plies since the last capture or pawn move, by both sides together: 100 is fifty moves each.
    std::uint16_t halfmove_clock() const { return halfmove_clock_; }
    std::uint16_t fullmove_number() const { return fullmove_number_; }

    // 64-bit Zobrist key of what same_position compares. Equal positions have equal keys; the
    // reverse is only very likely. The same on every machine and in every run.
    std::uint64_t key() const { return key_; }

    // Equal in every respect, clocks and variant included.
    friend bool operator==(const Position&, const Position&) = default;

private:
    friend Position after(const Position& before, Move move);
    friend struct Maker;

    Position() = default;

    std::array<Bitboard, 6> kinds_{};
    Both<Bitboard> sides_{};
    Bitboard castling_rooks_ = 0;
    std::uint64_t key_ = 0;
    std::array<Kind, 64> board_{};
    std::uint16_t halfmove_clock_ = 0;
    std::uint16_t fullmove_number_ = 1;
    Side side_ = Side::white;
    Square en_passant_ = no_square;
    Variant variant_ = Variant::chess;
};

static_assert(sizeof(Position) <= 152);

// The starting position of the Laws (2.2), variant chess.
const Position& start_position();

// The position after a move. The move must be legal in `before`; from movegen.hpp or notation.hpp
// it always is. Halfmove clock and move number are kept.
Position after(const Position& before, Move move);

// The same position in the sense of Laws 9.2.3: same side to move, same men on the same squares,
// same castling rights, same legal en passant capture. Clocks and numbers do not matter.
bool same_position(const Position& a, const Position& b);

// What the Laws require of any position: one king each (2.2), no pawn where it would have been
// promoted (3.7.3.3), no move that left the mover's king in check (3.9), castling rights of rooks.
// True for every Position; assertions use it where one is kept.
bool is_sound(const Position& position);

// parse_fen and Position::from in one step.
std::expected<Position, SetupErrors> parse_position(std::string_view fen, Variant variant);

// The spelling of Chess960 castling rights: X-FEN uses KQkq, and a file letter only where KQkq
// would name another rook; Shredder-FEN always uses file letters. Variant chess always has KQkq.
enum class FenStyle : std::uint8_t { xfen, shredder };

// The FEN of a position. The en passant square is written only if a capture there is legal: one
// convention of three in use; parse_fen accepts all.
std::string fen(const Position& position, FenStyle style = FenStyle::xfen);

// The FEN of a Setup that need not be a position; Chess960 castling by file letters.
std::string fen(const Setup& setup);

}  // namespace flagfall::chess
