// The points of each side, and why a game ended. The points are two independent values: 0-0 and
// 1/2-0 exist (12.9).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/side.hpp"

namespace flagfall {

// Half points of each side: {2,0} is 1-0.
struct Score {
    Both<std::uint8_t> half_points{};

    friend constexpr bool operator==(const Score&, const Score&) = default;
};

constexpr Score win_of(Side side) {
    Score score;
    score.half_points[side] = 2;
    return score;
}
constexpr Score drawn() { return Score{{{1, 1}}}; }

// "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2".
std::string_view text(Score score);
// The inverse; empty for any other text.
std::optional<Score> score_from(std::string_view text);

// Why a game ended. The names are part of the protocol.
enum class Ending : std::uint8_t {
    none,
    checkmate,                // 5.1.1
    resignation,              // 5.1.2
    resignation_draw,         // 5.1.2: the opponent cannot mate
    stalemate,                // 5.2.1
    dead_position,            // 5.2.2
    agreement,                // 5.2.3
    time_forfeit,             // 6.9
    time_forfeit_draw,        // 6.9: the opponent cannot mate
    illegal_move_forfeit,     // 7.5.5
    illegal_move_draw,        // 7.5.5: the opponent cannot mate
    threefold,                // 9.2
    fifty_move,               // 9.3
    fivefold,                 // 9.6.1
    seventy_five_move,        // 9.6.2
    arbiter_decision,         // 12.9 and others: see the ruling
    forfeit,                  // 6.7.1: not played, because a player did not come
    cancelled,                // never played: set up, and taken back by the event's office
};

// "checkmate", "time-forfeit-draw", ...; empty for none.
std::string_view name(Ending ending);
std::optional<Ending> ending_from(std::string_view name);
// Can a game with this score have this ending? A stalemate is a draw, a checkmate a win, a forfeit
// 1-0, 0-1 or 0-0; an arbiter's decision may be anything.
bool fits(Ending ending, Score score);

}  // namespace flagfall
