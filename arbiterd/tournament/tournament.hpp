// A whole tournament: its players, teams and rounds, and the results of the boards. Imports make
// it, and exports are made from it.
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
    // By round and board: the highest revision that a result there has had, of any players.
    std::map<std::pair<std::uint32_t, Board>, std::uint32_t> revisions;
    bool hidden = false;  // made by mistake: in no list
    Pos changed;  // position in arbiterd's log of its last change: the revision (ETag)
    friend bool operator==(const Tournament&, const Tournament&) = default;
};

// How a board stands, from the record's game or from what the office entered.
struct BoardResult {
    enum class Kind : std::uint8_t {
        pending,  // no result yet
        played,
        forfeit,  // + and -, or - and - when both did not come
        unrated,  // less than a move each: W, D, L
        bye,
        adjourned,
    };
    Kind kind = Kind::pending;
    std::optional<Score> score;  // none while pending
    std::string reason;          // name of an Ending; empty where none is known
    std::string article;
    std::string decided_by;
    bool illegal_stands = false;   // an illegal move stands in its moves
    std::string approval;        // "provisional", "appealed", "confirmed"
    std::int64_t revision = 0;   // of the result
    bool reversed = false;       // the players had the other colours than paired (7.3)
    std::string controls;  // if it had several: "5400+30, from ply 4 on 3600+30"
    friend bool operator==(const BoardResult&, const BoardResult&) = default;
};

// "pending", "played", "forfeit", "unrated", "bye", "adjourned".
std::string_view name(BoardResult::Kind kind);
// The inverse; nothing for any other text.
std::optional<BoardResult::Kind> kind_from(std::string_view name);

// The byes that players have asked for in this round, as pairings, by player; without those who
// have withdrawn by then.
std::vector<EventPairing> requested_byes(const Tournament& event, std::uint32_t round);

// The numbers of the pairing's players by the colours they had in the game.
Both<std::uint32_t> players_of(const EventPairing& pairing, const BoardResult& result);
// The colour that a player of the pairing had.
Side colour_of(const EventPairing& pairing, const BoardResult& result, std::uint32_t player);

// TRF's letter for one player's half of a score: 1 = 0, unrated W D L, by forfeit + and -. There
// is no + for half a point: TRF26 says it in a record 299.
char trf_letter(BoardResult::Kind kind, std::uint8_t half_points);

// By board, of one round.
using RoundResults = std::map<Board, BoardResult>;

}  // namespace flagfall::tournament
