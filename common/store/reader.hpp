// Reads a log that a daemon may be writing, over its own read-only connection, so that it sees only
// committed rows. Takes no lock; the writer never waits for it.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/past.hpp"
#include "common/store/row.hpp"
#include "common/store/sqlite.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

// Used by one thread at a time.
class Reader : public Past, public RecordPast {
public:
    // Errors: cannot_open, not_a_database, wrong_application (any file that is not an event log),
    // newer_version.
    static std::expected<std::unique_ptr<Reader>, OpenError> open(const std::string& path);

    const std::string& log_id() const { return log_id_; }

    // The last committed position; 0: the log is empty, or the query failed and the next read
    // returns the error.
    Pos last();

    // Calls `row` for every committed row in [from, to], in order, until it returns false; returns
    // the last position it was called with, or from - 1 if none. A long read delays the
    // clean-up of the WAL, so read in pages.
    std::expected<Pos, SqlError> read(Pos from, Pos to,
                                      const std::function<bool(const Row&)>& row);

    // The same for one stream, by sequence numbers; returns the last sequence number.
    std::expected<std::int64_t, SqlError> read_stream(std::string_view stream,
                                                      std::int64_t from_seq, std::int64_t to_seq,
                                                      const std::function<bool(const Row&)>& row);

    // clockd's lookups in its own log.
    Lookup<std::vector<Pos>> of_stream(std::string_view stream, Pos from = {}) override;
    Lookup<std::vector<Opening>> last_openings() override;
    Lookup<std::vector<Row>> of_command(std::string_view sender, std::string_view id) override;
    Lookup<bool> was_opened(std::string_view game) override;

    // arbiterd's lookups in its own log.
    Lookup<std::vector<Pos>> present() override;
    Lookup<std::optional<Row>> of_act(std::string_view type, std::string_view id) override;
    Lookup<std::vector<Row>> rows_of(std::string_view stream) override;
    Lookup<Pos> last_of(std::string_view stream, std::string_view type) override;
    Lookup<std::vector<Row>> openings_in(std::string_view event) override;

    // The connection, for queries of the projections.
    Database& database() { return *database_; }

private:
    Reader(std::unique_ptr<Database> database, std::string log_id);
    std::unique_ptr<Database> database_;
    std::string log_id_;
};

// The first row of the event log at `path`; nothing if there is none, or it cannot be read.
std::optional<Row> first_row(const std::string& path);

}  // namespace flagfall::store
