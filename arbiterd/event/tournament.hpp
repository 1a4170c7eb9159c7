// An event whole: its players, teams and rounds, and what became of each board. What imports
// give, what exports are made of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/wire/event_messages.hpp"

namespace flagfall::event {

using wire::EventInfo;
using wire::EventPairing;
using wire::EventPlayer;
using wire::EventRound;
using wire::EventTeam;

struct Tournament {
    std::string id;  // as in URLs
    EventInfo info;
    std::map<std::uint32_t, EventPlayer> players;  // by number
    std::map<std::uint32_t, EventTeam> teams;      // by number
    std::map<std::uint32_t, EventRound> rounds;    // by number
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
    std::string status;          // "provisional", "appealed", "confirmed"
    std::int64_t revision = 0;   // of the result
};

// By board, of one round.
using RoundResults = std::map<Board, BoardResult>;

}  // namespace flagfall::event
