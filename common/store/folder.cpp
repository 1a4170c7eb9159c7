#include "common/store/folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace flagfall::store {

int sync_folder(const std::string& folder) {
    const char* name = folder.empty() ? "." : folder.c_str();
    const int entry = ::open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (entry < 0) return errno;
    const int reason = ::fsync(entry) == 0 ? 0 : errno;
    ::close(entry);
    return reason == EINVAL ? 0 : reason;
}

}  // namespace flagfall::store
