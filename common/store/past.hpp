// Rows of the log that are found by an index: what a daemon does not keep in memory. Committed rows
// only. The indexes are in db/clockd.sql and db/arbiterd.sql.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/row.hpp"

namespace flagfall::store {

// The file could not be read.
struct LookupError {
    std::string code;  // of SQLite, "SQLITE_IOERR"
    std::string text;
};

template <class Found>
using Lookup = std::expected<Found, LookupError>;

struct Opening {
    std::string stream;
    Pos pos;
};

class Past {
public:
    virtual ~Past() = default;

    // The positions of a stream's rows from `from` on (one of its rows; 0: from its first), in
    // order.
    virtual Lookup<std::vector<Pos>> of_stream(std::string_view stream, Pos from = {}) = 0;

    // The streams of clockd's boards, each with the row that opened its last game.
    virtual Lookup<std::vector<Opening>> last_openings() = 0;

    // The rows that this sender's command of this id led to, in order.
    virtual Lookup<std::vector<Row>> of_command(std::string_view sender, std::string_view id) = 0;

    // Was a game of this id ever opened?
    virtual Lookup<bool> was_opened(std::string_view game) = 0;
};

}  // namespace flagfall::store
