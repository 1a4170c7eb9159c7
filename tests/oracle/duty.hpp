// What a player must play after touching pieces (4.3 to 4.5), in the oracle's own reading.
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
    bool binds = false;  // false: any legal move may be played (4.5)
};

// `touched`: the squares, in the order of touching. `rook_first`: the player may castle after
// touching the rook before the king (US 10I2).
Duty duty_of(const chess::Position& position, const std::vector<chess::Square>& touched,
             bool rook_first);

// The square that the text begins with, such as "e2e4".
chess::Square square_named(std::string_view text);
// The squares of "e1 h1" or "e1,h1"; nothing when a word is not a square.
std::optional<std::vector<chess::Square>> squares_named(std::string_view text);
std::string written(const std::vector<chess::Square>& squares);
// The squares of the pieces that a move touches, of a move written by its squares ("e4d5"): its own
// and the one that it captures, "e4 d5".
std::string named_squares(const chess::Position& position, std::string_view text);
// The moves in UCI notation: "e2e3 e2e4".
std::string written(const chess::Position& in, const std::vector<chess::Move>& moves);

}  // namespace flagfall::oracle
