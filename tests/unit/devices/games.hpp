// Real games, as lists of moves.
#pragma once

#include <string>
#include <vector>

#include "common/chess/types.hpp"

namespace flagfall::test {

// Those of the shared data where it is there, else the shipped ones. Read once.
const std::vector<std::vector<chess::Move>>& real_games();

// "10001" of the first board.
std::string serial_of(std::size_t number);

}  // namespace flagfall::test
