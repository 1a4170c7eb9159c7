// The three documents of LiveChess Cloud, so that what reads LiveChess can read us:
// tournament.json, round-N/index.json and round-N/game-M.json, where M counts the games of the
// round by board, from 1. docs/formats.md has what is known of them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arbiterd/record/record.hpp"
#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::formats {

// Boards where a game is being played, by round.
using LiveBoards = std::map<std::uint32_t, std::set<Board>>;

std::string livechess_tournament(const tournament::Tournament& tournament, const LiveBoards& live);

// `round` must exist.
std::string livechess_round(const tournament::Tournament& tournament, std::uint32_t round,
                            const tournament::RoundResults& results, const LiveBoards& live);
// Its parts: the head, the pairings without byes with commas between them, the foot.
std::string livechess_round_head(const tournament::EventRound& round);
std::string livechess_pairing(const tournament::Tournament& tournament,
                              const tournament::EventPairing& pairing,
                              const tournament::BoardResult& result, bool live);
std::string livechess_round_foot();

// Moves are "e4 5400+12": SAN, the mover's clock in seconds after the move, the seconds it took.
// Those after an illegal move that stands, or after another position, are left out: the comment
// says so.
std::string livechess_game(const record::GameRow& game, const std::vector<record::MoveRow>& moves);

// "WHITEWIN", "BLACKWIN", "DRAW"; "NOTPLAYED" for a forfeit of both; "*" while there is no
// result, and for what LiveChess has no word for (0-0, 1/2-0).
std::string_view livechess_result(const tournament::BoardResult& result);

}  // namespace flagfall::formats
