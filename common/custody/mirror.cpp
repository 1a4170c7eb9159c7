#include "common/custody/mirror.hpp"

#include <filesystem>

#include "common/store/guard.hpp"

namespace flagfall::custody {

namespace fs = std::filesystem;

namespace {

std::unexpected<std::string> wrong(const std::string& path, const store::SqlError& error) {
    return std::unexpected(store::open_error(path, error).text);
}

Pos last_of(store::Database& database) {
    return {database.integer("SELECT coalesce(max(pos), 0) FROM event")};
}

// "INSERT INTO t VALUES (...)" for every row of the table that matches `where`.
std::string rows_as_sql(store::Database& database, const std::string& table,
                        const std::string& where = "") {
    std::string columns;
    {
        store::Statement names = database.prepare("SELECT name FROM pragma_table_info(?)");
        for (names.bind(table); names.step();)
            columns += (columns.empty() ? "quote(\"" : " || ',' || quote(\"") + names.text(0) +
                       "\")";
    }
    std::string sql;
    store::Statement rows = database.prepare("SELECT " + columns + " FROM \"" + table + "\"" +
                                          where);
    while (rows.step()) sql += "INSERT INTO \"" + table + "\" VALUES (" + rows.text(0) + ");";
    return sql;
}

// Shows whether a file has changed, without reading its content.
std::string looks(const std::string& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (error) return "none ";
    return std::to_string(size) + " " +
           std::to_string(fs::last_write_time(path, error).time_since_epoch().count()) + " ";
}

}  // namespace

Mirror::Mirror(MirrorOptions options) : options_(std::move(options)) {}
Mirror::~Mirror() = default;

Result<Pos> Mirror::follow() {
    const std::string path = in(options_.data_dir, options_.name);
    auto source = store::open_for_reading(path);
    if (!source) return std::unexpected(source.error().text);
    store::Database& from = **source;
    from.execute("BEGIN");  // one snapshot
    const Pos last = last_of(from);
    if (from.error()) return wrong(path, *from.error());
    if (!target_)
        if (auto opened = open_target(from); !opened) return std::unexpected(opened.error());
    if (auto fits = check_target(from); !fits) {
        target_.reset();  // to compare again the next time
        return std::unexpected(fits.error());
    }
    append(from);
    if (from.error()) return wrong(path, *from.error());
    if (target_->error()) {
        auto error = wrong(in(options_.mirror_dir, options_.name), *target_->error());
        target_.reset();  // rolls back
        return error;
    }
    last_ = last;
    if (auto copied = copy_other_files(); !copied) return std::unexpected(copied.error());
    return last_;
}

// The first time the whole file is copied, under another name until it is complete.
Result<void> Mirror::open_target(store::Database& source) {
    const std::string path = in(options_.mirror_dir, options_.name);
    std::error_code error;
    if (auto made = store::make_folder(path); !made) return std::unexpected(made.error().text);
    if (auto ours = store::guard_record(path); !ours) return std::unexpected(ours.error().text);
    if (!lock_) {
        auto held = store::FileLock::take(path);
        if (!held) return std::unexpected(held.error().text);
        lock_.emplace(std::move(*held));
    }
    if (!fs::exists(path, error)) {
        const std::string draft = path + ".new";
        fs::remove(draft, error);
        if (!source.backup_to(draft)) return wrong(draft, *source.error());
        if (auto synced = sync_file(draft); !synced) return synced;
        if (auto renamed = rename_durably(draft, path); !renamed) return renamed;
    }
    auto opened = store::open_for_writing(path, options_.application_id);
    if (!opened) return std::unexpected(opened.error().text);
    if (!(*opened)->execute(options_.projection_sql)) return wrong(path, *(*opened)->error());
    target_ = std::move(*opened);
    log_id_ = store::read_log_id(*target_);
    last_ = last_of(*target_);
    tables_.clear();
    return {};
}

// Is the mirror's last row a row of our log?
Result<void> Mirror::check_target(store::Database& source) {
    const std::string path = in(options_.mirror_dir, options_.name);
    if (store::read_log_id(source) != log_id_)
        return std::unexpected(path + ": it is the mirror of another log; name another folder");
    if (last_of(source) < last_)
        return std::unexpected(path + ": the mirror ends at " + std::to_string(last_.value) +
                               ", after the log itself: restore from it, or name another folder");
    const auto ours = store::chain_at(source, log_id_, last_);
    const auto there = store::chain_at(*target_, log_id_, last_);
    if (target_->error()) return wrong(path, *target_->error());
    if (!ours || ours != there)
        return std::unexpected(path + ": the mirror has other rows than this log; name another"
                                      " folder, and find out which is true (verify)");
    return {};
}

void Mirror::append(store::Database& source) {
    std::string tables;
    for (const std::string& table : options_.whole_tables)
        tables += "DELETE FROM \"" + table + "\";" + rows_as_sql(source, table);
    tables += "DELETE FROM head;" + rows_as_sql(source, "head");
    store::Database& to = *target_;
    const std::string keys = rows_as_sql(
        source, "signing_key",
        " WHERE number > " + std::to_string(to.integer("SELECT count(*) FROM signing_key")));
    store::Statement rows = source.prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                         " FROM event WHERE pos > ? ORDER BY pos");
    store::Statement signatures = source.prepare(
        "SELECT pos, chain, signature, key_number, wall_ms FROM checkpoint WHERE pos > ?"
        " ORDER BY pos");

