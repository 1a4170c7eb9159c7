// The daemons' lookups in their own logs, by the indexes of db/clockd.sql and db/arbiterd.sql.
#include <set>
#include <string>
#include <utility>

#include "common/store/open.hpp"
#include "common/store/reader.hpp"

namespace flagfall::store {

namespace {

// Clears the connection's error, so that the next lookup can succeed.
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

std::vector<Row> rows_of(Statement& rows) {
    std::vector<Row> all;
    while (rows.step()) all.push_back(row_of(rows));
    return all;
}

}  // namespace

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
        all = store::rows_of(rows);
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

Lookup<std::vector<Pos>> Reader::present() {
    std::set<Pos> all;
    {
        std::set<std::string> streams;
        Statement latest = database_->prepare(  // board by board, by the index
            "WITH RECURSIVE used (board) AS (SELECT min(board) FROM game UNION ALL"
            " SELECT (SELECT min(board) FROM game WHERE board > used.board) FROM used"
            " WHERE board IS NOT NULL)"
            "SELECT (SELECT game FROM game WHERE board = used.board ORDER BY opened DESC LIMIT 1)"
            " FROM used WHERE board IS NOT NULL");
        for (latest.bind(); latest.step();) streams.insert("game/" + latest.text(0));
        Statement waiting = database_->prepare("SELECT game FROM outbox WHERE settled = 0");
        for (waiting.bind(); waiting.step();) streams.insert("game/" + waiting.text(0));
        Statement last = database_->prepare(
            "SELECT pos, stream FROM event WHERE pos = (SELECT max(pos) FROM event)");
        last.bind();
        if (last.step()) {
            all.insert(Pos{last.integer(0)});
            if (last.text_view(1).starts_with("game/")) streams.insert(last.text(1));
        }
        Statement rows = database_->prepare("SELECT pos FROM event WHERE stream = ? ORDER BY seq");
        for (const std::string& stream : streams)
            for (rows.bind(stream); rows.step();) all.insert(Pos{rows.integer(0)});
        Statement office = database_->prepare(
            "SELECT pos FROM log_topic WHERE topic IN ('tournament', 'log')");
        for (office.bind(); office.step();) all.insert(Pos{office.integer(0)});
        Statement head = database_->prepare(
            "SELECT pos FROM event WHERE stream = 'office' AND type = 'head_kept'"
            " ORDER BY seq DESC LIMIT 1");
        head.bind();
        if (head.step()) all.insert(Pos{head.integer(0)});
    }
    return found_or_error(*database_, std::vector<Pos>(all.begin(), all.end()));
}

Lookup<std::vector<Row>> Reader::rows_of(std::string_view stream) {
    std::vector<Row> all;
    {
        Statement rows = database_->prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                            " FROM event WHERE stream = ? ORDER BY seq");
        rows.bind(stream);
        all = store::rows_of(rows);
    }
    return found_or_error(*database_, std::move(all));
}

Lookup<Pos> Reader::last_of(std::string_view stream, std::string_view type) {
    Pos last;
    {
        Statement rows = database_->prepare(
            "SELECT pos FROM event WHERE stream = ? AND type = ? ORDER BY seq DESC LIMIT 1");
        rows.bind(stream, type);
        if (rows.step()) last = Pos{rows.integer(0)};
    }
    return found_or_error(*database_, last);
}

Lookup<std::vector<Row>> Reader::openings_in(std::string_view event) {
    std::vector<Row> all;
    {
        Statement rows = database_->prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                            " FROM event WHERE pos IN"
                                            " (SELECT opened FROM game WHERE event = ?)"
                                            " ORDER BY stream");
        rows.bind(event);
        all = store::rows_of(rows);
    }
    return found_or_error(*database_, std::move(all));
}

}  // namespace flagfall::store
