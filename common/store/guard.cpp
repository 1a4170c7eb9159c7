#include "common/store/guard.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "common/ops/log.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

constexpr mode_t others = 077;
constexpr mode_t others_write = 022;

std::unexpected<OpenError> refused(const std::string& path, const std::string& what) {
    return std::unexpected(OpenError{OpenCode::others_may_write, path + ": " + what});
}

bool foreign(const struct stat& facts) {
    return facts.st_uid != ::geteuid() && facts.st_uid != 0 && ::geteuid() != 0;
}

std::expected<void, OpenError> guard(const std::string& path, const struct stat& facts) {
    if (foreign(facts))
        return refused(path, "it belongs to another user, who can change it; see what was done "
                             "with it, then: chown -R " + std::to_string(::geteuid()) + " " + path);
    if ((facts.st_mode & others_write) != 0)
        return refused(path, "other users may write it; see that nobody changed anything "
                             "(verify), then: chmod go-rwx " + path);
    if ((facts.st_mode & others) == 0) return {};
    if (::chmod(path.c_str(), facts.st_mode & 0777 & ~others) != 0)
        return errno == EPERM ? refused(path, "other users may read it, and it is root's; name a "
                                              "folder of your own, or have root do: chown -R " +
                                                  std::to_string(::geteuid()) + " " + path)
                              : std::unexpected(system_error(path, errno));
    ops::log(ops::Level::info, "other users could read this, and no longer can", {{"path", path}});
    return {};
}

}  // namespace

void make_files_private() { ::umask(others); }

std::expected<void, OpenError> guard_folder(const std::string& folder) {
    struct stat facts {};
    const std::string path = folder.empty() ? "." : folder;
    if (::stat(path.c_str(), &facts) != 0) return {};  // the caller that opens it reports why
    if (!S_ISDIR(facts.st_mode)) return {};            // likewise
    return guard(path, facts);
}

std::expected<void, OpenError> guard_file(const std::string& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) return {};
    if (S_ISLNK(facts.st_mode))
        return refused(path, "it is a symbolic link; put the file itself there");
    if (!S_ISREG(facts.st_mode)) return {};  // the caller that opens it reports why
    return guard(path, facts);
}

std::expected<void, OpenError> guard_record(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    auto own = guard_folder(slash == std::string::npos ? "" : path.substr(0, slash + 1));
    for (const char* end : {"", "-wal", "-shm", ".lock"})
        if (own) own = guard_file(path + end);
    return own;
}

}  // namespace flagfall::store
