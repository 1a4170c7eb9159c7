#include "common/store/sqlite.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <map>
#include <utility>

#include "common/base/check.hpp"

namespace flagfall::store {

namespace {

std::string code_name(int code) {
    switch (code & 0xff) {
        case SQLITE_ERROR: return "SQLITE_ERROR";
        case SQLITE_PERM: return "SQLITE_PERM";
        case SQLITE_BUSY: return "SQLITE_BUSY";
        case SQLITE_LOCKED: return "SQLITE_LOCKED";
        case SQLITE_NOMEM: return "SQLITE_NOMEM";
        case SQLITE_READONLY: return "SQLITE_READONLY";
        case SQLITE_IOERR: return "SQLITE_IOERR";
        case SQLITE_CORRUPT: return "SQLITE_CORRUPT";
        case SQLITE_FULL: return "SQLITE_FULL";
        case SQLITE_CANTOPEN: return "SQLITE_CANTOPEN";
        case SQLITE_CONSTRAINT: return "SQLITE_CONSTRAINT";
        case SQLITE_MISMATCH: return "SQLITE_MISMATCH";
        case SQLITE_NOTADB: return "SQLITE_NOTADB";
        default: return "SQLITE_" + std::to_string(code & 0xff);
    }
}

bool no_space(int error) { return error == ENOSPC || error == EDQUOT; }

// The errno of a failed call. SQLite keeps for the connection the last errno when it gave up. A
// later call that tidied up may have hidden that the disk was full, which a failed sync
// reports. The files keep their own.
int system_error(sqlite3* handle) {
    const int last = sqlite3_system_errno(handle);
    if (no_space(last)) return last;
    int of_main = 0;
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &of_main);
    if (no_space(of_main)) return of_main;
    sqlite3_file* log = nullptr;  // the write-ahead log
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
    int of_log = 0;
    if (log != nullptr && log->pMethods != nullptr)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &of_log);
    return no_space(of_log) ? of_log : last;
}

SqlError make_error(sqlite3* handle, int code, std::string_view sql) {
    std::string text = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    if (!sql.empty()) text.append(" in: ").append(sql.substr(0, 200));
    const int primary = code & 0xff;
    const bool of_system = handle && (primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN ||
                                      primary == SQLITE_FULL);
    return {code, code_name(code), std::move(text), of_system ? system_error(handle) : 0};
}

// A file: URI that marks the file as immutable for SQLite, with special characters escaped.
std::string immutable_uri(const std::string& path) {
    std::string uri = "file:";
    for (const char c : path) {
        const bool special = c == '?' || c == '#' || c == '%';
        char escaped[4];
        std::snprintf(escaped, sizeof escaped, "%%%02X", static_cast<unsigned char>(c));
        uri += special ? std::string(escaped) : std::string(1, c);
    }
    return uri + "?immutable=1";
}

// On a read-only medium (an archive disc) WAL's shared memory cannot be made; such
// a file, closed cleanly, is read as immutable.
bool archived(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    return ::access(folder.c_str(), W_OK) != 0 && ::access((path + "-wal").c_str(), F_OK) != 0;
}

// SQLite counts every allocation under one global lock unless this is set before its first use.
void configure_once() {
    static const int done = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(done);
}

}  // namespace

// --- Statement ---

Statement::Statement(Database* owner, sqlite3_stmt* handle, bool* lent)
    : owner_(owner), handle_(handle), lent_(lent) {}

Statement::Statement(Statement&& other) noexcept
    : owner_(other.owner_), handle_(std::exchange(other.handle_, nullptr)),
      lent_(std::exchange(other.lent_, nullptr)) {}

Statement::~Statement() {
    if (!handle_) return;
    if (!lent_) {
        sqlite3_finalize(handle_);
        return;
    }
    reset();
    sqlite3_clear_bindings(handle_);
    *lent_ = false;
}

void Statement::reset() {
    if (handle_) sqlite3_reset(handle_);  // repeats the error of the last step: already kept
}

void Statement::check(int code) {
    if (code != SQLITE_OK) owner_->fail(code, handle_ ? sqlite3_sql(handle_) : "");
}

void Statement::bind_integer(int index, std::int64_t value) {
    if (handle_) check(sqlite3_bind_int64(handle_, index, value));
}

void Statement::bind_one(int index, double value) {
    if (handle_) check(sqlite3_bind_double(handle_, index, value));
}

void Statement::bind_one(int index, std::string_view value) {
    // A null pointer would bind NULL: the empty string is a value.
    const char* data = value.data() ? value.data() : "";
    if (handle_) {
        check(sqlite3_bind_text64(handle_, index, data, value.size(), SQLITE_TRANSIENT,
                                  SQLITE_UTF8));
    }
}

void Statement::bind_one(int index, Blob value) {
    const char* data = value.bytes.data() ? value.bytes.data() : "";
    if (handle_) {
        check(sqlite3_bind_blob64(handle_, index, data, value.bytes.size(), SQLITE_TRANSIENT));
    }
}

void Statement::bind_one(int index, std::nullptr_t) {
    if (handle_) check(sqlite3_bind_null(handle_, index));
}

bool Statement::step() {
    if (!handle_ || owner_->error_) return false;
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) owner_->fail(code, sqlite3_sql(handle_));
    return false;
}

