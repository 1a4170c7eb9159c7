// Checks that a log's file can be used, for Store, Reader, verify, custody and
// common/custody.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/row.hpp"
#include "common/store/sqlite.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

// An advisory lock on `<path>.lock`, held until destruction or the end of the process. It is a file
// of its own because closing any descriptor of the database would drop SQLite's locks on it.
class FileLock {
public:
    static std::expected<FileLock, OpenError> take(const std::string& path);
    // Does a process hold it at present? False, too, if that cannot be found out.
    static bool held(const std::string& path);
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;

private:
    explicit FileLock(int file) : file_(file) {}
    int file_;
};

// Creates the folders above the file, durably.
std::expected<void, OpenError> make_folder(const std::string& path);

// Checks that there is room to write, so that a full disk is reported at start and not at the first
// event. Leaves nothing behind.
std::expected<void, OpenError> check_room(const std::string& path);

// The text of a failed call, with advice: "No space left on device; free some space on
// this disk". `error` is its errno.
std::string system_text(int error);
OpenError system_error(const std::string& path, int error);

// The advice for an error, for people: "free some space on this disk".
std::string_view advice(const SqlError& error);

// SQLite's error as one of ours, with advice.
OpenError open_error(const std::string& path, const SqlError& error);

// Opens for writing: pragmas set, owner and version checked, schema applied to a new file.
std::expected<std::unique_ptr<Database>, OpenError> open_for_writing(const std::string& path,
                                                                     std::int32_t application_id);

// Opens for reading any event log of a known version, of either daemon.
std::expected<std::unique_ptr<Database>, OpenError> open_for_reading(const std::string& path);

// db/log.sql: the tables and triggers that every log has.
std::string_view log_schema();

// Does the file have exactly the tables, indexes, triggers and views that this script makes?
bool has_schema(Database& database, std::string_view script);

// A table or a view that log.sql does not make; the newest comes first: so a table comes
// before those that it refers to.
struct SchemaObject {
    std::string type;  // "table", "view"
    std::string name;
};
std::vector<SchemaObject> beside_log(Database& database);

std::string read_log_id(Database& database);

// The columns that `row_of` and `chain_of` expect, in this order.
#define FLAGFALL_EVENT_COLUMNS \
    "pos, stream, seq, cmd_id, sender, cmd_digest, at_us, boot, wall_ms, type, body, chain"

Row row_of(const Statement& statement);
std::optional<Digest> digest_of(const Statement& statement, int column);  // empty if not 32 bytes
inline std::optional<Digest> chain_of(const Statement& row) { return digest_of(row, 11); }

// The chain of the row at `pos`, or chain_start for 0; empty if there is no such row.
std::optional<Digest> chain_at(Database& database, const std::string& log_id, Pos pos);

}  // namespace flagfall::store
