// Syncs a folder's entries to the disk; for the log and common/custody.
#pragma once

#include <string>

namespace flagfall::store {

// Makes new and renamed entries of the folder survive a power loss; "" is the present folder.
// Returns 0 or an errno. A file system that cannot sync folders needs no sync.
int sync_folder(const std::string& folder);

}  // namespace flagfall::store
