// A small owner for an SQLite connection and its statements; callers do not see sqlite3.h.
//
// Errors are sticky: the first failure is kept in `Database::error()` and every later call on
// that connection does nothing until `clear_error()`. So a projection is a plain list of
// statements, and the caller checks once, before the commit.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace flagfall::store {

struct SqlError {
    int code = 0;      // SQLite's extended result code
    std::string name;  // "SQLITE_FULL": the primary code in words
    std::string text;  // SQLite's message and the statement it came from
    int system = 0;    // errno, if the system refused something; otherwise 0
};

// Bytes to bind as a BLOB instead of TEXT.
struct Blob {
    std::string_view bytes;
};

class Database;

// One prepared statement, lent by its Database's cache; its destructor resets it and gives it
// back. Parameters are counted from 1, columns from 0. Must not outlive the Database.
class Statement {
public:
    Statement(Statement&&) noexcept;
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    // Resets, and binds these parameters; the values are copied.
    template <class... Args>
    Statement& bind(const Args&... args) {
        reset();
        int index = 0;  // NOLINT(misc-const-correctness): without arguments nothing counts it up
        (bind_one(++index, args), ...);
        return *this;
    }

    // True while there is a row to read; false at the end and after a failure.
    bool step();

    // Steps to the end and resets; true if nothing failed.
    bool run();

    bool null(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;  // empty for NULL
    std::string blob(int column) const;
    // As text() and blob(), without a copy: valid until the next step, reset or bind.
    std::string_view text_view(int column) const;
    std::string_view blob_view(int column) const;

private:
    friend class Database;
    Statement(Database* owner, sqlite3_stmt* handle, bool* lent);
    void reset();

    template <std::integral T>
    void bind_one(int index, T value) { bind_integer(index, static_cast<std::int64_t>(value)); }
    void bind_one(int index, double value);
    void bind_one(int index, std::string_view value);
    void bind_one(int index, Blob value);
    void bind_one(int index, std::nullptr_t);
    template <class T>
    void bind_one(int index, const std::optional<T>& value) {
        value ? bind_one(index, *value) : bind_one(index, nullptr);
    }
    void bind_integer(int index, std::int64_t value);
    void check(int code);

    Database* owner_;
    sqlite3_stmt* handle_;  // null if preparing failed: every call is then a no-op
    bool* lent_;            // the cache's mark; null when the statement is ours to finalize
};

// Does a database with this path exist, as SQLite sees it?
bool database_exists(const std::string& path);

// One connection. Used by one thread at a time.
class Database {
public:
    enum class Mode { read_only, create };

    // Opens the file; `create` makes it when it is missing. Nothing is read yet, so a file that
    // is no database shows up at the first statement (SQLITE_NOTADB).
    static std::expected<std::unique_ptr<Database>, SqlError> open(const std::string& path,
                                                                   Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // May views of the file be read? Not at first if it is opened for reading: in a file from
    // elsewhere a view in a table's place may never end. Views in the schema `temp` always may.
    void allow_views(bool may);

    // Runs a script of any number of statements without parameters.
    bool execute(std::string_view script);

    // The statement for this text, prepared once and cached.
    Statement prepare(std::string_view sql);

    // One statement with parameters and without rows.
    template <class... Args>
    bool run(std::string_view sql, const Args&... args) {
        return prepare(sql).bind(args...).run();
    }

    // The first column of the first row as an integer, or `otherwise` if there is no row.
    std::int64_t integer(std::string_view sql, std::int64_t otherwise = 0);

    // Copies the database into a file that does not exist yet, by SQLite's online backup, and syncs
    // it: the state in this connection's open transaction, or else the last commit. The copy has no
    // write-ahead log: it is one file. A failure is this connection's, and leaves a partial file.
    bool backup_to(const std::string& path);

    bool read_only() const;        // the file or its folder cannot be written
    std::int64_t changes() const;  // rows changed by the last INSERT, UPDATE or DELETE

    const std::optional<SqlError>& error() const { return error_; }
    void clear_error() { error_.reset(); }

private:
    friend class Statement;
    struct Cache;
    explicit Database(sqlite3* handle);
    void fail(int code, std::string_view sql);

    sqlite3* handle_;
    std::unique_ptr<Cache> cache_;
    std::optional<SqlError> error_;
};

}  // namespace flagfall::store
