// Lookups of rows of the log by an index, for what a daemon does not keep in memory. Committed rows
// only. The indexes are in db/clockd.sql and db/arbiterd.sql.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/row.hpp"

namespace flagfall::store {

// The file could not be read.
struct LookupError {
    std::string code;  // SQLite's, "SQLITE_IOERR"
    std::string text;
};

template <class Found>
using Lookup = std::expected<Found, LookupError>;

struct Opening {
    std::string stream;
    Pos pos;
};

// Lookups in clockd's log.
class Past {
public:
    virtual ~Past() = default;

    // The positions of a stream's rows from `from` on (one of its rows; 0: from its first), in
    // order.
    virtual Lookup<std::vector<Pos>> of_stream(std::string_view stream, Pos from = {}) = 0;

    // The streams of clockd's boards, each with the row that opened its last game.
    virtual Lookup<std::vector<Opening>> last_openings() = 0;

    // The rows that resulted from this sender's command with this id, in order.
    virtual Lookup<std::vector<Row>> of_command(std::string_view sender, std::string_view id) = 0;

    // Was a game with this id ever opened?
    virtual Lookup<bool> was_opened(std::string_view game) = 0;
};

// Lookups in arbiterd's log.
class RecordPast {
public:
    virtual ~RecordPast() = default;

    // The positions of the rows that a start needs, in order: those of the tournaments, of each
    // board's latest game, of each game with a command that is not settled, and the last.
    virtual Lookup<std::vector<Pos>> present() = 0;

    // The first row of this type, desk_acted or event_acted, with this act's id; empty if there is
    // none.
    virtual Lookup<std::optional<Row>> of_act(std::string_view type, std::string_view id) = 0;

    // The rows of a stream, in order.
    virtual Lookup<std::vector<Row>> rows_of(std::string_view stream) = 0;

    // The position of the stream's last row of this type; 0: none.
    virtual Lookup<Pos> last_of(std::string_view stream, std::string_view type) = 0;

    // The rows that opened this event's games, by the games' ids.
    virtual Lookup<std::vector<Row>> openings_in(std::string_view event) = 0;
};

}  // namespace flagfall::store
