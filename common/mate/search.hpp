// The search behind can_mate: best guess first over whole positions, each looked at once, with
// walls and bare material left out.
#pragma once

#include <vector>

#include "common/mate/mate.hpp"
#include "common/mate/wall.hpp"

namespace flagfall::mate {

// `winnable` with a line, `unwinnable` when every position that can ever arise was looked at and
// none is mate, `undetermined` when the budget ran out. The position is neither mate nor
// stalemate, and not bare material.
class Searcher {
public:
    Searcher(const chess::Position& start, Side winner) : start_(start), winner_(winner) {}

    // One round: from the beginning, in the order of taste number `taste` (0 to 2), with at most
    // `nodes` positions. Walls found in one round serve the next.
    Analysis search(std::size_t taste, std::uint64_t nodes, const Budget& budget);

private:
    const chess::Position& start_;
    Side winner_;
    std::vector<Wall> walls_;
};

}  // namespace flagfall::mate