    const std::int64_t signed_up_to = to.integer("SELECT coalesce(max(pos), 0) FROM checkpoint");
    rows.bind(last_.value);
    signatures.bind(signed_up_to);
    const bool any = rows.step();
    const bool any_signature = signatures.step();
    if (!any && !any_signature && keys.empty() && tables == tables_) return;
    to.execute("BEGIN IMMEDIATE");
    to.execute(keys);
    for (bool more = any; more && !to.error(); more = rows.step()) {
        const store::Row row = store::row_of(rows);
        to.run("INSERT INTO event(" FLAGFALL_EVENT_COLUMNS
               ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               row.pos.value, row.stream, row.seq, row.cmd_id, row.sender, row.cmd_digest,
               row.at.us, row.boot, row.wall_ms, row.type, row.body,
               store::Blob{rows.blob_view(11)});
        if (options_.projector) options_.projector->project(to, row);
    }
    for (bool more = any_signature; more && !to.error(); more = signatures.step())
        to.run("INSERT INTO checkpoint(pos, chain, signature, key_number, wall_ms)"
               " VALUES (?, ?, ?, ?, ?)",
               signatures.integer(0), store::Blob{signatures.blob_view(1)},
               store::Blob{signatures.blob_view(2)}, signatures.integer(3),
               signatures.integer(4));
    to.execute(tables);
    if (!source.error() && to.execute("COMMIT")) tables_ = tables;
}

// Keys, certificates and other SQLite files. Another daemon's log in the same folder has its own
// mirror; of the two, only arbiterd's has the rest.
Result<void> Mirror::copy_other_files() {
    Result<void> done;
    if (fs::exists(in(options_.data_dir, options_.name + ".key")))  // otherwise in its own folder
        done = copy_if_changed(options_.name + ".key", false);
    const bool alone = !fs::exists(in(options_.data_dir, "arbiterd.db"));
    if (options_.name != "arbiterd.db" && !alone) return done;
    for (const std::string& name : plain_files(options_.data_dir))
        if (done && !name.ends_with(".db.key")) done = copy_if_changed(name, false);
    for (const std::string& name : databases(options_.data_dir))
        if (done && name != "arbiterd.db" && name != "clockd.db")
            done = copy_if_changed(name, true);
    return done;
}

Result<void> Mirror::copy_if_changed(const std::string& name, bool database) {
    const std::string from = in(options_.data_dir, name);
    const std::string to = in(options_.mirror_dir, name);
    const std::string draft = to + ".new";
    const std::string now = looks(from) + looks(from + "-wal");
    std::error_code error;
    if (copied_[name] == now && fs::exists(to, error)) return {};
    fs::create_directories(fs::path(to).parent_path(), error);
    fs::remove(draft, error);
    Result<void> done;
    if (database) {
        auto source = store::Database::open(from, store::Database::Mode::read_only);
        if (!source) return wrong(from, source.error());
        if (!(*source)->backup_to(draft)) return wrong(from, *(*source)->error());
        done = sync_file(draft);
    } else {
        done = copy_file(from, draft);
    }
    if (done) done = rename_durably(draft, to);
    if (done) copied_[name] = now;
    return done;
}

}  // namespace flagfall::custody
