#include "common/store/reader.hpp"

#include <utility>

#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

// Takes the error off the connection, so that the next question starts clean.
std::optional<SqlError> take_error(Database& database) {
    std::optional<SqlError> error = database.error();
    database.clear_error();
    return error;
}

template <class Found>
Lookup<Found> found_or_error(Database& database, Found found) {
    auto error = take_error(database);
    if (!error) return found;
    return std::unexpected(LookupError{std::move(error->name), std::move(error->text)});
}

std::vector<Pos> positions_of(Statement& rows) {
    std::vector<Pos> all;
    while (rows.step()) all.push_back(Pos{rows.integer(0)});
    return all;
}

}  // namespace

Reader::Reader(std::unique_ptr<Database> database, std::string log_id)
    : database_(std::move(database)), log_id_(std::move(log_id)) {}

std::expected<std::unique_ptr<Reader>, OpenError> Reader::open(const std::string& path) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    std::string log_id = read_log_id(**database);
    if (const auto error = take_error(**database)) {
        return std::unexpected(open_error(path, *error));
    }
    return std::unique_ptr<Reader>(new Reader(std::move(*database), std::move(log_id)));
}

Pos Reader::last() { return {database_->integer("SELECT coalesce(max(pos), 0) FROM event")}; }

std::expected<Pos, SqlError> Reader::read(Pos from, Pos to,
                                          const std::function<bool(const Row&)>& row) {
    Pos last{from.value - 1};
    {
        Statement rows = database_->prepare(
            "SELECT " FLAGFALL_EVENT_COLUMNS " FROM event WHERE pos BETWEEN ? AND ? ORDER BY pos");
        rows.bind(from.value, to.value);
        while (rows.step()) {
            const Row found = row_of(rows);
            last = found.pos;
            if (!row(found)) break;
        }
    }
    if (auto error = take_error(*database_)) return std::unexpected(std::move(*error));
    return last;
}

std::expected<std::int64_t, SqlError> Reader::read_stream(
    std::string_view stream, std::int64_t from_seq, std::int64_t to_seq,
    const std::function<bool(const Row&)>& row) {
    std::int64_t last = from_seq - 1;
    {
        Statement rows = database_->prepare(
            "SELECT " FLAGFALL_EVENT_COLUMNS
            " FROM event WHERE stream = ? AND seq BETWEEN ? AND ? ORDER BY seq");
        rows.bind(stream, from_seq, to_seq);
        while (rows.step()) {
            const Row found = row_of(rows);
            last = found.seq;
            if (!row(found)) break;
        }
    }
    if (auto error = take_error(*database_)) return std::unexpected(std::move(*error));
    return last;
}

Lookup<std::vector<Pos>> Reader::of_stream(std::string_view stream, Pos from) {
    std::vector<Pos> all;
    {
        Statement rows = database_->prepare(
            "SELECT pos FROM event WHERE stream = ?1"
            " AND seq >= coalesce((SELECT seq FROM event WHERE pos = ?2), 1) ORDER BY seq");
        rows.bind(stream, from.value);
        all = positions_of(rows);
    }
    return found_or_error(*database_, std::move(all));
}

Lookup<std::vector<Opening>> Reader::last_openings() {
    std::vector<Opening> all;
    {
        Statement rows = database_->prepare(
            "SELECT stream, max(pos) FROM event WHERE type = 'game_opened' GROUP BY stream");
        while (rows.step()) all.push_back({rows.text(0), Pos{rows.integer(1)}});
    }
    return found_or_error(*database_, std::move(all));
}

Lookup<std::vector<Row>> Reader::of_command(std::string_view sender, std::string_view id) {
    std::vector<Row> all;
    {
        Statement rows = database_->prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                            " FROM event WHERE cmd_id <> '' AND cmd_id = ?1"
                                            " AND sender = ?2 ORDER BY pos");
        rows.bind(id, sender);
        while (rows.step()) all.push_back(row_of(rows));
    }
    return found_or_error(*database_, std::move(all));
}

Lookup<bool> Reader::was_opened(std::string_view game) {
    bool known = false;
    {
        Statement rows = database_->prepare("SELECT 1 FROM opened WHERE game = ?");
        rows.bind(game);
        known = rows.step();
    }
    return found_or_error(*database_, known);
}

Lookup<std::optional<Row>> Reader::of_act(std::string_view type, std::string_view id) {
    std::optional<Row> found;
    {
        Statement rows = database_->prepare(
            "SELECT " FLAGFALL_EVENT_COLUMNS
            " FROM event WHERE pos = (SELECT pos FROM acted WHERE type = ? AND id = ?)");
        rows.bind(type, id);
        if (rows.step()) found = row_of(rows);
    }
    return found_or_error(*database_, std::move(found));
}

}  // namespace flagfall::store
