// Writes the three documents of LiveChess Cloud, for programs that read LiveChess: tournament.json,
// round-N/index.json and round-N/game-M.json, where M numbers the games of the round by board, from
// 1. docs/formats.md says what is known about them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arbiterd/record/record.hpp"
#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::formats {

// The boards where a game is being played, by round.
using LiveBoards = std::map<std::uint32_t, std::set<Board>>;

std::string livechess_tournament(const tournament::Tournament& tournament, const LiveBoards& live);

// A round in parts: the start, the pairings without byes (with commas between them), the end.
std::string livechess_round_head(const tournament::EventRound& round);
std::string livechess_pairing(const tournament::Tournament& tournament,
                              const tournament::EventPairing& pairing,
                              const tournament::BoardResult& result, bool live);
std::string livechess_round_foot();

// Moves are "e4 5400+12": SAN, the mover's clock after the move in seconds, and the seconds used.
// Moves after an illegal move that stands, or after a position that was set up, are left out; the
// comment says so.
std::string livechess_game(const record::GameRow& game, const std::vector<record::MoveRow>& moves);

// "WHITEWIN", "BLACKWIN", "DRAW"; "NOTPLAYED" for a forfeit of both; "*" while there is no result,
// and for results that LiveChess cannot express (0-0, 1/2-0).
std::string_view livechess_result(const tournament::BoardResult& result);

}  // namespace flagfall::formats
