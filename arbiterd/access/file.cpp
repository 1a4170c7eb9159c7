// Opening, transactions, failures and the audit; persons and tokens have files of their own.
#include "arbiterd/access/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "arbiterd/access/limits.hpp"
#include "common/store/folder.hpp"
#include "common/store/layout.hpp"
#include "common/store/open.hpp"

namespace flagfall::embed {
extern const std::string_view access_sql;
}

namespace flagfall::access {

namespace {

store::Layout layout() { return {embed::access_sql, store::access_application_id, 2}; }

// Creates the file so that only its owner can ever read it (SQLite's -wal and -shm copy its mode),
// or checks that only the owner can. Returns what is wrong, or nothing.
std::string guard_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    struct stat status{};
    const bool known = file >= 0 && ::fstat(file, &status) == 0;
    const int reason = errno;
    if (file >= 0) ::close(file);
    if (!known)
        return path + ": " + std::generic_category().message(reason) +
               "; check the path and the permissions of its folder";
    if (!S_ISREG(status.st_mode)) return path + ": it is not a file; move it away";
    if ((status.st_mode & 077) != 0)
        return path + ": others may use it; set its mode to 0600, and consider its tokens known";
    return {};
}

std::string_view text_of(AccessFile::Kind kind) {
    switch (kind) {
        case AccessFile::Kind::person: return "person";
        case AccessFile::Kind::address: return "address";
        case AccessFile::Kind::device: return "device";
        case AccessFile::Kind::pin: return "pin";
    }
    return {};
}

AccessFile::Kind kind_of(std::string_view text) {
    if (text == "pin") return AccessFile::Kind::pin;
    if (text == "device") return AccessFile::Kind::device;
    return text == "person" ? AccessFile::Kind::person : AccessFile::Kind::address;
}

#define FLAGFALL_AUDIT_COLUMNS \
    "number, at, what, about, who, peer, outcome, coalesce(person, '')"

AuditLine line_of(const store::Statement& row) {
    return {row.integer(0), row.integer(1), row.text(2), row.text(3),
            row.text(4),    row.text(5),    row.text(6), row.text(7)};
}

// The program's own schema as SQLite stores it: "table person: CREATE TABLE ...", line by line.
std::vector<std::string> objects_of(store::Database& database) {
    std::vector<std::string> all;
    store::Statement rows = database.prepare(
        "SELECT type || ' ' || name || ': ' || sql FROM sqlite_master WHERE sql IS NOT NULL"
        " ORDER BY 1");
    for (rows.bind(); rows.step();) all.push_back(rows.text(0));
    return all;
}

// The first table, view, index or trigger that is not ours: SQLite would execute it. Empty if there
// is none.
std::string foreign_object(store::Database& database) {
    auto own = store::Database::open(":memory:", store::Database::Mode::create);
    if (!own || !(*own)->execute(embed::access_sql)) return "no memory to compare with";
    const auto wanted = objects_of(**own);
    for (const std::string& object : objects_of(database))
        if (std::ranges::find(wanted, object) == wanted.end())
            return object.substr(0, object.find(':'));
    return {};
}

}  // namespace

std::string access_path(const std::string& folder) { return folder + "/access.db"; }
std::string owner_path(const std::string& folder) { return folder + "/owner.token"; }

std::expected<std::unique_ptr<AccessFile>, std::string> AccessFile::open(const std::string& folder,
                                                                         std::int64_t now_ms) {
    const std::string path = access_path(folder);
    if (auto made = store::make_folder(path); !made) return std::unexpected(made.error().text);
    if (const std::string fault = guard_file(path); !fault.empty()) return std::unexpected(fault);
    auto database = store::Database::open(path, store::Database::Mode::create);
    if (!database) return std::unexpected(store::open_error(path, database.error()).text);
    auto self = std::unique_ptr<AccessFile>(new AccessFile(folder, std::move(*database)));
    if (auto ready = self->prepare(now_ms); !ready) return std::unexpected(ready.error());
    return self;
}

std::expected<void, std::string> AccessFile::prepare(std::int64_t now_ms) {
    const std::string path = access_path(folder_);
    db_->execute("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF;");
    // In this order: another process may create the file between the two.
    if (!store::is_new(*db_))
        if (auto ours = store::check_owner(*db_, path, layout()); !ours)
            return std::unexpected(ours.error().text);
    // Busy when another process is creating the file; it then sets the mode, which persists.
    if (!db_->error() && !db_->execute("PRAGMA journal_mode = WAL")) db_->clear_error();
    db_->execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;");
    // Another process may be creating the tables: check again with the lock.
    const auto made = transaction([&]() -> Result<void> {
        if (db_->integer("PRAGMA user_version") != 0) return {};
        store::make(*db_, layout());
        if (auto fine = checked(); !fine) return fine;
        return make_owner({"arbiterd", "console"}, now_ms);
    });
    if (!made) return std::unexpected(made.error().text);
    if (auto fits = store::check_version(*db_, path, layout()); !fits)
        return std::unexpected(fits.error().text);
    const std::string foreign = foreign_object(*db_);
    const std::string damaged = store::damage(*db_);
    if (auto fine = checked(); !fine) return std::unexpected(fine.error().text);
    if (!damaged.empty())
        return std::unexpected(path + ": it is damaged (" + damaged + "): take access.db from a"
                               " backup, or move it away and enter the people again");
    if (!foreign.empty())
        return std::unexpected(path + ": this program did not make its " + foreign +
                               ", and it could do anything at the next change: take access.db from"
                               " a backup, or move it away and enter the people again");
    return {};
}

