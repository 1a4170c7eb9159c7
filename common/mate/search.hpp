// The search behind can_mate: best guess first, each position once, without positions inside
// walls or with bare material.
#pragma once

#include <vector>

#include "common/mate/mate.hpp"
#include "common/mate/wall.hpp"

namespace flagfall::mate {

// `winnable` with a line, `unwinnable` if every position that can ever arise was looked at and
// none is mate, `undetermined` if the budget ran out. The position is neither mate nor
// stalemate, and not bare material.
class Searcher {
public:
    Searcher(const chess::Position& start, Side winner) : start_(start), winner_(winner) {}

    // One round from the beginning, with the weights number `taste` (0 to 2) and at most
    // `nodes` positions. Walls found in one round serve the next.
    Analysis search(std::size_t taste, std::uint64_t nodes, const Budget& budget);

private:
    const chess::Position& start_;
    Side winner_;
    std::vector<Wall> walls_;
};

}  // namespace flagfall::mate
