#include "arbiterd/shell/tables.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

#include "arbiterd/record/file.hpp"
#include "arbiterd/record/projector.hpp"
#include "common/base/exit_codes.hpp"
#include "common/store/open.hpp"
#include "common/store/reader.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

StartError bad(const std::string& text) { return {exit_code::bad_store, text}; }

Pos cause_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.cause; }) return e.cause;
            else return Pos{};
        },
        event);
}

// Derives the tables into `model`; returns the last cause.
std::expected<Pos, StartError> derive(store::Reader& reader, store::Database& model) {
    std::string unreadable;
    Pos cause;
    const auto project = [&](const store::Row& row) {
        const auto event = wire::decode_game_event(row.type, row.body);
        if (!event) {
            unreadable = "event " + std::to_string(row.pos.value) + " of the record cannot be read";
            return false;
        }
        cause = std::max(cause, cause_of(*event));
        record::project_event(model, row, *event);
        return !model.error();
    };
    const auto read = reader.read({1}, {std::numeric_limits<std::int64_t>::max()}, project);
    if (!read) return std::unexpected(bad(read.error().text));
    if (!unreadable.empty()) return std::unexpected(bad(unreadable));
    if (model.error()) return std::unexpected(bad(model.error()->text));
    return cause;
}

std::vector<std::string> names(store::Database& model, std::string_view sql, std::string_view of) {
    std::vector<std::string> all;
    store::Statement rows = model.prepare(sql);
    for (rows.bind(of); rows.step();) all.push_back(rows.text(0));
    return all;
}

// SQL for the rows of a table as text, in a fixed order.
std::string lines_sql(store::Database& model, const std::string& table) {
    std::string line;
    for (const std::string& column :
         names(model, "SELECT name FROM pragma_table_info(?)", table)) {
        line += (line.empty() ? "" : " || ',' || ") + ("quote(\"" + column + "\")");
    }
    return "SELECT " + line + " AS line FROM \"" + table + "\" ORDER BY line";
}

// Is it a table exactly as the program creates it? If not, its rows are not read: a column or view
// could compute for ever.
bool same_table(store::Database& model, store::Database& file, const std::string& table) {
    constexpr const char* sql = "SELECT type, sql FROM sqlite_master WHERE name = ?";
    store::Statement due = model.prepare(sql);
    store::Statement found = file.prepare(sql);
    return due.bind(table).step() && found.bind(table).step() &&
           due.text_view(0) == found.text_view(0) && due.text_view(1) == found.text_view(1);
}

bool same_rows(store::Database& model, store::Database& file, const std::string& table) {
    const std::string sql = lines_sql(model, table);
    store::Statement due = model.prepare(sql);
    store::Statement found = file.prepare(sql);
    for (;;) {
        const bool more = due.step();
        if (found.step() != more) return false;
        if (!more) return true;
        if (due.text_view(0) != found.text_view(0)) return false;
    }
}

// The record must not be ahead of the log of clockd in the same folder.
std::optional<std::string> ahead_of_clocks(const std::string& data_dir) {
    const auto clocks = (std::filesystem::path(data_dir) / "clockd.db").string();
    if (!std::filesystem::exists(clocks)) return std::nullopt;
    auto reader = store::Reader::open(clocks);
    auto own = store::Reader::open(record::file_of(data_dir));
    if (!reader || !own) return (reader ? own : reader).error().text;
    store::Database& record = (*own)->database();
    store::Statement row = record.prepare("SELECT log, pos FROM follow");
    if (!row.step() || row.text_view(0) != (*reader)->log_id()) return std::nullopt;
    if (row.integer(1) <= (*reader)->last().value) return std::nullopt;
    return record::file_of(data_dir) + ": the record is ahead of clockd.db, which it follows";
}

}  // namespace

std::expected<std::vector<std::string>, StartError> changed_tables(const std::string& where) {
    const std::string path = record::file_of(where);
    auto reader = store::Reader::open(path);
    if (!reader) return std::unexpected(bad(reader.error().text));
    auto model = store::Database::open(":memory:", store::Database::Mode::create);
    if (!model) return std::unexpected(bad(model.error().text));
    store::Database& file = (*reader)->database();
    file.execute("BEGIN");  // one snapshot, even if rows are recorded meanwhile
    (*model)->execute(embed::arbiterd_sql);
    const auto cause = derive(**reader, **model);
    if (!cause) return std::unexpected(cause.error());
    std::vector<std::string> changed;
    for (const std::string& table :
         names(**model, "SELECT name FROM sqlite_master WHERE type = ? ORDER BY name", "table")) {
        const bool same = same_table(**model, file, table) &&
                          (table == "follow"
                               ? file.integer("SELECT pos FROM follow") >= cause->value
                               : record::is_cursor(table) || same_rows(**model, file, table));
        if (file.error() && file.error()->name != "SQLITE_ERROR")  // a table that is missing
            return std::unexpected(bad(store::open_error(path, *file.error()).text));
        if (!same) changed.push_back(table);
        file.clear_error();
    }
    // A trigger, or a view in place of a table.
    if (!record::has_layout(file)) changed.emplace_back("sqlite_schema");
    if (file.error()) return std::unexpected(bad(store::open_error(path, *file.error()).text));
    return changed;
}

std::optional<std::string> wrong_table(const std::string& where) {
    const auto changed = changed_tables(where);
    if (!changed) return changed.error().text;
    if (changed->empty()) return std::nullopt;
    return record::file_of(where) + ": table " + changed->front() + " is not what the log says";
}

std::optional<std::string> wrong_record(const std::string& data_dir) {
    if (auto wrong = wrong_table(data_dir)) return wrong;
    return ahead_of_clocks(data_dir);
}

std::vector<std::string> wrong_tables(const std::string& data_dir) {
    const auto changed = changed_tables(data_dir);
    if (!changed) return {changed.error().text};
    std::vector<std::string> lines;
    for (const std::string& table : *changed) {
        const bool copied = record::is_cursor(table) || table == "sqlite_schema";
        lines.push_back(record::file_of(data_dir) + ": table " + table +
                        " is not what the log says: " +
                        (copied ? "restore a backup" : "stop arbiterd and run arbiterd rebuild"));
    }
    if (auto ahead = ahead_of_clocks(data_dir)) lines.push_back(std::move(*ahead));
    return lines;
}

}  // namespace flagfall::arbiterd