Result<void> AccessFile::checked() {
    if (!db_->error()) return {};
    const std::string text = store::open_error(access_path(folder_), *db_->error()).text;
    db_->clear_error();
    return std::unexpected(Denied{503, "access_file", text, {}});
}

Result<void> AccessFile::transaction(const std::function<Result<void>()>& work) {
    db_->execute("BEGIN IMMEDIATE");
    if (auto begun = checked(); !begun) return begun;
    Result<void> done = work();
    if (done) done = checked();
    if (done) {
        db_->execute("COMMIT");
        done = checked();
    }
    if (!done) {
        db_->clear_error();
        db_->execute("ROLLBACK");
        db_->clear_error();  // SQLite may have rolled back already
    }
    if (done) ++commits_;
    return done;
}

// --- failures ---

void AccessFile::keep_failures(Kind kind, std::string_view key, Failures failures) {
    db_->run("INSERT INTO failure(kind, key, count, last) VALUES (?1, ?2, ?3, ?4)"
             " ON CONFLICT DO UPDATE SET count = ?3, last = ?4",
             text_of(kind), key, failures.count, failures.last_ms);
    // The same limit, and the same order of eviction, as in Throttle.
    db_->run("DELETE FROM failure WHERE rowid IN (SELECT rowid FROM failure WHERE kind = ?1"
             " ORDER BY count DESC, last DESC LIMIT -1 OFFSET ?2)",
             text_of(kind), limits::throttled_keys);
    db_->clear_error();  // a full disk must not lock anybody out
}

void AccessFile::forget_failures(Kind kind, std::string_view key) {
    db_->run("DELETE FROM failure WHERE kind = ? AND key = ?", text_of(kind), key);
    db_->clear_error();
}

void AccessFile::each_failure(
    const std::function<void(Kind, const std::string&, Failures)>& report) {
    {
        store::Statement rows = db_->prepare("SELECT kind, key, count, last FROM failure");
        while (rows.step())
            report(kind_of(rows.text_view(0)), rows.text(1),
                 {static_cast<std::uint32_t>(rows.integer(2)), rows.integer(3)});
    }
    db_->clear_error();
}

// --- audit ---

void AccessFile::add_audit(std::string_view what, std::string_view about, const Actor& by,
                           std::string_view outcome, std::int64_t now_ms,
                           std::string_view person) {
    db_->run("INSERT INTO audit(at, what, about, who, peer, outcome, person)"
             " VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''))",
             now_ms, what, about, std::string_view(by.who), std::string_view(by.peer), outcome,
             person);
}

Result<void> AccessFile::note(std::string_view what, std::string_view about, const Actor& by,
                              std::string_view outcome, std::int64_t now_ms,
                              std::string_view person) {
    add_audit(what, about, by, outcome, now_ms, person);
    return checked();
}

Result<std::vector<AuditLine>> AccessFile::audit(std::size_t most,
                                                 std::optional<std::int64_t> before) {
    std::vector<AuditLine> lines;
    {
        store::Statement rows = db_->prepare(
            "SELECT " FLAGFALL_AUDIT_COLUMNS " FROM audit"
            " WHERE ?1 IS NULL OR number < ?1 ORDER BY number DESC LIMIT ?2");
        rows.bind(before, most);
        while (rows.step()) lines.push_back(line_of(rows));
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return lines;
}

Result<std::vector<AuditLine>> AccessFile::audit_of(const std::string& person,
                                                    std::int64_t after_ms, std::size_t most) {
    std::vector<AuditLine> lines;
    {
        store::Statement rows = db_->prepare(
            "SELECT " FLAGFALL_AUDIT_COLUMNS " FROM audit WHERE person = ? AND at > ?"
            " AND (outcome = 'ok' OR what = 'session.end') ORDER BY number DESC LIMIT ?");
        rows.bind(std::string_view(person), after_ms, most);
        while (rows.step()) lines.push_back(line_of(rows));
    }
    if (auto fine = checked(); !fine) return std::unexpected(fine.error());
    return lines;
}

// data_version counts the commits of other connections, commits_ ours.
std::int64_t AccessFile::version() {
    const std::int64_t others = db_->integer("PRAGMA data_version");
    db_->clear_error();
    return others + commits_;
}

}  // namespace flagfall::access
