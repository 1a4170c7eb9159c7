// What a display at a board shows: the answer to get_board.
#pragma once

#include "clockd/clock/boards.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::clockd {

wire::BoardState shown(const clock::Boards& boards, const wire::GetBoard& request, Instant at);

}  // namespace flagfall::clockd
