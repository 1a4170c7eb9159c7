// A library to preload: makes the N-th of chosen calls into the C library fail, or all from the
// N-th on, as a full disk, a broken network or a process out of descriptors would.
//
//   LD_PRELOAD=libfail_at.so FLAGFALL_FAIL_AT=CONTROL FLAGFALL_FAIL_FOLDER=DATA clockd serve ...
//
// CONTROL is a file that holds a `Control`, shared with the test while the process runs: the test
// sets what fails, changes it at any time, and reads how many calls there were and whether
// one failed, also after the process was killed. tests/faults/fail_at.py is the other side of it.
//
// Calls on files count only if they concern files below DATA. Without CONTROL nothing fails.
// FLAGFALL_SYNC_US=N makes each fsync and fdatasync take N us longer, as on a slower disk.
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

enum Mode : std::int32_t { once = 0, from_there_on = 1 };

// fail_at.py knows the layout.
struct Control {
    std::atomic<std::uint64_t> calls;  // calls of `names` so far
    std::atomic<std::uint64_t> fired;  // how many of them failed
    std::atomic<std::uint64_t> at;     // the call that fails, counted from 1; 0: none
    std::atomic<std::uint64_t> waits;  // returns of epoll_wait: a loop that spins has very many
    std::atomic<std::int32_t> mode;
    std::atomic<std::int32_t> error;   // errno; 0: the call does a single byte of its work
    char names[400];                   // the calls that count: " recv send fsync "
    char first[40];                    // the first that failed
};

Control* control = nullptr;
std::string_view folder;
timespec sync_delay{};

constexpr int most_files = 4096;
std::atomic<bool> in_folder[most_files];  // by descriptor

template <class Function>
Function* next(const char* name) {
    void* found = ::dlsym(RTLD_NEXT, name);
    if (!found) std::abort();
    return reinterpret_cast<Function*>(found);
}

__attribute__((constructor)) void attach() {
    const char* path = std::getenv("FLAGFALL_FAIL_AT");
    const char* data = std::getenv("FLAGFALL_FAIL_FOLDER");
    if (data) folder = data;
    if (const char* us = std::getenv("FLAGFALL_SYNC_US")) {
        const long delay = std::strtol(us, nullptr, 10);
        sync_delay = {delay / 1'000'000, delay % 1'000'000 * 1'000};
    }
    if (!path) return;
    const int file = next<int(const char*, int, ...)>("open")(path, O_RDWR | O_CLOEXEC);
    if (file < 0) std::abort();
    void* memory = next<decltype(::mmap)>("mmap")(nullptr, sizeof(Control), PROT_READ | PROT_WRITE,
                                                  MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) std::abort();
    next<decltype(::close)>("close")(file);
    control = static_cast<Control*>(memory);
}

bool is_chosen(std::string_view name) {
    const std::string_view names(control->names, ::strnlen(control->names, sizeof control->names));
    for (auto at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
        const bool begins = at > 0 && names[at - 1] == ' ';
        const auto end = at + name.size();
        if (begins && end < names.size() && names[end] == ' ') return true;
    }
    return false;
}

enum class Fate { works, fails, is_short };

// The outcome of this call; sets errno if it fails.
Fate fate_of(std::string_view name) {
    if (!control || !is_chosen(name)) return Fate::works;
    const std::uint64_t number = ++control->calls;
    const std::uint64_t at = control->at;
    if (at == 0 || number < at) return Fate::works;
    if (control->mode == once && number != at) return Fate::works;
    if (control->fired++ == 0) {
        std::snprintf(control->first, sizeof control->first, "%.*s", static_cast<int>(name.size()),
                      name.data());
    }
    if (control->error == 0) return Fate::is_short;
    errno = control->error;
    return Fate::fails;
}

bool fails(std::string_view name) { return fate_of(name) == Fate::fails; }

void wait_for_disk() {
    if (sync_delay.tv_sec > 0 || sync_delay.tv_nsec > 0) ::ppoll(nullptr, 0, &sync_delay, nullptr);
}

bool is_file(int fd) { return fd >= 0 && fd < most_files && in_folder[fd]; }

bool is_socket(int fd) {
    struct stat about {};
    return ::fstat(fd, &about) == 0 && S_ISSOCK(about.st_mode);
}

bool is_below(const char* path) {
    return !folder.empty() && std::string_view(path).starts_with(folder);
}

int opened(int fd) {
    if (fd >= 0 && fd < most_files) in_folder[fd] = true;
    return fd;
}

// A transfer of `size` bytes: all of it, one byte of it, or none. -1: it failed.
ssize_t allowed(std::string_view name, std::size_t size) {
    switch (fate_of(name)) {
        case Fate::works: return static_cast<ssize_t>(size);
        case Fate::fails: return -1;
        case Fate::is_short: return size > 0 ? 1 : 0;
    }
    return -1;
}

template <class Function, class Buffer, class... Rest>
ssize_t transfer(const char* name, Function* real, int fd, Buffer* buffer, std::size_t size,
                 Rest... rest) {
    const ssize_t most = allowed(name, size);
    return most < 0 ? -1 : real(fd, buffer, static_cast<std::size_t>(most), rest...);
}

// The same of a list of buffers.
template <class Function>
ssize_t message(const char* name, Function* real, int fd, const msghdr* all, int flags) {
    msghdr some = *all;
    iovec byte{};
    switch (fate_of(name)) {
        case Fate::works: break;
        case Fate::fails: return -1;
        case Fate::is_short:
            if (all->msg_iovlen == 0) break;
            byte = {all->msg_iov[0].iov_base, all->msg_iov[0].iov_len > 0 ? 1U : 0U};
            some.msg_iov = &byte;
            some.msg_iovlen = 1;
    }
    return real(fd, &some, flags);
}

mode_t mode_of(int flags, va_list rest) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : mode_t{};
}

