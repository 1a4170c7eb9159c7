// The results of a round from the games of a PGN source: which board a game is of, and what
// follows. Pure: texts in, results and remarks out.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/pgn_games.hpp"
#include "common/base/side.hpp"

namespace flagfall::console {

// A board of the round as arbiterd has it now.
struct FollowedBoard {
    std::uint32_t number = 0;
    Both<std::uint32_t> player{};  // by colours as played
    Both<std::string> name{};
    bool clocked = false;  // it has a game of our clocks
    tournament::BoardResult result;
};

struct FollowedRound {
    std::string state;               // "published", "confirmed" ...
    tournament::Tournament players;  // those of the round alone
    std::vector<FollowedBoard> boards;
};

// The round in GET .../results; the error says why it has none that results can be entered in.
std::expected<FollowedRound, std::string> round_of(const std::string& results);

// A game of the source, and where that has it: "games.pgn, line 12".
struct SourceGame {
    std::string where;
    formats::TaggedGame game;
};

// A result to enter.
struct FollowedResult {
    std::uint32_t board = 0;
    Both<std::uint32_t> player{};
    Both<std::string> name{};
    wire::EnteredResult entered;
    std::string where;
};

// What people should know, said once for each key.
struct Remark {
    std::string key;
    std::string text;
};

struct FollowPlan {
    std::vector<FollowedResult> enter;  // by board
    std::vector<Remark> remarks;
};

// Results are for boards that have none and no game of ours, and where the source says one thing.
// Nothing that is there changes.
FollowPlan plan_of(const FollowedRound& round, const std::vector<SourceGame>& games);

// The same for the same board, players and result, whenever it is sent: a result that an arbiter
// has withdrawn is not entered again.
std::string act_id(std::string_view event, std::int64_t round, const FollowedResult& result);

}  // namespace flagfall::console
