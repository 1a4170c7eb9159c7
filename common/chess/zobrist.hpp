// Random numbers for position keys. Part of the program, not of any file format, but the same in
// every run: logs that mention a key can be compared.
#pragma once

#include <array>
#include <cstdint>

#include "common/chess/types.hpp"

namespace flagfall::chess {

struct ZobristKeys {
    std::array<std::array<std::array<std::uint64_t, 64>, 6>, 2> piece{};  // [side][kind][square]
    std::array<std::uint64_t, 64> castling_rook{};                        // [square of the rook]
    std::array<std::uint64_t, 64> en_passant{};                           // [square]
    std::uint64_t black_to_move = 0;

    constexpr ZobristKeys() {
        std::uint64_t state = 0;
        for (auto& side : piece)
            for (auto& kind : side)
                for (auto& key : kind) key = next(state);
        for (auto& key : castling_rook) key = next(state);
        for (auto& key : en_passant) key = next(state);
        black_to_move = next(state);
    }

    constexpr std::uint64_t of(Side side, Kind kind, Square square) const {
        return piece[index(side)][index(kind)][square];
    }

private:
    // splitmix64: a counter, well mixed.
    static constexpr std::uint64_t next(std::uint64_t& state) {
        std::uint64_t z = (state += 0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
};

inline constexpr ZobristKeys zobrist{};

}  // namespace flagfall::chess
