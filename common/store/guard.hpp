// Keeps other users away from the files of a record.
#pragma once

#include <expected>
#include <string>

#include "common/store/store.hpp"

namespace flagfall::store {

// What this process makes from now on is its user's alone, whatever the umask was.
void make_files_private();

// Checks that the folder, or the file, is ours and that no other user may write it; otherwise
// refused (others_may_write), because its content may be theirs. Others' permission to read is
// removed. A file that is not there is fine; one that is no plain file (a symbolic link) is not.
std::expected<void, OpenError> guard_folder(const std::string& folder);
std::expected<void, OpenError> guard_file(const std::string& path);

// The folder of a log, and the log with its -wal, -shm and .lock.
std::expected<void, OpenError> guard_record(const std::string& path);

}  // namespace flagfall::store
