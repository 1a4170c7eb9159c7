#include "common/custody/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "common/store/crypto.hpp"
#include "common/store/folder.hpp"

namespace flagfall::custody {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t piece = 256 * 1024;

std::unexpected<std::string> wrong(const std::string& path, int error) {
    std::string text = path + ": " + std::generic_category().message(error);
    if (error == ENOSPC || error == EDQUOT) text += "; free some space on this disk";
    return std::unexpected(std::move(text));
}

struct Descriptor {
    explicit Descriptor(int f) : file(f) {}
    ~Descriptor() {
        if (file >= 0) ::close(file);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int file;
};

int write_all(int file, const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(file, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : ENOSPC;
        data += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

// Calls `use` with one piece after the other; returns 0 or an errno.
template <class Use>
int read_all(int file, Use use) {
    std::string buffer(piece, '\0');
    for (;;) {
        const ssize_t size = ::read(file, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return errno;
        if (size == 0) return 0;
        if (const int error = use(buffer.data(), static_cast<std::size_t>(size))) return error;
    }
}

// Opens a plain file: no symbolic link, no device, no pipe (ELOOP, EINVAL).
int open_plain(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat facts {};
    if (file < 0 || (::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))) return file;
    ::close(file);
    errno = EINVAL;
    return -1;
}

bool ends_with_one_of(std::string_view name, std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
}

// Names of regular files in the folder, sorted.
std::vector<std::string> names(const std::string& folder) {
    std::vector<std::string> all;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (fs::is_regular_file(at->symlink_status(error)))
            all.push_back(at->path().filename().string());
    std::ranges::sort(all);
    return all;
}

}  // namespace

std::string in(const std::string& folder, const std::string& name) {
    return (fs::path(folder) / name).string();
}

Result<void> sync_file(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.file < 0 || ::fsync(file.file) != 0) return wrong(path, errno);
    return {};
}

Result<void> sync_entries(const std::string& folder) {
    if (const int error = store::sync_folder(folder)) return wrong(folder, error);
    return {};
}

Result<void> copy_file(const std::string& from, const std::string& to,
                       std::optional<std::int64_t> bytes) {
    const Descriptor source(open_plain(from));
    if (source.file < 0) return wrong(from, errno);
    struct stat facts {};
    if (bytes && (::fstat(source.file, &facts) != 0 || facts.st_size != *bytes))
        return std::unexpected(from + ": it differs from the manifest; use another backup");
    const Descriptor copy(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (copy.file < 0) return wrong(to, errno);
    int error = read_all(source.file, [&](const char* data, std::size_t size) {
        return write_all(copy.file, data, size);
    });
    if (error == 0 && ::fsync(copy.file) != 0) error = errno;
    if (error != 0) return wrong(to, error);
    return {};
}

Result<void> write_file(const std::string& path, const std::string& text) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (file.file < 0) return wrong(path, errno);
    int error = write_all(file.file, text.data(), text.size());
    if (error == 0 && ::fsync(file.file) != 0) error = errno;
    if (error != 0) return wrong(path, error);
    return {};
}

Result<void> rename_durably(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) return wrong(to, errno);
    auto done = sync_entries(fs::path(from).parent_path().string());
    if (done) done = sync_entries(fs::path(to).parent_path().string());
    return done;
}

void remove_all(const std::string& path) {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

Result<void> Unfinished::becomes(const std::string& name) {
    auto done = rename_durably(path_, name);
    if (done) path_.clear();
    return done;
}

Result<std::string> read_file(const std::string& path, std::size_t most) {
    const Descriptor file(open_plain(path));
    if (file.file < 0) return wrong(path, errno);
    std::string text;
    const int error = read_all(file.file, [&](const char* data, std::size_t size) {
        text.append(data, size);
        return text.size() > most ? EFBIG : 0;
    });
    if (error != 0) return wrong(path, error);
    return text;
}

Result<Sum> sum_of(const std::string& path) {
    const Descriptor file(open_plain(path));
    if (file.file < 0) return wrong(path, errno);
    store::Sha256 hash;
    Sum sum;
    const int error = read_all(file.file, [&](const char* data, std::size_t size) {
        hash.raw({data, size});
        sum.bytes += static_cast<std::int64_t>(size);
        return 0;
    });
    if (error != 0) return wrong(path, error);
    sum.sha256 = store::hex(store::bytes(hash.finish()));
    return sum;
}

std::vector<std::string> databases(const std::string& folder) {
    std::vector<std::string> all = names(folder);
    std::erase_if(all, [](const std::string& name) { return !name.ends_with(".db"); });
    return all;
}

std::vector<std::string> plain_files(const std::string& folder) {
    std::vector<std::string> all = names(folder);
    std::erase_if(all, [](const std::string& name) {
        return !ends_with_one_of(name, {".key", ".token", ".pem", ".crt", ".toml"});
    });
    if (is_own_folder(in(folder, "tls")))
        for (const std::string& name : names(in(folder, "tls"))) all.push_back("tls/" + name);
    return all;
}

bool is_own_folder(const std::string& path) {
    std::error_code error;
    return fs::is_directory(fs::symlink_status(path, error));
}

}  // namespace flagfall::custody
