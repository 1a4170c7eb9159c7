// The desk's answers, JSON bodies, as text for a terminal. They throw NotArbiterd.
#pragma once

#include <string>

#include "arbiterd/console/answer.hpp"

namespace flagfall::console {

std::string print_queue(const std::string& body);
std::string print_game(const std::string& body);
std::string print_sheets(const std::string& body);
std::string print_done(const std::string& body);

// One game of desk_board.json: "board 12: game r3-b12, round 3, Ann - Bob, playing".
std::string print_board_game(const std::string& board, const Answer& game);

}  // namespace flagfall::console
