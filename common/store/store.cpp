#include "common/store/store.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/ops/log.hpp"
#include "common/store/backfill.hpp"
#include "common/store/custody.hpp"
#include "common/store/guard.hpp"
#include "common/store/limits.hpp"
#include "common/store/open.hpp"
#include "common/store/writer.hpp"

namespace flagfall::store {

namespace {

// Which file has this name: zeros if there is none.
struct FileAt {
    dev_t device = 0;
    ino_t inode = 0;
    friend bool operator==(const FileAt&, const FileAt&) = default;
};

FileAt file_at(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return {};
    return {status.st_dev, status.st_ino};
}

SqlError removed() {
    return {SQLITE_IOERR, "SQLITE_IOERR",
            "the file was removed or replaced while it was written: put it back, or restore a "
            "backup",
            ENOENT};
}

}  // namespace

struct Store::Impl {
    StoreOptions options;
    FileLock lock;
    std::unique_ptr<Database> database;
    Signer signer;
    std::string log_id;

    Digest chain{};  // of the last row in the file at open

    // The loop's: the last position given out.
    Pos last{};

    // Shared, under the mutex.
    mutable std::mutex mutex{};
    std::condition_variable wake{};     // the store's thread: work or the end
    std::condition_variable settled{};  // flush: a commit is done
    std::vector<Batch> queue{};
    bool stopping = false;
    bool busy = false;  // a commit is under way
    StoreStats stats{};
    Pos committed{};

    std::optional<Pos> reported_signed{};  // the store's thread: position of the last on_signed
    Instant signed_at{};               // likewise: its time

    std::atomic<std::int64_t> waiting{0};  // rows not yet durable
    std::atomic<bool> dead{false};         // a commit failed
    std::optional<Writer> writer{};
    std::optional<Backfill> backfill{};  // the store's thread
    std::thread thread{};
    bool closed = false;
    FileAt file{};  // that is open

    bool load_counters();
    std::expected<Digest, OpenError> read_range(Pos from, Pos to,
                                                const std::function<void(const Row&)>& row);
    bool numbers_fit(const std::map<std::string, std::int64_t, std::less<>>& seqs);
    void run();
    bool wait_for_work(std::vector<Batch>& batches);
    bool sign();
    void report_signed();
    void announce(const std::vector<Batch>& batches, Duration took);
    bool in_place() const;
    void die();
    void die(const SqlError& error);
    void finish();
};

// --- opening ---

namespace {

OpenError damaged(const std::string& path, std::int64_t pos) {
    return {OpenCode::damaged, path + ": the log is broken at position " + std::to_string(pos) +
                                   "; verify it and restore a backup"};
}

}  // namespace

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Store::~Store() { close(); }

std::expected<std::unique_ptr<Store>, OpenError> Store::open(StoreOptions options) {
    const std::string& path = options.path;
    if (auto made = make_folder(path); !made) return std::unexpected(made.error());
    if (auto own = guard_record(path); !own) return std::unexpected(own.error());
    auto lock = FileLock::take(path);
    if (!lock) return std::unexpected(lock.error());
    if (auto room = check_room(path); !room) return std::unexpected(room.error());
    if (auto known = known_log(options); !known) return std::unexpected(known.error());
    auto database = open_for_writing(path, options.application_id);
    if (!database) return std::unexpected(database.error());
    auto signer = take_custody(options, **database);
    if (!signer) return std::unexpected(signer.error());
    Database& db = **database;
    if (!db.execute(options.projection_sql)) {
        if ((db.error()->code & 0xff) != SQLITE_ERROR)
            return std::unexpected(open_error(path, *db.error()));
        return std::unexpected(OpenError{
            OpenCode::schema, path + ": the tables of this program do not fit: " +
                                  db.error()->text + "; use the program that wrote the file"});
    }
    std::string log_id = read_log_id(db);
    std::unique_ptr<Impl> impl(new Impl{.options = std::move(options),
                                        .lock = std::move(*lock),
                                        .database = std::move(*database),
                                        .signer = std::move(*signer),
                                        .log_id = std::move(log_id)});
    impl->file = file_at(impl->options.path);
    const bool whole = impl->load_counters();
    if (db.error()) return std::unexpected(open_error(impl->options.path, *db.error()));
    if (!whole) return std::unexpected(damaged(impl->options.path, impl->last.value));
    return std::unique_ptr<Store>(new Store(std::move(impl)));
}

// False if the last row has no chain to continue from.
bool Store::Impl::load_counters() {
    last = committed = Pos{database->integer("SELECT coalesce(max(pos), 0) FROM event")};
    const std::optional<Digest> found = chain_at(*database, log_id, last);
    chain = found.value_or(Digest{});
    return found.has_value();
}

const std::string& Store::log_id() const { return impl_->log_id; }
const std::string& Store::public_key() const { return impl_->signer.key.public_key(); }

// --- before start ---

Database& Store::database() {
    FF_CHECK(!impl_->writer);
    return *impl_->database;
}

// Reads the rows of a range, each the next link of the chain; returns the chain of the last.
std::expected<Digest, OpenError> Store::Impl::read_range(
    Pos from, Pos to, const std::function<void(const Row&)>& row) {
    const std::string& path = options.path;
    std::optional<Digest> link = chain_at(*database, log_id, {from.value - 1});
    if (database->error()) return std::unexpected(open_error(path, *database->error()));
    if (!link) return std::unexpected(damaged(path, from.value - 1));
    Pos last_read{from.value - 1};
    Sha256 hash;
    Statement rows = database->prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                       " FROM event WHERE pos BETWEEN ? AND ? ORDER BY pos");
    rows.bind(from.value, to.value);
    while (rows.step()) {
        const Row found = row_of(rows);
        link = chain_next(hash, *link, found);
        if (found.pos.value != last_read.value + 1 || link != chain_of(rows))
            return std::unexpected(damaged(path, last_read.value + 1));
        last_read = found.pos;
        row(found);
    }
    if (database->error()) return std::unexpected(open_error(path, *database->error()));
    // In a damaged file the path through all rows may end elsewhere than the path to the last one.
    const std::optional<Digest> at_end = chain_at(*database, log_id, last_read);
    if (database->error()) return std::unexpected(open_error(path, *database->error()));
    if (last_read != to || link != at_end)
        return std::unexpected(damaged(path, last_read.value + 1));
    return *link;
}

