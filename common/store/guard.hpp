// Keeps other users away from the files of a record.
#pragma once

#include <expected>
#include <string>

#include "common/store/store.hpp"

namespace flagfall::store {

// Files that this process creates from now on are accessible to its user alone, despite the umask.
void make_files_private();

// Checks that the folder, or the file, is ours and that no other user may write it; otherwise
// refuses (others_may_write), because its content may be theirs. Removes others' permission to
// read. A missing file is accepted; one that is no plain file (a symbolic link) is not.
std::expected<void, OpenError> guard_folder(const std::string& folder);
std::expected<void, OpenError> guard_file(const std::string& path);

// The folder of a log, and the log with its -wal, -shm and .lock.
std::expected<void, OpenError> guard_record(const std::string& path);

}  // namespace flagfall::store
