// The hunt: play on for both sides by a few rules of thumb, straight ahead, until somebody is
// mated. Most positions of real games fall to it in some microseconds; it proves nothing when it
// fails.
#pragma once

#include <cstdint>
#include <vector>

#include "common/chess/position.hpp"

namespace flagfall::mate {

struct Hunt {
    bool mated = false;
    std::vector<chess::Move> line;  // only if mated
    std::uint64_t nodes = 0;        // positions played through
};

// A line by which `winner` mates, or none found within `nodes` positions. Always the same for the
// same position.
Hunt hunt(const chess::Position& position, Side winner, std::uint64_t nodes);

}  // namespace flagfall::mate
