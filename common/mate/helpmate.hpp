// The search behind can_mate: best guess first over whole positions, each looked at once.
#pragma once

#include "common/mate/mate.hpp"

namespace flagfall::mate {

// `winnable` with a line, `unwinnable` when every position that can ever arise was looked at and
// none is mate, `undetermined` when the budget ran out. The position is neither mate nor
// stalemate.
Answer search_helpmate(const chess::Position& position, Side winner, Budget budget);

}  // namespace flagfall::mate
