// Copies committed pages from SQLite's write-ahead log into the file, beside the thread that
// writes: no commit waits for that.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "common/base/ids.hpp"
#include "common/store/sqlite.hpp"

namespace flagfall::store {

// Copies committed pages, unless another connection copies at the moment or a reader needs them in
// the log. True if that is done and the log is long. After a failure it tries again later: the rows
// are safe where they are, and the next commit reports a disk that fails.
bool copy_log(Database& database);

class Backfill {
public:
    // Opens its own connection. If that fails, the writer's connection copies at its own
    // mark, as part of a commit.
    explicit Backfill(const std::string& path);
    ~Backfill();  // waits for a copy that is under way

    // The writer's thread calls it after a commit up to this position. True once nearly all of a
    // long write-ahead log is copied: the writer copies the rest, which is little, and its next
    // commit restarts the log.
    bool committed(Pos up_to);

private:
    void run();

    std::unique_ptr<Database> database_;
    Pos last_{};              // the writer's: of the last commit
    std::int64_t since_ = 0;  // likewise: rows and commits since the last copy

    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    bool due_ = false;  // or under way
    bool rest_ = false;
    std::thread thread_;
};

}  // namespace flagfall::store
