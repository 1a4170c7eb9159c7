// The log's own files (key, lock, folders), intercepted at the system calls that the linker sends
// to these functions (--wrap): real files below the root. Their changes are noted on the mounted
// disk, and their calls can fail like SQLite's.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/disk/disk.hpp"

extern "C" {
int __real_open(const char* path, int flags, ...);
int __real_close(int file);
ssize_t __real_read(int file, void* to, size_t size);
ssize_t __real_write(int file, const void* from, size_t size);
int __real_fsync(int file);
int __real_link(const char* from, const char* to);
int __real_unlink(const char* path);
}

namespace flagfall::disk {

namespace {

struct Root {
    std::string path;
    Root() {
        path = (std::filesystem::temp_directory_path() / "flagfall-disk-XXXXXX").string();
        if (::mkdtemp(path.data()) == nullptr) std::abort();
        path = std::filesystem::canonical(path).string();
    }
    ~Root() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

struct Open {
    std::string path;
    std::shared_ptr<File> file;  // null for a folder and for the lock
    std::int64_t at = 0;
};

std::map<int, Open>& descriptors() {
    static std::map<int, Open> all;
    return all;
}

std::shared_ptr<Disk>& current() {
    static std::shared_ptr<Disk> disk = std::make_shared<Disk>();
    return disk;
}

bool below_root(std::string_view path) { return path.starts_with(root() + "/"); }

// The lock is only held, never read: its state after a power loss does not matter.
bool kept(std::string_view path) { return below_root(path) && !path.ends_with(".lock"); }

// The files of the log that are real.
bool real(std::string_view name) { return name.find(".key") != std::string_view::npos; }

int error_of(Call call, int variant) {
    if (variant == 0) return EIO;
    if (call == Call::posix_write || call == Call::posix_sync) return ENOSPC;
    return call == Call::posix_open ? EMFILE : EACCES;
}

bool failed(Disk& disk, Call call) {
    if (!disk.fails(call)) return false;
    errno = error_of(call, disk.fault.variant);
    return true;
}

void note_opened(Disk& disk, int file, const std::string& path, bool made) {
    std::shared_ptr<File> known = kept(path) ? disk.find(path) : nullptr;
    if (kept(path) && made) known = disk.create(path);
    descriptors()[file] = {path, std::move(known)};
}

void put_real_file(const std::string& path, const std::string& bytes) {
    const int file = __real_open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || __real_write(file, bytes.data(), bytes.size()) != std::ssize(bytes)) {
        std::abort();
    }
    __real_close(file);
}

}  // namespace

const std::string& root() {
    static const Root folder;
    return folder.path;
}

Disk& mounted() { return *current(); }

void mount(std::shared_ptr<Disk> disk) {
    const Image before = current()->image();
    const Image after = disk->image();
    for (const auto& [name, bytes] : before) {
        if (real(name) && !after.contains(name)) __real_unlink(name.c_str());
    }
    for (const auto& [name, bytes] : after) {
        if (!real(name)) continue;
        const auto old = before.find(name);
        if (old == before.end() || old->second != bytes) put_real_file(name, bytes);
    }
    current() = std::move(disk);
}

}  // namespace flagfall::disk

using namespace flagfall::disk;

extern "C" {

int __wrap_open(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const auto mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (!below_root(std::string(path) + "/")) return __real_open(path, flags, mode);
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    if (failed(disk, Call::posix_open)) return -1;
    struct stat status{};
    const bool missing = ::stat(path, &status) != 0;
    const int file = __real_open(path, flags, mode);
    if (file >= 0) note_opened(disk, file, path, missing);
    return file;
}

int __wrap_close(int file) {
    {
        const std::lock_guard hold(mounted().mutex);
        descriptors().erase(file);
    }
    return __real_close(file);
}

ssize_t __wrap_read(int file, void* to, size_t size) {
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    if (descriptors().contains(file) && failed(disk, Call::posix_read)) return -1;
    return __real_read(file, to, size);
}

ssize_t __wrap_write(int file, const void* from, size_t size) {
    Disk& disk = mounted();
    const std::unique_lock hold(disk.mutex);
    const auto found = descriptors().find(file);
    if (found == descriptors().end()) return __real_write(file, from, size);
    if (failed(disk, Call::posix_write)) return -1;
    const ssize_t written = __real_write(file, from, size);
    Open& open = found->second;
    if (written > 0 && open.file) {
        disk.write(*open.file, open.at,
                   {static_cast<const char*>(from), static_cast<size_t>(written)});
        open.at += written;
    }
    return written;
}

int __wrap_fsync(int file) {
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    const auto found = descriptors().find(file);
    if (found == descriptors().end()) return __real_fsync(file);
    if (failed(disk, Call::posix_sync)) return -1;
    const Open& open = found->second;
    if (open.file) disk.sync(*open.file);
    else if (std::filesystem::is_directory(open.path)) {
        disk.sync_folder(std::filesystem::canonical(open.path).string());
    }
    return 0;
}

int __wrap_link(const char* from, const char* to) {
    if (!kept(from)) return __real_link(from, to);
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    if (failed(disk, Call::posix_link)) return -1;
    const int result = __real_link(from, to);
    if (result == 0) disk.enter(to, disk.find(from));
    return result;
}

int __wrap_unlink(const char* path) {
    if (!kept(path)) return __real_unlink(path);
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    if (failed(disk, Call::posix_unlink)) return -1;
    const int result = __real_unlink(path);
    if (result == 0) disk.remove(path);
    return result;
}

}  // extern "C"
