// What stands where, as an electronic board reports it: no turn, no rights, and nothing promises
// that it is a position of chess.
#pragma once

#include <array>
#include <expected>
#include <string>
#include <string_view>

#include "common/base/side.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::devices {

class Placement {
public:
    // An empty board.
    Placement() = default;
    static Placement of(const chess::Position& position);
    // The first field of a FEN; more fields are an error.
    static std::expected<Placement, chess::SetupErrors> from(std::string_view text);

    chess::Piece at(chess::Square square) const;
    void put(chess::Square square, chess::Piece piece);  // an empty piece clears the square

    chess::Bitboard occupied() const { return sides_[Side::white] | sides_[Side::black]; }
    chess::Bitboard men(Side side) const { return sides_[side]; }
    chess::Bitboard men(Side side, chess::Kind kind) const {
        return sides_[side] & kinds_[chess::index(kind)];
    }
    // The board seen from its other end: a1 is h8.
    Placement turned() const;

    // Where the two differ.
    friend chess::Bitboard differs(const Placement& a, const Placement& b);
    friend bool operator==(const Placement&, const Placement&) = default;

private:
    std::array<chess::Bitboard, 6> kinds_{};
    Both<chess::Bitboard> sides_{};
};

// "e2 e4"
std::string squares_of(chess::Bitboard set);

// The first field of a FEN.
std::string text(const Placement& placement);

}  // namespace flagfall::devices
