// A whole tournament: its players, teams and rounds, and the results of the boards. Imports create
// it, exports read it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/side.hpp"
#include "common/wire/event_messages.hpp"

namespace flagfall::tournament {

using wire::EventInfo;
using wire::EventPairing;
using wire::EventPlayer;
using wire::EventRound;
using wire::RoundState;
using wire::EventTeam;

struct Tournament {
    std::string id;  // as in URLs
    EventInfo info;
    std::map<std::uint32_t, EventPlayer> players;  // by number
    std::map<std::uint32_t, EventTeam> teams;      // by number
    std::map<std::uint32_t, EventRound> rounds;    // by number
    // By round and board: the highest revision of any result there, whichever players had it.
    std::map<std::pair<std::uint32_t, Board>, std::uint32_t> revisions;
    // By round and board: the players there without a Flagfall clock since their round started.
    std::map<std::pair<std::uint32_t, Board>, Both<std::uint32_t>> without_clocks;
    bool hidden = false;  // created by mistake: in no list
    Pos changed;  // its last change in arbiterd's log: the revision (ETag)
    friend bool operator==(const Tournament&, const Tournament&) = default;
};

// The result of a board, from the record's game or from what the office entered.
struct BoardResult {
    wire::ResultKind kind = wire::ResultKind::pending;
    std::optional<Score> score;  // none while pending
    Ending reason = Ending::none;  // none if not known
    std::string article;
    std::string decided_by;
    bool illegal_stands = false;   // an illegal move stands in the game
    std::optional<wire::ApprovalState> approval;  // nothing if not known
    std::int64_t revision = 0;   // of the result
    bool reversed = false;       // the players had the other colours than paired (7.3)
    std::string controls;  // if it had several: "5400+30, from ply 4 on 3600+30"
    friend bool operator==(const BoardResult&, const BoardResult&) = default;
};

// The office's entry as the result of its board.
BoardResult result_of(const wire::EnteredResult& entered);

// Half points: for a side's result, which must have a score, and for a bye.
std::uint32_t points_for(const BoardResult& result, Side side, const wire::EventScoring& scoring);
std::uint32_t points_of_bye(wire::Bye bye, const wire::EventScoring& scoring);

// The byes that players requested for this round, as pairings, by player; not those of players who
// have withdrawn by then.
std::vector<EventPairing> requested_byes(const Tournament& event, std::uint32_t round);

// The pairing's players by the colours that they had in the game.
Both<std::uint32_t> players_of(const EventPairing& pairing, const BoardResult& result);
// The colour that a player of the pairing had in the game.
Side colour_of(const EventPairing& pairing, const BoardResult& result, std::uint32_t player);

// TRF's letter for one player's result: 1 = 0, unrated W D L, by forfeit + and -. Half a point by
// forfeit has no letter: TRF26 puts it into a record 299.
char trf_letter(wire::ResultKind kind, std::uint8_t half_points);

// By board, of one round.
using RoundResults = std::map<Board, BoardResult>;

}  // namespace flagfall::tournament
