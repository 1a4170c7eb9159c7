#include "common/store/backfill.hpp"

#include <utility>

namespace flagfall::store {

namespace {

// About as often as SQLite would copy by itself: a row changes three pages or more.
constexpr std::int64_t rows_until_copy = 300;
// From this length on the log is restarted, as soon as the writer can.
constexpr std::int64_t pages_of_long_log = 1'000;

}  // namespace

bool copy_log(Database& database) {
    Statement copied = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
    const bool done = copied.step() && copied.integer(0) == 0;
    const bool is_long = done && copied.integer(1) >= pages_of_long_log;
    database.clear_error();
    return is_long;
}

Backfill::Backfill(const std::string& path) {
    auto database = Database::open(path, Database::Mode::create);
    if (!database || !(*database)->execute("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;"
                                           "PRAGMA cache_size = -256;"))
        return;
    database_ = std::move(*database);
    thread_ = std::thread([this] { run(); });
}

Backfill::~Backfill() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard hold(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

bool Backfill::committed(Pos up_to) {
    since_ += up_to.value - last_.value + 1;  // a commit without rows writes, too
    last_ = up_to;
    if (!database_ || since_ < rows_until_copy) return false;
    {
        const std::lock_guard hold(mutex_);
        if (due_) return false;
        if (std::exchange(rest_, false)) return true;
        due_ = true;
    }
    since_ = 0;
    wake_.notify_one();
    return false;
}

void Backfill::run() {
    std::unique_lock hold(mutex_);
    for (;;) {
        wake_.wait(hold, [this] { return due_ || stopping_; });
        if (stopping_) return;
        hold.unlock();
        const bool is_long = copy_log(*database_);
        hold.lock();
        rest_ = is_long;
        due_ = false;
    }
}

}  // namespace flagfall::store
