#include "common/store/log_past.hpp"

#include <utility>

#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

// Takes the error off the connection, so that the next question starts clean.
template <class Found>
Lookup<Found> found_or_error(Database& database, Found found) {
    if (!database.error()) return found;
    LookupError error{database.error()->name, database.error()->text};
    database.clear_error();
    return std::unexpected(std::move(error));
}

std::vector<Pos> positions_of(Statement& rows) {
    std::vector<Pos> all;
    while (rows.step()) all.push_back(Pos{rows.integer(0)});
    return all;
}

}  // namespace

LogPast::LogPast(std::unique_ptr<Database> database) : database_(std::move(database)) {}

std::expected<std::unique_ptr<LogPast>, OpenError> LogPast::open(const std::string& path) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    return std::unique_ptr<LogPast>(new LogPast(std::move(*database)));
}

Lookup<std::vector<Pos>> LogPast::of_stream(std::string_view stream, Pos from) {
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

Lookup<std::vector<Opening>> LogPast::last_openings() {
    std::vector<Opening> all;
    {
        Statement rows = database_->prepare(
            "SELECT stream, max(pos) FROM event WHERE type = 'game_opened' GROUP BY stream");
        while (rows.step()) all.push_back({rows.text(0), Pos{rows.integer(1)}});
    }
    return found_or_error(*database_, std::move(all));
}

Lookup<std::vector<Row>> LogPast::of_command(std::string_view sender, std::string_view id) {
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

Lookup<bool> LogPast::was_opened(std::string_view game) {
    bool known = false;
    {
        Statement rows = database_->prepare("SELECT 1 FROM opened WHERE game = ?");
        rows.bind(game);
        known = rows.step();
    }
    return found_or_error(*database_, known);
}

Lookup<std::optional<Row>> LogPast::of_act(std::string_view type, std::string_view id) {
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
