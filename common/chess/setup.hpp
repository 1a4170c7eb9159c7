// A Setup is any content of a FEN, sensible or not. Reading text gives a Setup; only a Setup that
// is possible on a board becomes a Position (position.hpp). Every refusal has a name.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/types.hpp"

namespace flagfall::chess {

inline constexpr std::uint16_t counter_max = 9999;  // of moves, and of plies without progress

struct Setup {
    std::array<Piece, 64> board{};
    Side side_to_move = Side::white;
    // Squares of the rooks that may still castle (Laws 3.8.2.1), both sides in one set.
    Bitboard castling_rooks = 0;
    // The square behind the pawn that just made a double step, or no_square.
    Square en_passant = no_square;
    // Plies since the last capture or pawn move (Laws 9.3, 9.6.2).
    std::uint16_t halfmove_clock = 0;
    std::uint16_t fullmove_number = 1;
    Variant variant = Variant::chess;

    friend bool operator==(const Setup&, const Setup&) = default;
};

// Why a text or a Setup is refused. The names are stable: they go to logs and to clients.
enum class SetupError : std::uint8_t {
    malformed_board,       // "malformed-board": not eight ranks of eight squares
    malformed_side,        // "malformed-side": neither w nor b
    malformed_castling,    // "malformed-castling": not made of castling letters, or one twice
    malformed_en_passant,  // "malformed-en-passant": neither - nor a square
    malformed_counter,     // "malformed-counter": not a number
    missing_fields,        // "missing-fields": fewer than four
    extra_fields,          // "extra-fields": more than six, or empty ones (two spaces)
    counter_out_of_range,  // "counter-out-of-range": over 9999, or move number 0
    missing_king,          // "missing-king"
    too_many_kings,        // "too-many-kings"
    too_many_pawns,        // "too-many-pawns": more than eight of a side
    too_many_pieces,       // "too-many-pieces": more than sixteen of a side
    pawn_on_last_rank,     // "pawn-on-last-rank": on rank 1 or 8
    side_not_to_move_in_check,  // "side-not-to-move-in-check"
    castling_rights,       // "castling-rights": king or rook is not where the right needs it
    en_passant,            // "en-passant": no pawn can just have passed that square
};
inline constexpr std::size_t setup_error_count = 16;

// A set of reasons; a Setup may be wrong in several ways at once.
class SetupErrors {
public:
    constexpr SetupErrors() = default;
    constexpr SetupErrors(SetupError error) { add(error); }  // one reason is a set, too

    constexpr void add(SetupError error) { bits_ |= 1U << static_cast<unsigned>(error); }
    constexpr void add(SetupErrors errors) { bits_ |= errors.bits_; }
    constexpr bool has(SetupError error) const {
        return (bits_ >> static_cast<unsigned>(error)) & 1;
    }
    constexpr bool any() const { return bits_ != 0; }
    friend constexpr bool operator==(SetupErrors, SetupErrors) = default;

private:
    std::uint32_t bits_ = 0;
};

// The names of all reasons in the set, in the order of the enumeration.
std::vector<std::string_view> names(SetupErrors errors);
// The same joined with ", ", for messages.
std::string text(SetupErrors errors);

// Reads FEN, X-FEN and Shredder-FEN. Exactly one space between fields; the two counters may be
// missing (EPD) and are then 0 and 1. Castling: KQkq mean the outermost rook on that side of the
// king (X-FEN), a file letter the rook on that file; any order; a letter that finds no rook is
// `castling-rights`. In Variant::chess every right needs king and rook on their orthodox squares.
// The result is well-formed, but not yet valid: Position::from checks it.
std::expected<Setup, SetupErrors> parse_fen(std::string_view fen, Variant variant);

// True if the FEN can only be Chess960: it has a castling right by a file letter, or one whose
// king or rook is not on its orthodox square. For tools that do not know the variant. False for
// text that is no FEN.
bool only_chess960(std::string_view fen);

}  // namespace flagfall::chess