bool Statement::run() {
    while (step()) {
    }
    reset();
    return !owner_->error_;
}

bool Statement::null(int column) const {
    return !handle_ || sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
    return handle_ ? sqlite3_column_int64(handle_, column) : 0;
}

double Statement::real(int column) const {
    return handle_ ? sqlite3_column_double(handle_, column) : 0;
}

std::string Statement::text(int column) const { return std::string(text_view(column)); }
std::string Statement::blob(int column) const { return std::string(blob_view(column)); }

std::string_view Statement::text_view(int column) const {
    if (!handle_) return {};
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
    if (!data) return {};
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

std::string_view Statement::blob_view(int column) const {
    if (!handle_) return {};
    const auto* data = static_cast<const char*>(sqlite3_column_blob(handle_, column));
    if (!data) return {};
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

// --- Database ---

struct Database::Cache {
    struct Entry {
        sqlite3_stmt* handle = nullptr;
        bool lent = false;
    };
    std::map<std::string, Entry, std::less<>> entries;

    ~Cache() {
        for (auto& [sql, entry] : entries) {
            FF_CHECK(!entry.lent);
            sqlite3_finalize(entry.handle);
        }
    }
};

Database::Database(sqlite3* handle) : handle_(handle), cache_(std::make_unique<Cache>()) {}

Database::~Database() {
    cache_.reset();
    sqlite3_close_v2(handle_);
}

std::expected<std::unique_ptr<Database>, SqlError> Database::open(const std::string& path,
                                                                  Mode mode) {
    configure_once();
    const bool reading = mode == Mode::read_only;
    struct stat status{};
    // SQLite waits for a pipe that nobody writes to.
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return std::unexpected(SqlError{SQLITE_CANTOPEN, "SQLITE_CANTOPEN", "it is not a file", 0});
    const bool immutable = reading && archived(path);
    const int flags = SQLITE_OPEN_NOMUTEX | (immutable ? SQLITE_OPEN_URI : 0) |
                      (reading ? SQLITE_OPEN_READONLY
                               : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    const std::string name = immutable ? immutable_uri(path) : path;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
    if (code != SQLITE_OK) {
        SqlError error = make_error(handle, code, {});
        sqlite3_close_v2(handle);
        return std::unexpected(std::move(error));
    }
    sqlite3_extended_result_codes(handle, 1);
    auto database = std::unique_ptr<Database>(new Database(handle));
    if (reading) database->allow_views(false);
    return database;
}

bool database_exists(const std::string& path) {
    configure_once();
    sqlite3_vfs* files = sqlite3_vfs_find(nullptr);
    int found = 0;
    return files->xAccess(files, path.c_str(), SQLITE_ACCESS_EXISTS, &found) == SQLITE_OK &&
           found != 0;
}

void Database::allow_views(bool may) {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_VIEW, may ? 1 : 0, nullptr);
}

void Database::fail(int code, std::string_view sql) {
    if (!error_) error_ = make_error(handle_, code, sql);
}

bool Database::execute(std::string_view script) {
    if (error_) return false;
    const std::string text(script);
    const int code = sqlite3_exec(handle_, text.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code, script);
    return code == SQLITE_OK;
}

Statement Database::prepare(std::string_view sql) {
    if (error_) return {this, nullptr, nullptr};
    auto found = cache_->entries.find(sql);
    if (found != cache_->entries.end() && !found->second.lent) {
        found->second.lent = true;
        return {this, found->second.handle, &found->second.lent};
    }
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    if (code != SQLITE_OK) {
        fail(code, sql);
        return {this, nullptr, nullptr};
    }
    FF_CHECK(handle);  // an empty statement is a programmer's error
    if (found != cache_->entries.end()) return {this, handle, nullptr};  // used inside itself
    Cache::Entry& entry = cache_->entries[std::string(sql)];
    entry = {handle, true};
    return {this, handle, &entry.lent};
}

std::int64_t Database::integer(std::string_view sql, std::int64_t otherwise) {
    Statement statement = prepare(sql);
    return statement.step() ? statement.integer(0) : otherwise;
}

bool Database::backup_to(const std::string& path) {
    if (error_) return false;
    auto target = open(path, Mode::create);
    if (!target) {
        error_ = target.error();
        return false;
    }
    Database& copy = **target;
    sqlite3_backup* backup = sqlite3_backup_init(copy.handle_, "main", handle_, "main");
    if (backup) sqlite3_backup_step(backup, -1);
    const int code = backup ? sqlite3_backup_finish(backup) : sqlite3_errcode(copy.handle_);
    if (code != SQLITE_OK) copy.fail(code, "copying to " + path);
    copy.execute("PRAGMA journal_mode = DELETE");
    // The copy gets the same permissions as the original.
    struct stat facts {};
    if (const char* from = sqlite3_db_filename(handle_, "main"); from && ::stat(from, &facts) == 0)
        ::chmod(path.c_str(), facts.st_mode & 0777);
    error_ = copy.error_;
    return !error_;
}

bool Database::read_only() const { return sqlite3_db_readonly(handle_, "main") == 1; }
std::int64_t Database::changes() const { return sqlite3_changes64(handle_); }

}  // namespace flagfall::store
