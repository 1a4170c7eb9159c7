// Extracts the moves of a source's game, to be kept for review.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flagfall::console {

struct ReviewMoves {
    std::string sheet;      // PGN of the moves only; empty: there are none
    std::size_t plies = 0;
    std::string fault;      // why the moves stop before the game does; empty: they do not
};

// Drops times and comments: another system's times are not from our clocks.
ReviewMoves review_moves(std::string_view pgn);

}  // namespace flagfall::console
