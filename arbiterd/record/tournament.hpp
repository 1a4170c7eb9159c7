// The events of the record, whole, and how their boards stand: what the API and the exports are
// made of.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "arbiterd/event/office.hpp"
#include "arbiterd/event/tournament.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// Answers from what the office entered; an event that was only played, such as a replay, is made
// of its games. What was read stays, and only what is new is read again. For one thread.
class Tournaments {
public:
    explicit Tournaments(Record& record) : record_(record) {}

    // All events with an office or with games, by id.
    std::vector<std::string> ids();

    // The event of this id; nullptr when there is none. Good until the next question. Throws
    // RecordError, as Record.
    const event::Tournament* find(const std::string& id);

private:
    struct Known {
        event::Office office;
        std::int64_t seq = 0;  // the last row of its stream that was read
    };

    Record& record_;
    std::map<std::string, Known> known_;
    event::Tournament played_;  // the last one that is made of games
};

// An event that has only games: players are numbered as they first appear, told apart by FIDE ID,
// or by name; rounds by their number, or in their order when some have none. `games` are in the
// order of rounds and boards.
event::Tournament tournament_of(const std::string& id, const std::vector<GameRow>& games);

// What is known of the games of a round.
struct RoundFacts {
    std::vector<GameRow> games;
    std::set<std::string> illegal;    // ids of games with an illegal move that stands
    std::set<std::string> adjourned;  // of games that are adjourned
};
RoundFacts facts_of(Record& record, const event::Tournament& event, std::uint32_t round);

// How each board of the round stands: by its game, or by what the office entered. Byes are no
// boards: the pairing itself tells of them.
event::RoundResults results_of(const event::Tournament& event, std::uint32_t round,
                               const RoundFacts& facts);

}  // namespace flagfall::record
