// What a player who touched pieces must play (Article 4.3 to 4.5), by the oracle's own reading.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::oracle {

struct Duty {
    std::vector<chess::Move> moves;  // one of these
    std::string article;
    bool binds = false;  // not any legal move will do
};

// `touched`: the squares in their order. `rook_first`: who touches the rook before the king castles
// all the same (US 10I2).
Duty duty_of(const chess::Position& position, const std::vector<chess::Square>& touched,
             bool rook_first);

// "e2": the square of a name that begins so.
chess::Square square_named(std::string_view text);
// "e1 h1": nothing where a word is no square.
std::optional<std::vector<chess::Square>> squares_named(std::string_view text);
std::string written(const std::vector<chess::Square>& squares);
// Those that a move written by its squares names, of pieces that it touches: "e2e4", "e2 d3".
std::string named_squares(const chess::Position& position, std::string_view text);
// "e2e3 e2e4".
std::string written(const chess::Position& in, const std::vector<chess::Move>& moves);

}  // namespace flagfall::oracle
