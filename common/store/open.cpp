#include "common/store/open.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <ranges>
#include <system_error>
#include <utility>
#include <vector>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/ops/log.hpp"
#include "common/store/folder.hpp"
#include "common/store/layout.hpp"

namespace flagfall::embed {
extern const std::string_view log_sql;
}

namespace flagfall::store {

namespace {

constexpr int lock_tries = 10;
constexpr int lock_pause_ms = 5;
constexpr std::size_t room_bytes = 64 * 1024;  // of some dozens of commits

OpenError error_of_file(OpenCode code, const std::string& path, const std::string& what) {
    return {code, path + ": " + what};
}

std::string_view advice(int system) {
    switch (system) {
        case EROFS: return "choose a folder that can be written";
        case ENOSPC:
        case EDQUOT: return "free some space on this disk";
        case EIO: return "the disk failed, look at it";
        case EMFILE:
        case ENFILE: return "raise the limit of open files (ulimit -n)";
        default: return "check the path and the permissions of its folder";
    }
}

OpenCode code_of(int system) {
    if (system == EROFS) return OpenCode::read_only;
    return system == ENOSPC || system == EDQUOT ? OpenCode::disk_full : OpenCode::cannot_open;
}

// The system's error decides: SQLite reports a full disk as an I/O error when it extends files.
OpenCode code_of(const SqlError& error) {
    if (error.system == ENOSPC || error.system == EDQUOT) return OpenCode::disk_full;
    if (error.system == EROFS) return OpenCode::read_only;
    switch (error.code & 0xff) {
        case SQLITE_READONLY: return OpenCode::read_only;
        case SQLITE_FULL: return OpenCode::disk_full;
        case SQLITE_NOTADB: return OpenCode::not_a_database;
        case SQLITE_CORRUPT: return OpenCode::damaged;
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return OpenCode::locked;
        default: return OpenCode::cannot_open;
    }
}

std::string_view advice(OpenCode code) {
    switch (code) {
        case OpenCode::read_only: return "give this program the right to write file and folder";
        case OpenCode::disk_full: return "free some space on this disk";
        case OpenCode::not_a_database: return "name another file, this one is left untouched";
        case OpenCode::damaged: return "keep a copy of the file and restore the last backup";
        case OpenCode::locked: return "end the other program that uses this file";
        default: return "check the path and the permissions of its folder";
    }
}

// Of either daemon: the tables are the same.
Layout log_layout(std::int32_t application_id) {
    return {flagfall::embed::log_sql, application_id, log_schema_version};
}

bool create_log(Database& database, const Layout& layout) {
    database.execute("BEGIN IMMEDIATE");
    make(database, layout);
    database.run("INSERT INTO log_identity(one, log_id, wall_ms) VALUES (1, ?, ?)",
                 random_hex(16), wall_ms());
    return database.execute("COMMIT");
}

// Backfill copies the write-ahead log into the file long before it has so many pages. A commit
// copies it only if all else fails.
bool set_up_connection(Database& database) {
    return database.execute(
        "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "PRAGMA wal_autocheckpoint = 16000;"
        "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -16384;");
}

bool in_wal_mode(Database& database) {
    Statement mode = database.prepare("PRAGMA journal_mode");
    return mode.step() && mode.text_view(0) == "wal";
}

}  // namespace

std::string system_text(int error) {
    return std::generic_category().message(error) + "; " + std::string(advice(error));
}

OpenError system_error(const std::string& path, int error) {
    return error_of_file(code_of(error), path, system_text(error));
}

std::expected<FileLock, OpenError> FileLock::take(const std::string& path) {
    const std::string name = path + ".lock";
    const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return std::unexpected(system_error(name, errno));
    FileLock lock(file);
    char pid[32] = {};
    int refused = 0;
    // A process that only checks the lock holds it for an instant.
    for (int tries = 0; tries < lock_tries; ++tries) {
        while ((refused = ::flock(file, LOCK_EX | LOCK_NB)) != 0 && errno == EINTR) {
        }
        if (refused == 0 || errno != EWOULDBLOCK) break;
        ::poll(nullptr, 0, lock_pause_ms);
    }
    if (refused != 0 && errno != EWOULDBLOCK && errno != EINTR)
        return std::unexpected(system_error(name, errno));
    if (refused != 0) {
        const ssize_t size = ::read(file, pid, sizeof pid - 1);
        const std::string who = size > 0 ? " (process " + std::string(pid) + ")" : "";
        return std::unexpected(error_of_file(
            OpenCode::locked, path,
            "another daemon" + who + " has this log open; stop it, or name another file"));
    }
    const int length = std::snprintf(pid, sizeof pid, "%ld", static_cast<long>(::getpid()));
    // The number only helps people, so a failure to write it does not matter.
    if (::ftruncate(file, 0) == 0) {
        [[maybe_unused]] const auto written = ::write(file, pid, static_cast<std::size_t>(length));
    }
    return lock;
}

bool FileLock::held(const std::string& path) {
    const int file = ::open((path + ".lock").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return false;
    const bool refused = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    return refused;
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FileLock::~FileLock() {
    if (file_ >= 0) ::close(file_);
}

std::expected<void, OpenError> make_folder(const std::string& path) {
    std::vector<std::filesystem::path> missing;
    std::error_code error;
    for (std::filesystem::path folder = std::filesystem::path(path).parent_path();
         !folder.empty() && !std::filesystem::exists(folder, error) && !error;
         folder = folder.parent_path()) {
        missing.push_back(folder);
    }
    for (const std::filesystem::path& folder : std::views::reverse(missing)) {
        if (!error && ::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
            error.assign(errno, std::generic_category());
        if (error) break;
        if (const int reason = sync_folder(folder.parent_path().string()); reason != 0) {
            error.assign(reason, std::generic_category());
        }
    }
    if (!error) return {};
    return std::unexpected(
        system_error(std::filesystem::path(path).parent_path().string(), error.value()));
}

std::expected<void, OpenError> check_room(const std::string& path) {
    const std::string name = path + ".room";
    const int file =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return std::unexpected(system_error(name, errno));
    const std::string some(room_bytes, '\0');
    std::size_t written = 0;
    int error = 0;
    while (error == 0 && written < some.size()) {
        const ssize_t size = ::write(file, some.data() + written, some.size() - written);
        if (size > 0) written += static_cast<std::size_t>(size);
        else if (size == 0) error = ENOSPC;
        else if (errno != EINTR) error = errno;
    }
    if (error == 0 && ::fsync(file) != 0) error = errno;  // some systems find no room only here
    ::close(file);
    ::unlink(name.c_str());
    if (error != 0) return std::unexpected(system_error(path, error));
    return {};
}

std::string_view advice(const SqlError& error) {
    const OpenCode code = code_of(error);
    if (code != OpenCode::cannot_open) return advice(code);
    if (error.system == EMFILE || error.system == ENFILE)
        return "raise the limit of open files (ulimit -n)";
    if ((error.code & 0xff) == SQLITE_IOERR) return "the disk failed, look at it";
    return advice(code);
}

OpenError open_error(const std::string& path, const SqlError& error) {
    return error_of_file(code_of(error), path,
                         error.text + " (" + error.name + "); " + std::string(advice(error)));
}

std::expected<std::unique_ptr<Database>, OpenError> open_for_writing(const std::string& path,
                                                                     std::int32_t application_id) {
    auto database = Database::open(path, Database::Mode::create);
    if (!database) return std::unexpected(open_error(path, database.error()));
    Database& db = **database;
    db.allow_views(false);
    // A first look that changes nothing: a file of another program stays as it is.
    const Layout layout = log_layout(application_id);
    const bool fresh = is_new(db);
    if (fresh) ::chmod(path.c_str(), 0600);  // -wal and -shm take their modes from it
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    if (!fresh)
        if (auto ours = check_owner(db, path, layout); !ours) return std::unexpected(ours.error());
    if (db.read_only()) {
        return std::unexpected(error_of_file(OpenCode::read_only, path,
                                             "it cannot be written; " +
                                                 std::string(advice(OpenCode::read_only))));
    }
    if (!fresh)
        if (auto fits = check_version(db, path, layout); !fits)
            return std::unexpected(fits.error());
    if (set_up_connection(db) && fresh) create_log(db, layout);
    if (!db.error() && !in_wal_mode(db)) {
        return std::unexpected(error_of_file(OpenCode::cannot_open, path,
                                             "this file system cannot keep a write-ahead log;"
                                             " use a local disk"));
    }
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    return std::move(*database);
}

std::expected<std::unique_ptr<Database>, OpenError> open_for_reading(const std::string& path) {
    auto database = Database::open(path, Database::Mode::read_only);
    if (!database) return std::unexpected(open_error(path, database.error()));
    Database& db = **database;
    db.execute("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF;");
    const std::int64_t found = db.integer("PRAGMA application_id");
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    if (found != clockd_application_id && found != arbiterd_application_id &&
        found != frames_application_id && found != archive_application_id) {
        return std::unexpected(error_of_file(OpenCode::wrong_application, path,
                                             std::string(owner_text(found)) +
                                                 "; name an event log"));
    }
    const Layout layout = log_layout(static_cast<std::int32_t>(found));
    if (auto fits = check_version(db, path, layout); !fits) return std::unexpected(fits.error());
    return std::move(*database);
}

std::string_view log_schema() { return flagfall::embed::log_sql; }

namespace {

std::string schema_of(Database& database) {
    std::string all;
    Statement rows = database.prepare(
        "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name");
    while (rows.step())
        for (int column = 0; column < 4; ++column) all += rows.text(column) + '\n';
    return all;
}

}  // namespace

bool has_schema(Database& database, std::string_view script) {
    auto model = Database::open(":memory:", Database::Mode::create);
    if (!model) return false;
    (*model)->execute(script);
    const std::string found = schema_of(database);
    return !database.error() && !(*model)->error() && found == schema_of(**model);
}

std::vector<SchemaObject> beside_log(Database& database) {
    std::vector<SchemaObject> all;
    auto log = Database::open(":memory:", Database::Mode::create);
    if (!log || !(*log)->execute(flagfall::embed::log_sql)) return all;
    Statement made_by_log = (*log)->prepare("SELECT 1 FROM sqlite_master WHERE name = ?");
    Statement rows = database.prepare(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')"
        " AND name NOT LIKE 'sqlite%' ORDER BY rowid DESC");
    while (rows.step())
        if (!made_by_log.bind(rows.text_view(1)).step())
            all.push_back({rows.text(0), rows.text(1)});
    return all;
}

std::string read_log_id(Database& database) {
    Statement statement = database.prepare("SELECT log_id FROM log_identity");
    return statement.step() ? statement.text(0) : std::string();
}

Row row_of(const Statement& statement) {
    const Statement& s = statement;
    return {.pos = {s.integer(0)}, .stream = s.text(1), .seq = s.integer(2), .cmd_id = s.text(3),
            .sender = s.text(4), .cmd_digest = s.integer(5), .at = {s.integer(6)},
            .boot = s.text(7), .wall_ms = s.integer(8), .type = s.text(9), .body = s.text(10)};
}

std::optional<Digest> digest_of(const Statement& statement, int column) {
    const std::string_view stored = statement.blob_view(column);
    Digest digest{};
    if (stored.size() != digest.size()) return std::nullopt;
    std::ranges::copy(stored, digest.begin());
    return digest;
}

std::optional<Digest> chain_at(Database& database, const std::string& log_id, Pos pos) {
    if (pos.value == 0) return chain_start(log_id);
    Statement statement = database.prepare("SELECT chain FROM event WHERE pos = ?");
    statement.bind(pos.value);
    if (!statement.step()) return std::nullopt;
    return digest_of(statement, 0);
}

}  // namespace flagfall::store
