// The append-only event log of a daemon, in one SQLite file.
//
// Two threads: the loop numbers and queues rows, the store's own thread writes them. Whatever
// queued while the last commit ran is the next commit (group commit without a timer). Nothing is
// announced before it is durable (WAL, synchronous=FULL), and a commit that fails ends the process.
//
// Order of use: open, read (replay) or rebuild, start, append..., close.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/ops/log.hpp"
#include "common/store/head.hpp"
#include "common/store/row.hpp"
#include "common/store/sqlite.hpp"

namespace flagfall::store {

enum class OpenCode {
    cannot_open,       // missing folder, no permission, not a file
    read_only,         // file or file system cannot be written
    disk_full,         // no room left
    not_a_database,    // another kind of file
    wrong_application, // an SQLite file of another program or of the other daemon
    newer_version,     // written by a newer version of this program
    locked,            // another daemon has it open
    key,               // the signing key is missing, unreadable or open to others
    not_ours,          // another program wrote or signed it last, or cut it
    others_may_write,  // folder or files are open to others
    damaged,           // rows are missing or were changed
    schema,            // the caller's own script failed
};

struct OpenError {
    OpenCode code{};
    std::string text;  // what is wrong with which file, and what to do
};

// Tables derived from the log, written in the transaction of their rows. Runs on
// the store's thread (rebuild: on the caller's). The Database keeps failures.
class Projector {
public:
    virtual ~Projector() = default;
    virtual void project(Database& database, const Row& row) = 0;
    // Empties every table that `project` fills, and no other.
    virtual void clear(Database& database) = 0;
};

// Extra statements that belong to an append: a follow cursor, an outbox row. Runs on the store's
// thread, after the rows of its append, in their transaction. Not repeated by `rebuild`.
using Effect = std::function<void(Database&)>;

// "FFcl", "FFar" and "FFfr": which daemon a file belongs to, or that it is a log of frames.
inline constexpr std::int32_t clockd_application_id = 0x4646636C;
inline constexpr std::int32_t arbiterd_application_id = 0x46466172;
inline constexpr std::int32_t frames_application_id = 0x46466672;

// The version of db/log.sql that this program writes (SQLite's user_version).
inline constexpr std::int32_t log_schema_version = 1;

inline constexpr std::int64_t checkpoint_every = 1024;  // rows from one signature to the next

// The longest time that a row waits for a signature, idle or busy.
inline constexpr Duration sign_within = seconds(10);

inline constexpr int exit_commit_failed = 74;  // EX_IOERR of sysexits.h

// A person who vouches for rows that no key has signed.
struct Word {
    std::string by;
    std::string reason;
};

struct StoreOptions {
    std::string path{};
    std::string key_file{};          // of the signing key; empty: `<path>.key`
    std::optional<Word> accept_gap{};  // continue a log that is not ours, and record the gap
    Duration sign_within = store::sign_within;
    std::int32_t application_id = clockd_application_id;
    std::string projection_sql{};      // caller's tables: CREATE TABLE IF NOT EXISTS ...
    Projector* projector = nullptr;  // must outlive the Store
    // On the store's thread after each commit: every row up to here is durable. Post it to the
    // loop; do not call the Store from it.
    std::function<void(Pos up_to)> on_committed{};
    // On the store's thread after each commit: how long it took.
    std::function<void(Duration took)> on_commit_took{};
    // On the store's thread when a new last row is signed and durable; at start and end, too.
    std::function<void(const SignedHead&)> on_signed{};
    // On the store's thread when a commit failed, after the line on standard error. The default
    // ends the process with exit_commit_failed. If it returns, the Store takes no more rows.
    std::function<void(const SqlError&)> on_fatal{};
    // Runs on the store's thread just before each COMMIT; tests and drills stall the disk here.
    std::function<void()> before_commit{};
};

struct StoreStats {
    std::int64_t commits = 0;
    std::int64_t rows = 0;            // rows committed since start
    std::int64_t queued_rows = 0;     // appended, not yet durable
    std::int64_t last_commit_us = 0;  // how long the last transaction took
    std::int64_t max_commit_us = 0;
};

// Rows, commits and the longest commit, for a log line.
ops::Fields summary(const StoreStats& stats);

class Store {
public:
    // Creates the folder, the file and its key (`<path>.key`) if they are missing, takes the lock
    // (`<path>.lock`), checks the file's owner and version, that no other user may write it
    // and that it ends as its own daemon left it (custody.hpp), and applies projection_sql.
    static std::expected<std::unique_ptr<Store>, OpenError> open(StoreOptions options);

    ~Store();  // closes
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // The name of this log, random, created with the file: consumers send it in `subscribe`.
    const std::string& log_id() const;
    // The key that signs now: 32 raw bytes (see hex and fingerprint in crypto.hpp).
    const std::string& public_key() const;

    // Replays the rows from `from` to the end, in order, checks positions and chain on the way,
    // and from the first row also the numbers of the streams; returns the last position. Only
    // before start.
    std::expected<Pos, OpenError> read(Pos from, const std::function<void(const Row&)>& row);

    // Replays these rows, each checked against the chain of the row before it, and checks the rows
    // after the last checkpoint. `positions` ascend. Only before start.
    std::expected<void, OpenError> read_some(const std::vector<Pos>& positions,
                                             const std::function<void(const Row&)>& row);

    // Empties the projections and derives them again from the whole log, in one transaction, with
    // the projector of the options. Only before start.
    std::expected<void, OpenError> rebuild();

    // The connection, for the caller's own reading at start (cursor, outbox). Only before start.
    Database& database();

    // Starts the store's thread.
    void start();

    // --- the loop's thread ---

    // Assigns every row its pos and queues a copy with the effect: all of it in one
    // transaction, or none. The store's thread numbers the rows of each stream. Never waits. False,
    // and nothing changed, if `full()`.
    // Rows may be empty if only the effect matters; on_committed is called in this case, too.
    // With `sign` the last row is signed in that transaction, so that it is never durable unsigned.
    bool append(std::vector<Row>& rows, Effect effect = {}, bool sign = false);

    // limits::store_queue_rows rows or more wait for the disk: read no more commands until
    // on_committed. Only the loop fills the queue, so an append after a "not full" succeeds.
    bool full() const;

    Pos last() const;  // the last position given out; 0: empty log

    // --- any thread ---

    Pos committed() const;
    StoreStats stats() const;

    // Waits until everything appended so far is durable (or a commit failed). For closing and
    // tests: the loop must never wait.
    void flush();

    // Writes what is queued, signs a last checkpoint, empties the WAL and joins the thread.
    // Repeating it does nothing.
    void close();

private:
    struct Impl;
    explicit Store(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::store