int open_as(const char* name, const char* path, int flags, mode_t mode) {
    static const auto real = next<int(const char*, int, ...)>("open");
    if (!is_below(path)) return real(path, flags, mode);
    return fails(name) ? -1 : opened(real(path, flags, mode));
}

int fcntl_as(int fd, int command, void* argument) {
    static const auto real = next<int(int, int, ...)>("fcntl");
    // Releasing a lock cannot fail.
    const bool locks = (command == F_SETLK || command == F_SETLKW) &&
                       static_cast<const struct flock*>(argument)->l_type != F_UNLCK;
    if (locks && is_file(fd) && fails("fcntl")) return -1;
    return real(fd, command, argument);
}

void* mmap_as(void* at, std::size_t size, int protection, int flags, int fd, off_t offset) {
    static const auto real = next<decltype(::mmap)>("mmap");
    if (is_file(fd) && fails("mmap")) return MAP_FAILED;
    return real(at, size, protection, flags, fd, offset);
}

int ftruncate_as(int fd, off_t size) {
    static const auto real = next<decltype(::ftruncate)>("ftruncate");
    return is_file(fd) && fails("ftruncate") ? -1 : real(fd, size);
}

}  // namespace

#define FAIL_AT_REAL(function) static const auto real = next<decltype(::function)>(#function)

extern "C" {

// ---- descriptors and waiting ----------------------------------------------------------------

int socket(int domain, int type, int protocol) noexcept {
    FAIL_AT_REAL(socket);
    return fails("socket") ? -1 : real(domain, type, protocol);
}

int pipe(int* ends) noexcept {
    FAIL_AT_REAL(pipe);
    return fails("pipe") ? -1 : real(ends);
}

int pipe2(int* ends, int flags) noexcept {
    FAIL_AT_REAL(pipe2);
    return fails("pipe2") ? -1 : real(ends, flags);
}

int epoll_create1(int flags) noexcept {
    FAIL_AT_REAL(epoll_create1);
    return fails("epoll_create1") ? -1 : real(flags);
}

int epoll_ctl(int epoll, int operation, int fd, epoll_event* event) noexcept {
    FAIL_AT_REAL(epoll_ctl);
    // Only adding a descriptor can exceed the limit.
    if (operation == EPOLL_CTL_ADD && fails("epoll_ctl")) return -1;
    return real(epoll, operation, fd, event);
}

int epoll_wait(int epoll, epoll_event* events, int most, int timeout) {
    FAIL_AT_REAL(epoll_wait);
    if (control) ++control->waits;
    return fails("epoll_wait") ? -1 : real(epoll, events, most, timeout);
}

int eventfd(unsigned int count, int flags) noexcept {
    FAIL_AT_REAL(eventfd);
    return fails("eventfd") ? -1 : real(count, flags);
}

int timerfd_create(clockid_t clock, int flags) noexcept {
    FAIL_AT_REAL(timerfd_create);
    return fails("timerfd_create") ? -1 : real(clock, flags);
}

int close(int fd) {
    FAIL_AT_REAL(close);
    if (fd >= 0 && fd < most_files) in_folder[fd] = false;
    return real(fd);
}

// ---- sockets --------------------------------------------------------------------------------

int bind(int fd, const sockaddr* address, socklen_t size) noexcept {
    FAIL_AT_REAL(bind);
    return fails("bind") ? -1 : real(fd, address, size);
}

int listen(int fd, int backlog) noexcept {
    FAIL_AT_REAL(listen);
    return fails("listen") ? -1 : real(fd, backlog);
}

// The kernel's accept removes the connection from the queue only if it succeeds; so does this.
int accept(int fd, sockaddr* address, socklen_t* size) {
    FAIL_AT_REAL(accept);
    return fails("accept") ? -1 : real(fd, address, size);
}

int connect(int fd, const sockaddr* address, socklen_t size) {
    FAIL_AT_REAL(connect);
    return fails("connect") ? -1 : real(fd, address, size);
}

int getsockopt(int fd, int level, int option, void* value, socklen_t* size) noexcept {
    FAIL_AT_REAL(getsockopt);
    return fails("getsockopt") ? -1 : real(fd, level, option, value, size);
}

int setsockopt(int fd, int level, int option, const void* value, socklen_t size) noexcept {
    FAIL_AT_REAL(setsockopt);
    return fails("setsockopt") ? -1 : real(fd, level, option, value, size);
}

int getsockname(int fd, sockaddr* address, socklen_t* size) noexcept {
    FAIL_AT_REAL(getsockname);
    return fails("getsockname") ? -1 : real(fd, address, size);
}

int getpeername(int fd, sockaddr* address, socklen_t* size) noexcept {
    FAIL_AT_REAL(getpeername);
    return fails("getpeername") ? -1 : real(fd, address, size);
}

int ioctl(int fd, unsigned long request, ...) noexcept {
    FAIL_AT_REAL(ioctl);
    va_list rest;
    va_start(rest, request);
    void* const argument = va_arg(rest, void*);
    va_end(rest);
    return fails("ioctl") ? -1 : real(fd, request, argument);
}

ssize_t recv(int fd, void* buffer, std::size_t size, int flags) {
    FAIL_AT_REAL(recv);
    return transfer("recv", real, fd, buffer, size, flags);
}

ssize_t send(int fd, const void* buffer, std::size_t size, int flags) {
    FAIL_AT_REAL(send);
    return transfer("send", real, fd, buffer, size, flags);
}

ssize_t recvmsg(int fd, msghdr* all, int flags) {
    FAIL_AT_REAL(recvmsg);
    return message("recvmsg", reinterpret_cast<ssize_t (*)(int, const msghdr*, int)>(real), fd,
                   all, flags);
}

ssize_t sendmsg(int fd, const msghdr* all, int flags) {
    FAIL_AT_REAL(sendmsg);
    return message("sendmsg", real, fd, all, flags);
}

// ---- files ----------------------------------------------------------------------------------

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as("open", path, flags, mode);
}

