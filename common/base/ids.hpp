// Numbers with types of their own, so that they cannot be mixed up.
#pragma once

#include <compare>
#include <cstdint>

namespace flagfall {

// A place in the hall, from 1.
struct Board {
    std::uint32_t number = 0;
    friend constexpr auto operator<=>(Board, Board) = default;
};

// The number of interventions at a board so far. A command that names an older epoch is stale.
struct Epoch {
    std::uint32_t count = 0;
    friend constexpr auto operator<=>(Epoch, Epoch) = default;
};

// Moves of one side each, counted from the start of the game: 0 before White's first move.
struct Ply {
    std::uint32_t count = 0;
    friend constexpr auto operator<=>(Ply, Ply) = default;
};

// A position in an event log, from 1, without gaps; 0 is before the first.
struct Pos {
    std::int64_t value = 0;
    friend constexpr auto operator<=>(Pos, Pos) = default;
};

}  // namespace flagfall
