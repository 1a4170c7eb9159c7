// Moves as people and programs write them: SAN and its relatives (Laws Appendix C, PGN standard
// section 8.2.3), and UCI. Reading is lenient in form and strict in meaning: a text names exactly
// one legal move or is refused with a reason; nothing is guessed.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "common/base/check.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::chess {

enum class TextError : std::uint8_t {
    malformed,  // not the form of a move
    illegal,    // a move, but not legal here; also null moves and a promotion without its piece
    ambiguous,  // several legal moves fit
};
// "malformed", "illegal", "ambiguous".
std::string_view name(TextError error);

// Reads one move; the whole text must be the move, without surrounding spaces.
//   Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 Nxf3 N:f3     superfluous origin and wrong or missing x are fine
//   e4 Pe4 e2e4 e2-e4 exd5 ed5 e4xd5 exd      short pawn captures need exactly one legal capture
//   g1f3                                      coordinates, castling as in parse_uci
//   e8=Q e8Q e8(Q) e8/Q e8=q                  the piece must be there (Laws 3.7.5.1)
//   O-O 0-0 o-o OO, en dash, Cyrillic O       both wings, both variants
//   figurines for the letters                 white and black ones alike
//   + ++ # † ‡, ! ?, e.p., (=)                after the move; check marks are not verified
// Null moves (-- Z0 0000 @@@@) are illegal. Exotic forms (figurines, short captures) that match no
// legal move are malformed: probably they were not meant as a move.
std::expected<Move, TextError> parse_san(const Position& position, std::string_view text);

// Reads UCI text: e2e4, e7e8q. Castling is e1g1 in Variant::chess; king-takes-rook (e1h1) is read
// in both variants, and is the only form in Chess960. 0000 is illegal.
std::expected<Move, TextError> parse_uci(const Position& position, std::string_view text);

// The move for these coordinates: adds what two squares do not show (en passant, castling as in
// parse_uci). promotion is none or knight to queen. The result may be illegal: use is_legal.
Move move_from_coordinates(const Position& position, Square from, Square to, Kind promotion);

// A short text without allocation. The longest: Qa1xb2+, exd8=Q+, O-O-O+, 0-0-0++, exd6 e.p.+
struct MoveText {
    std::array<char, 15> chars{};
    std::uint8_t size = 0;

    void push(char c) {
        FF_CHECK(size < chars.size());
        chars[size++] = c;
    }
    void push(std::string_view text) {
        for (const char c : text) push(c);
    }
    void push_square(Square square) {
        push(static_cast<char>('a' + file_of(square)));
        push(static_cast<char>('1' + rank_of(square)));
    }
    std::string_view view() const { return {chars.data(), size}; }
    operator std::string_view() const { return view(); }
};
using SanText = MoveText;

// Standard Algebraic Notation for PGN (O-O, e8=Q, + and #). The move must be legal.
SanText san_text(const Position& position, Move move);
std::string san(const Position& position, Move move);

// The result of san_text, plus the position after the move, which it has to compute anyway.
struct SanAndPosition {
    SanText text;
    Position position;
};
SanAndPosition san_and_after(const Position& position, Move move);

// Notation of the Laws, Appendix C: 0-0, e8Q, exd6 e.p., + and ++ for mate (C.13).
std::string laws_notation(const Position& position, Move move);

// UCI text of a legal move: e1g1 for castling in Variant::chess, e1h1 in Chess960.
MoveText uci_text(const Position& position, Move move);
std::string uci(const Position& position, Move move);

// "e4".
std::string square_name(Square square);

}  // namespace flagfall::chess