// Checks the next numbers of the streams: they come from an index, which no chain protects.
bool Store::Impl::numbers_fit(const std::map<std::string, std::int64_t, std::less<>>& seqs) {
    std::map<std::string, std::int64_t, std::less<>> stored;
    Statement rows = database->prepare("SELECT stream, max(seq) FROM event GROUP BY stream");
    while (rows.step()) stored.emplace(rows.text(0), rows.integer(1));
    return !database->error() && stored == seqs;
}

std::expected<Pos, OpenError> Store::read(Pos from, const std::function<void(const Row&)>& row) {
    FF_CHECK(from.value >= 1 && !impl_->writer);
    Impl& impl = *impl_;
    std::map<std::string, std::int64_t, std::less<>> seqs;
    const auto read = impl.read_range(from, impl.last, [&](const Row& found) {
        seqs[found.stream] = found.seq;
        row(found);
    });
    if (!read) return std::unexpected(read.error());
    const bool fit = from.value > 1 || impl.numbers_fit(seqs);
    if (const auto& error = impl.database->error())
        return std::unexpected(open_error(impl.options.path, *error));
    if (!fit) return std::unexpected(damaged(impl.options.path, impl.last.value + 1));
    return impl.last;
}

std::expected<void, OpenError> Store::read_some(const std::vector<Pos>& positions,
                                                const std::function<void(const Row&)>& row) {
    FF_CHECK(!impl_->writer);
    Impl& impl = *impl_;
    const Pos signed_to{impl.database->integer("SELECT coalesce(max(pos), 0) FROM checkpoint")};
    if (auto tail = read({signed_to.value + 1}, [](const Row&) {}); !tail)
        return std::unexpected(tail.error());
    for (auto from = positions.begin(); from != positions.end();) {
        auto to = from;
        while (std::next(to) != positions.end() && std::next(to)->value == to->value + 1) ++to;
        if (auto range = impl.read_range(*from, *to, row); !range)
            return std::unexpected(range.error());
        from = std::next(to);
    }
    return {};
}

std::expected<void, OpenError> Store::rebuild() {
    FF_CHECK(impl_->options.projector);
    Projector& projector = *impl_->options.projector;
    Database& db = database();
    db.execute("BEGIN IMMEDIATE");
    projector.clear(db);
    const auto done = read({1}, [&](const Row& row) { projector.project(db, row); });
    if (done && db.execute("COMMIT")) return {};
    OpenError error = done ? open_error(impl_->options.path, *db.error()) : done.error();
    db.clear_error();
    db.execute("ROLLBACK");
    return std::unexpected(std::move(error));
}

void Store::start() {
    Impl& impl = *impl_;
    FF_CHECK(!impl.writer && !impl.closed);
    impl.writer.emplace(*impl.database, impl.signer, impl.log_id, impl.options.projector,
                        impl.committed, impl.chain);
    impl.backfill.emplace(impl.options.path);
    impl.thread = std::thread([&impl] { impl.run(); });
}

// --- the loop's thread ---

bool Store::append(std::vector<Row>& rows, Effect effect, bool sign) {
    Impl& impl = *impl_;
    FF_CHECK(!impl.closed);
    if (full() || impl.dead) return false;
    for (Row& row : rows) row.pos = impl.last = Pos{impl.last.value + 1};
    impl.waiting += std::ssize(rows);
    Batch batch{rows, std::move(effect), sign};
    {
        const std::lock_guard hold(impl.mutex);
        impl.queue.push_back(std::move(batch));
    }
    impl.wake.notify_one();
    return true;
}

