// Which game of the files is played where: event, round and board, and the terms of each game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/client/script.hpp"
#include "common/base/ids.hpp"
#include "common/chess/pgn.hpp"

namespace flagfall::client {

inline constexpr std::size_t slug_bytes = 40;

// The text in lower case; all but [a-z0-9_] is one "-" between words, at most slug_bytes.
std::string slug(std::string_view text);
// The slug of a file's name without folder and ending; "event" when nothing is left.
std::string event_of_file(std::string_view path);

// "1.12" -> round "1", board 12. A round of "", "-" or "?" is "1"; board 0: not given. The Board
// tag takes precedence over the Round tag.
struct Seat {
    std::string round;
    std::uint32_t board = 0;
    friend bool operator==(const Seat&, const Seat&) = default;
};
Seat seat_of(const chess::PgnGame& game);

// The seats as the games give them, if every game has one and no two games share one; otherwise the
// boards of each round are numbered from 1 in the order of the games.
std::vector<Seat> seats_of(const std::vector<chess::PgnGame>& games);

struct PlanOptions {
    std::string event;         // id
    std::string time_control;  // for games without one; valid
    std::uint32_t boards = 0;  // only the first so many by number; 0: all
};

// The games of one board, in the order of the files.
struct BoardPlan {
    Board board;
    std::vector<Script> scripts;
};
struct Plan {
    std::vector<BoardPlan> boards;      // by number
    std::vector<std::string> problems;  // games that cannot be played, and why
};
Plan plan_of(const std::vector<chess::PgnGame>& games, const PlanOptions& options);

}  // namespace flagfall::client
