// The hunt: plays on for both sides by a few rules of thumb, without going back, until somebody is
// mated. It decides most positions of real games in some microseconds; if it fails, it proves
// nothing.
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

// A line by which `winner` mates, or none if it finds none within `nodes` positions. Always the
// same for the same position.
Hunt hunt(const chess::Position& position, Side winner, std::uint64_t nodes);

}  // namespace flagfall::mate
