#include "common/store/reader.hpp"

#include <utility>

#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

// Clears the connection's error, so that the next lookup can succeed.
std::optional<SqlError> take_error(Database& database) {
    std::optional<SqlError> error = database.error();
    database.clear_error();
    return error;
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

std::optional<Row> first_row(const std::string& path) {
    const auto reader = Reader::open(path);
    if (!reader) return std::nullopt;
    std::optional<Row> first;
    const auto read = (*reader)->read(Pos{1}, Pos{1}, [&](const Row& row) {
        first = row;
        return true;
    });
    return read ? first : std::nullopt;
}

}  // namespace flagfall::store
