#include "common/store/secret_file.hpp"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "common/store/folder.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

std::string errno_text() { return std::generic_category().message(errno); }

bool write_through(int file, std::string_view text) {
    errno = ENOSPC;  // a short write sets no reason
    return ::write(file, text.data(), text.size()) == std::ssize(text) && ::fsync(file) == 0;
}

// Owned by root, and readable by our group alone: so a service manager passes a secret to a unit.
bool lent(const struct stat& status) {
    return status.st_uid == 0 && ::geteuid() != 0 && (status.st_mode & 027) == 0;
}

bool entered(const std::string& draft, const std::string& path) {
    if (::link(draft.c_str(), path.c_str()) != 0) return false;
    const std::size_t slash = path.rfind('/');
    errno = sync_folder(slash == std::string::npos ? "" : path.substr(0, slash + 1));
    return errno == 0;
}

}  // namespace

std::expected<std::string, SecretFault> read_secret(const std::string& path) {
    const auto exposed = [](const std::string& text) {
        return std::unexpected(SecretFault{text, true});
    };
    // Without waiting: a pipe that nobody writes to may be in its place.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 && errno == ELOOP)
        return exposed("it is a symbolic link; put the file itself there");
    if (file < 0) return std::unexpected(SecretFault{system_text(errno)});
    struct stat status{};
    char text[4096];
    const bool known = ::fstat(file, &status) == 0;
    if (known && !S_ISREG(status.st_mode)) {
        ::close(file);
        return exposed("it is not a file; put the file itself there");
    }
    const ssize_t size = ::read(file, text, sizeof text);
    const int reason = size < 0 ? errno : 0;
    ::close(file);
    if (!known || size <= 0)
        return std::unexpected(SecretFault{
            "cannot be read: " + (reason != 0 ? system_text(reason) : "it is empty")});
    if (status.st_uid != 0 && status.st_uid != ::geteuid() && ::geteuid() != 0)
        return exposed("it belongs to another user, who knows it");
    if ((status.st_mode & 077) != 0 && !lent(status))
        return exposed("others may use it; set its mode to 0600");
    std::string secret(text, static_cast<std::size_t>(size));
    OPENSSL_cleanse(text, sizeof text);
    return secret;
}

// The file gets its name when its bytes are on the disk.
std::string write_new_secret(const std::string& path, std::string_view text) {
    const std::string draft = path + ".new";
    ::unlink(draft.c_str());  // left unfinished by an earlier start
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return errno_text();
    const bool made = write_through(file, text) && entered(draft, path);
    const std::string reason = made ? "" : errno_text();
    ::close(file);
    ::unlink(draft.c_str());
    return reason;
}

}  // namespace flagfall::store
