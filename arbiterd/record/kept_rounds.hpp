// Rounds as they stand at one position of the log, kept in memory: after a commit, only the boards
// that it is about are read and put together again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/results.hpp"

namespace flagfall::record {

struct KeptRound {
    RoundData data;
    // Of each of data.boards, where the log last has something of it: a board whose position is the
    // same has not changed.
    std::vector<Pos> changed;
    // Another number after each change: of anything in it, and of the boards' results and states.
    // No number is used twice, by any round.
    std::int64_t serial = 0;
    std::int64_t results_serial = 0;
    Pos whole;  // where the log last changed all that the office has of the event
};

// Used on one thread.
class KeptRounds {
public:
    explicit KeptRounds(std::size_t most_boards) : most_boards_(most_boards) {}

    // What is committed up to this position counts from now on: the position that `tournaments`
    // have, in the same state of the file. Throws RecordError.
    void update(Record& record, Pos up_to);

    // The round, read if it is not kept; it must be one of `tournaments`, which know its name. Good
    // until the next call. Throws RecordError.
    const KeptRound& at(Record& record, const CommittedTournaments& tournaments,
                        const RoundId& id);

private:
    struct Entry {
        KeptRound kept;
        std::unordered_map<std::string, GameRow> games;  // by id, also those that were taken back
        Pos event_changed;  // in any of its rounds: the version counts it
        Pos acknowledged;
        Pos checked;       // how far it was compared with the log
        std::uint64_t used = 0;
    };
    void refresh(Record& record, const CommittedTournaments& tournaments, Entry& entry);
    bool refresh_boards(const CommittedTournaments& tournaments, Entry& entry);
    bool rebuild(Record& record, const CommittedTournaments& tournaments, Entry& entry);
    void make_room();

    std::size_t most_boards_;
    std::map<std::pair<std::string, std::string>, Entry> entries_;  // by event and round
    Pos up_to_;
    std::int64_t serials_ = 0;
    std::uint64_t uses_ = 0;
};

}  // namespace flagfall::record
