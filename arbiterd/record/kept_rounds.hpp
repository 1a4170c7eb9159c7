// Rounds as of one position of the log, cached in memory: after a commit, only the boards that it
// changed are read and built again.
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
    // For each of data.boards: the position of the last change. If the position is the same, so is
    // the board.
    std::vector<Pos> changed;
    // A different number after each change: of anything in the round, and of the results and states
    // of its boards. No number is used twice, even by different rounds.
    std::int64_t serial = 0;
    std::int64_t results_serial = 0;
    Pos whole;  // the last change of everything the office has of the event
};

// Used on one thread.
class KeptRounds {
public:
    explicit KeptRounds(std::size_t most_boards) : most_boards_(most_boards) {}

    // From now on, answers are as of this position, which must be the position of `tournaments` and
    // the same state of the file. Throws RecordError.
    void update(Record& record, Pos up_to);

    // The round; it is read if it is not cached. It must be one of `tournaments`, which know its
    // name. Valid until the next call. Throws RecordError.
    const KeptRound& at(Record& record, const CommittedTournaments& tournaments,
                        const RoundId& id);

private:
    struct Entry {
        KeptRound kept;
        std::unordered_map<std::string, GameRow> games;  // by id, with those that were taken back
        Pos event_changed;  // in any of its rounds: `version` includes it
        Pos acknowledged;
        Pos checked;       // compared with the log up to here
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