// Reads and writes of sockets count as "recv" and "send".
ssize_t read(int fd, void* buffer, std::size_t size) {
    FAIL_AT_REAL(read);
    if (is_file(fd)) return transfer("read", real, fd, buffer, size);
    if (control && is_socket(fd)) return transfer("recv", real, fd, buffer, size);
    return real(fd, buffer, size);
}

ssize_t write(int fd, const void* buffer, std::size_t size) {
    FAIL_AT_REAL(write);
    if (is_file(fd)) return transfer("write", real, fd, buffer, size);
    if (control && is_socket(fd)) return transfer("send", real, fd, buffer, size);
    return real(fd, buffer, size);
}

ssize_t pread64(int fd, void* buffer, std::size_t size, off64_t offset) {
    FAIL_AT_REAL(pread64);
    if (is_file(fd)) return transfer("pread", real, fd, buffer, size, offset);
    return real(fd, buffer, size, offset);
}

ssize_t pwrite64(int fd, const void* buffer, std::size_t size, off64_t offset) {
    FAIL_AT_REAL(pwrite64);
    if (is_file(fd)) return transfer("pwrite", real, fd, buffer, size, offset);
    return real(fd, buffer, size, offset);
}

int fsync(int fd) {
    FAIL_AT_REAL(fsync);
    wait_for_disk();
    return is_file(fd) && fails("fsync") ? -1 : real(fd);
}

int fdatasync(int fd) {
    FAIL_AT_REAL(fdatasync);
    wait_for_disk();
    return is_file(fd) && fails("fsync") ? -1 : real(fd);
}

int ftruncate(int fd, off_t size) noexcept { return ftruncate_as(fd, size); }
int ftruncate64(int fd, off64_t size) noexcept { return ftruncate_as(fd, size); }

void* mmap(void* at, std::size_t size, int protection, int flags, int fd, off_t offset) noexcept {
    return mmap_as(at, size, protection, flags, fd, offset);
}

void* mmap64(void* at, std::size_t size, int protection, int flags, int fd,
             off64_t offset) noexcept {
    return mmap_as(at, size, protection, flags, fd, offset);
}

int unlink(const char* path) noexcept {
    FAIL_AT_REAL(unlink);
    return is_below(path) && fails("unlink") ? -1 : real(path);
}

int rename(const char* from, const char* to) noexcept {
    FAIL_AT_REAL(rename);
    return is_below(from) && fails("rename") ? -1 : real(from, to);
}

int flock(int fd, int operation) noexcept {
    FAIL_AT_REAL(flock);
    return is_file(fd) && fails("flock") ? -1 : real(fd, operation);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void* const argument = va_arg(rest, void*);
    va_end(rest);
    return fcntl_as(fd, command, argument);
}

int fcntl64(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void* const argument = va_arg(rest, void*);
    va_end(rest);
    return fcntl_as(fd, command, argument);
}

}  // extern "C"
