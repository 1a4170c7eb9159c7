// A second live copy of a log's file in another folder, best on another disk: it follows commit by
// commit, and a daemon can serve from it at once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/custody/files.hpp"
#include "common/store/open.hpp"

namespace flagfall::custody {

struct MirrorOptions {
    std::string data_dir{};
    std::string name{};  // "arbiterd.db"
    std::string mirror_dir{};
    std::int32_t application_id = 0;
    std::string projection_sql{};         // the program's own tables
    store::Projector* projector = nullptr;  // derives the tables in the mirror; outlives it
    // Tables that no event makes, such as a cursor: few rows, copied whole.
    std::vector<std::string> whole_tables{};
};

// Used by one thread.
class Mirror {
public:
    explicit Mirror(MirrorOptions options);
    ~Mirror();

    // Brings the mirror up to the last commit, in one durable transaction; returns the mirror's new
    // position. The first call copies the file, later ones only what is new. An error leaves the
    // mirror as it was, and the next call tries again: a disk that is full or gone, or a mirror of
    // another log, or one that has more rows than the log (then it is the better copy: restore
    // from it, or name another folder).
    Result<Pos> follow();

private:
    Result<void> open_target(store::Database& source);
    Result<void> check_target(store::Database& source);
    void append(store::Database& source);
    Result<void> copy_other_files();
    Result<void> copy_if_changed(const std::string& name, bool database);

    MirrorOptions options_;
    std::optional<store::FileLock> lock_;
    std::unique_ptr<store::Database> target_;
    std::string log_id_;
    Pos last_;            // in the mirror
    std::string tables_;  // the whole tables as last copied
    std::map<std::string, std::string> copied_;  // other files: their looks() then
};

}  // namespace flagfall::custody