bool Store::full() const {
    return impl_->waiting.load() >= static_cast<std::int64_t>(limits::store_queue_rows);
}

Pos Store::last() const { return impl_->last; }

// --- any thread ---

Pos Store::committed() const {
    const std::lock_guard hold(impl_->mutex);
    return impl_->committed;
}

StoreStats Store::stats() const {
    const std::lock_guard hold(impl_->mutex);
    StoreStats stats = impl_->stats;
    stats.queued_rows = impl_->waiting.load();
    return stats;
}

void Store::flush() {
    Impl& impl = *impl_;
    FF_CHECK(impl.writer);
    std::unique_lock hold(impl.mutex);
    impl.settled.wait(hold, [&] { return !impl.busy && (impl.dead || impl.queue.empty()); });
}

void Store::close() {
    Impl& impl = *impl_;
    if (std::exchange(impl.closed, true)) return;
    if (impl.thread.joinable()) {
        {
            const std::lock_guard hold(impl.mutex);
            impl.stopping = true;
        }
        impl.wake.notify_one();
        impl.thread.join();
    }
    impl.database.reset();
}

// --- the store's thread ---

void Store::Impl::run() {
    signed_at = now();
    if (!sign()) return die();  // left unsigned by a crash; ours, as the head shows
    std::vector<Batch> batches;
    while (wait_for_work(batches)) {
        if (batches.empty()) {  // nothing came for a while
            if (!sign()) return die();
            continue;
        }
        const Instant began = now();
        if (!writer->commit(batches, options.before_commit)) return die();
        if (!in_place()) return die(removed());  // before anybody relies on the rows
        announce(batches, now() - began);
        if (backfill->committed(writer->last())) copy_log(*database);
        if (now() - signed_at >= options.sign_within && !sign()) return die();
        report_signed();
    }
    finish();
}

// False at the end; true without batches if rows have waited long enough for a signature.
bool Store::Impl::wait_for_work(std::vector<Batch>& batches) {
    batches.clear();
    const auto due = [&] { return stopping || !queue.empty(); };
    std::unique_lock hold(mutex);
    if (writer->all_signed()) wake.wait(hold, due);
    else wake.wait_for(hold, std::chrono::microseconds(options.sign_within.us), due);
    if (stopping && queue.empty()) return false;
    batches.swap(queue);  // everything that queued while the last commit ran
    busy = !batches.empty();
    return true;
}

// True if the last row is signed and durable.
bool Store::Impl::sign() {
    signed_at = now();
    if (!writer->sign_last()) return false;
    report_signed();
    return true;
}

void Store::Impl::report_signed() {
    const std::optional<SignedHead>& head = writer->signed_head();
    if (!head || head->pos == reported_signed) return;
    reported_signed = head->pos;
    signed_at = now();
    if (options.on_signed) options.on_signed(*head);
}

void Store::Impl::announce(const std::vector<Batch>& batches, Duration took) {
    std::int64_t rows = 0;
    for (const Batch& batch : batches) rows += std::ssize(batch.rows);
    waiting -= rows;
    const Pos up_to = writer->last();
    {
        const std::lock_guard hold(mutex);
        committed = up_to;
        stats.commits += 1;
        stats.rows += rows;
        stats.last_commit_us = took.us;
        stats.max_commit_us = std::max(stats.max_commit_us, took.us);
    }
    if (options.on_commit_took) options.on_commit_took(took);
    if (options.on_committed) options.on_committed(up_to);
    {
        const std::lock_guard hold(mutex);
        busy = false;
    }
    settled.notify_all();
}

// Rows that are written to a file without a name are lost with the process. If SQLite has files
// of another kind, we cannot know.
bool Store::Impl::in_place() const {
    if (file == FileAt{}) return true;
    return file_at(options.path) == file && file_at(options.path + "-wal") != FileAt{};
}

// Rows lost here were never acknowledged, and no more may be.
void Store::Impl::die() { die(database->error().value()); }

void Store::Impl::die(const SqlError& error) {
    ops::log(ops::Level::error, "commit failed",
             {{"code", error.name},
              {"extended", error.code},
              {"text", error.text},
              {"file", options.path},
              {"advice", std::string(advice(error)) +
                             "; nothing that is lost was acknowledged; start again"}});
    if (!options.on_fatal) std::_Exit(exit_commit_failed);  // before the loop can notice
    dead = true;
    options.on_fatal(error);
    {
        const std::lock_guard hold(mutex);
        busy = false;
    }
    settled.notify_all();
}

void Store::Impl::finish() {
    if (!sign()) return die();
    backfill.reset();
    // A reader may hold the WAL open; then it is emptied the next time.
    database->execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

ops::Fields summary(const StoreStats& stats) {
    return {{"rows", stats.rows},
            {"commits", stats.commits},
            {"max_commit_us", stats.max_commit_us}};
}

}  // namespace flagfall::store
