#include "common/ops/confine.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "common/ops/syscalls.hpp"

#if defined(__has_feature)
#define FLAGFALL_HAS_FEATURE(name) __has_feature(name)
#else
#define FLAGFALL_HAS_FEATURE(name) 0
#endif

namespace flagfall::ops {

namespace {

namespace fs = std::filesystem;

// Sanitizers stop their own process with ptrace, start a symbolizer and write where they like.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    FLAGFALL_HAS_FEATURE(address_sanitizer) || FLAGFALL_HAS_FEATURE(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

constexpr std::uint64_t truncate_right = 1U << 14;  // from version 3 on, newer than some headers
constexpr std::uint64_t read_rights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t write_rights =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_REFER | truncate_right;
// Controlled, and granted to nobody: programs, devices, sockets, pipes, links.
constexpr std::uint64_t no_rights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t of_files =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_right;

std::string off(int error) { return "off: " + std::generic_category().message(error); }

std::string done(bool ok) { return ok ? "on" : off(errno); }

long create_ruleset(const landlock_ruleset_attr* rules, std::size_t size, std::uint32_t flags) {
    return ::syscall(SYS_landlock_create_ruleset, rules, size, flags);
}

class Rules {
public:
    explicit Rules(long version)
        : handled_(read_rights | write_rights | no_rights) {
        if (version < 3) handled_ &= ~truncate_right;
        landlock_ruleset_attr rules{};
        rules.handled_access_fs = handled_;
        set_ = static_cast<int>(create_ruleset(&rules, sizeof rules, 0));
    }
    ~Rules() {
        if (set_ >= 0) ::close(set_);
    }
    Rules(const Rules&) = delete;
    Rules& operator=(const Rules&) = delete;

    // A missing file needs no rule.
    void allow(const std::string& path, std::uint64_t rights) const {
        const int file = ::open(path.c_str(), O_PATH | O_CLOEXEC);
        if (file < 0) return;
        struct stat status{};
        if (::fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= of_files;
        landlock_path_beneath_attr rule{};
        rule.allowed_access = rights & handled_;
        rule.parent_fd = file;
        ::syscall(SYS_landlock_add_rule, set_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        ::close(file);
    }
    bool enforce() const {
        return set_ >= 0 && ::syscall(SYS_landlock_restrict_self, set_, 0) == 0;
    }

private:
    std::uint64_t handled_;
    int set_ = -1;
};

// Host names, certificates, time zones, this process's own figures.
void allow_the_systems(const Rules& rules) {
    for (const char* folder : {"/etc", "/usr", "/lib", "/lib64", "/proc", "/sys", "/dev", "/run"})
        rules.allow(folder, read_rights);
    rules.allow("/dev/null", read_rights | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

// The folder of the name, and of the file itself if the name is a link.
void allow_file(const Rules& rules, const std::string& file) {
    std::error_code ignored;
    const fs::path path = fs::absolute(file, ignored);
    rules.allow(path.parent_path().string(), read_rights | write_rights);
    const fs::path real = fs::canonical(path, ignored);
    if (!real.empty()) rules.allow(real.parent_path().string(), read_rights | write_rights);
}

std::string keep_to_files(const Reach& reach) {
    const long version = create_ruleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return off(errno);
    // The first version forbids moving a file from one folder to another, wherever they are.
    if (version < 2) return "off: needs Linux 5.19";
    const Rules rules(version);
    allow_the_systems(rules);
    rules.allow(reach.own, read_rights | write_rights);
    for (const std::string& target : reach.targets)
        rules.allow(covering(target), read_rights | write_rights);
    for (const std::string& file : reach.files) allow_file(rules, file);
    return rules.enforce() ? std::to_string(version) : off(errno);
}

bool no_core() {
    const rlimit none{};
    return ::setrlimit(RLIMIT_CORE, &none) == 0;
}

bool no_exec_gain() {
    constexpr int set_mdwe = 65;  // PR_SET_MDWE, Linux 6.3
    return ::prctl(set_mdwe, 1UL, 0UL, 0UL, 0UL) == 0;
}

}  // namespace

std::string covering(const std::string& target) {
    std::error_code ignored;
    const fs::path path = fs::absolute(target, ignored).lexically_normal();
    auto part = path.begin();
    if (part == path.end() || ++part == path.end()) return path.string();
    const fs::path top = fs::path("/") / *part;
    struct stat own{};
    struct stat above{};
    const bool fixed = ::stat(path.parent_path().c_str(), &own) == 0 &&
                       ::stat(top.c_str(), &above) == 0 && own.st_dev == above.st_dev;
    const bool for_mounts = top == "/mnt" || top == "/media" || top == "/run";
    if (path == top) return top.string();
    return fixed && !for_mounts ? path.parent_path().string() : top.string();
}

Fields confine(const Reach& reach) {
    if (sanitized) return {{"confinement", "off: built with a sanitizer"}};
    Fields out;
    // Before the rules, which require it for users other than root.
    out.emplace_back("no_new_privileges", done(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0));
    out.emplace_back("undumpable", done(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0));
    out.emplace_back("no_core", done(no_core()));
    out.emplace_back("no_exec_gain", done(no_exec_gain()));
    out.emplace_back("landlock", keep_to_files(reach));
    out.emplace_back("seccomp", done(forbid_syscalls()));  // last: it forbids what is used above
    return out;
}

}  // namespace flagfall::ops
