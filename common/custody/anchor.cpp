#include "common/custody/anchor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "common/custody/kept_heads.hpp"
#include "common/store/custody.hpp"
#include "common/store/open.hpp"

namespace flagfall::custody {

namespace {

// Appends the line; returns the reason if it fails. Ends a line that an earlier failure cut off.
std::string append(const std::string& path, const std::string& line) {
    const int file =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return path + ": " + std::generic_category().message(errno);
    char last = '\n';
    const off_t size = ::lseek(file, 0, SEEK_END);
    const bool known = size <= 0 || ::pread(file, &last, 1, size - 1) == 1;
    const std::string text = (last == '\n' ? "" : "\n") + line;
    errno = ENOSPC;  // a short write sets no reason
    const bool done = known && ::write(file, text.data(), text.size()) == std::ssize(text) &&
                      ::fsync(file) == 0;
    const int reason = errno;
    ::close(file);
    return done ? std::string() : path + ": " + std::generic_category().message(reason);
}

}  // namespace

Anchor::Anchor(std::string path, std::string file)
    : path_(std::move(path)), file_(std::move(file)) {}

std::expected<Pos, std::string> Anchor::follow() {
    auto database = store::open_for_reading(path_);
    if (!database) return std::unexpected(database.error().text);
    const auto head = store::last_signed(**database);
    if ((*database)->error())
        return std::unexpected(store::open_error(path_, *(*database)->error()).text);
    if (!head || head->pos == written_) return written_;
    const std::string failure =
        append(file_, anchor_line({.where = {},
                                   .log_id = head->log_id,
                                   .pos = head->pos,
                                   .chain = store::hex(store::bytes(head->chain)),
                                   .key = store::fingerprint(head->public_key),
                                   .wall_ms = head->wall_ms}));
    if (!failure.empty()) return std::unexpected(failure);
    written_ = head->pos;
    return written_;
}

}  // namespace flagfall::custody
