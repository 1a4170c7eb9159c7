// Copies what was committed from SQLite's write-ahead log into the file, beside the thread that
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

// Copies what was committed, as far as nobody else copies at the moment and no reader needs the
// log. True when it was done and the log is long. One that fails is tried again later: what was
// committed is safe where it is, and a disk that fails is reported by the next commit.
bool copy_log(Database& database);

class Backfill {
public:
    // Opens a connection of its own. Where that fails, the writer's connection copies at its own
    // mark, as part of a commit.
    explicit Backfill(const std::string& path);
    ~Backfill();  // waits for a copy that is under way

    // A commit up to this position is done; the writer's thread. True once nearly all of a long
    // write-ahead log was copied: the writer copies the rest, which is little, and its next commit
    // begins the log again.
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
