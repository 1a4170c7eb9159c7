// Matches the games of a PGN source to the boards of a round and finds the results to enter. Pure:
// texts in, results and remarks out.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/pgn_games.hpp"
#include "common/base/side.hpp"

namespace flagfall::console {

// The present state of a board in arbiterd.
struct FollowedBoard {
    std::uint32_t number = 0;
    Both<std::uint32_t> player{};  // by colours as played
    Both<std::string> name{};
    bool clocked = false;  // it has a game at our clocks
    tournament::BoardResult result;
};

struct FollowedRound {
    std::string state;               // "published", "confirmed" ...
    tournament::Tournament players;  // only those of the round
    std::vector<FollowedBoard> boards;
};

// Parses the answer of GET .../results. The error says why no results can be entered there.
std::expected<FollowedRound, std::string> round_of(const std::string& results);

// A game of the source and its place there: "games.pgn, line 12".
struct SourceGame {
    std::string where;
    formats::TaggedGame game;
    std::string_view text{};  // unchanged from the source
};

// A result that should be entered.
struct FollowedResult {
    std::uint32_t board = 0;
    Both<std::uint32_t> player{};
    Both<std::string> name{};
    Both<std::string> theirs{};  // the names that the source has
    wire::EnteredResult entered;
    std::string where;
    std::string decided{};  // as in TaggedGame
};

// The moves of a board without a game at our clocks, kept for review.
struct FollowedMoves {
    std::uint32_t board = 0;
    Both<std::uint32_t> player{};
    Both<std::string> name{};
    Both<std::string> theirs{};  // the names that the source has
    std::string sheet;
    std::size_t plies = 0;
    std::string where;
};

// What people should know; printed once for each key.
struct Remark {
    std::string key;
    std::string text;
};

struct FollowPlan {
    std::vector<FollowedResult> enter;  // by board
    std::vector<FollowedMoves> keep;    // likewise
    std::vector<Remark> remarks;
};

// Results are entered only at boards that have none and no game of ours, and only if the source is
// consistent. Existing data never changes. Moves are also kept for boards that have a result.
FollowPlan plan_of(const FollowedRound& round, const std::vector<SourceGame>& games);

// The same id for the same board, players and result each time, so that a result that an arbiter
// has withdrawn is not entered again.
std::string act_id(std::string_view event, std::int64_t round, const FollowedResult& result);
// `before`: the id of the act that last kept moves of these players; "" if none did.
std::string act_id(std::string_view event, std::int64_t round, const FollowedMoves& moves,
                   const std::string& before);

}  // namespace flagfall::console
