// What consumers of the record follow: the change feed, and who has acknowledged a result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace flagfall::record {

// One row of the table `change`.
struct ChangeRow {
    Pos pos;
    std::string event;
    std::string round;        // empty: of the event as a whole
    std::uint32_t board = 0;  // 0: of the round or the event as a whole
    std::string type;
    std::string body;         // JSON
    std::int64_t wall_ms = 0;
    bool is_public = true;    // for spectators too
};

// A program has the results of this revision; the last that it said of a board or of the round.
struct AcknowledgementRow {
    std::string consumer;
    std::uint32_t board = 0;  // 0: of the whole round
    std::int64_t revision = 0;
    std::int64_t wall_ms = 0;
    Pos pos;  // where the log has it
};

// How far a round is.
struct RoundCounts {
    std::vector<std::string> finished;  // games by id
    // Grows with every change of a game of the round, one that was taken back included.
    std::int64_t version = 0;
};

}  // namespace flagfall::record
