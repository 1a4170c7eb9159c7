// What consumers of the record read: the change feed, and who has acknowledged a result.
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
    std::string round;        // empty: about the whole event
    std::uint32_t board = 0;  // 0: about the whole round or event
    std::string type;
    std::string body;         // JSON
    std::int64_t wall_ms = 0;
    bool is_public = true;    // may spectators see it?
};

// A program has read the results of this revision: its last acknowledgement for a board or round.
struct AcknowledgementRow {
    std::string consumer;
    std::uint32_t board = 0;  // 0: of the whole round
    std::int64_t revision = 0;
    std::int64_t wall_ms = 0;
    Pos pos;  // its position in the log
};

// How far a round has come.
struct RoundCounts {
    std::vector<std::string> finished;  // games by id
    // Grows with each change of a game of the round, also of one that was taken back.
    std::int64_t version = 0;
};

}  // namespace flagfall::record
