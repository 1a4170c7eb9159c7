#include "common/ops/confine.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

using namespace flagfall;

namespace {

struct Folders {
    Folders() {
        for (const char* each : {"own", "other"}) std::filesystem::create_directory(path / each);
    }
    test::TempFolder folder;
    std::filesystem::path path = folder.path();
};

std::string value_of(const ops::Fields& fields, std::string_view name) {
    for (const ops::Field& field : fields)
        if (field.name == name) return field.value;
    return "";
}

bool can_write(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}

bool can_read(const char* path) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) ::close(file);
    return file >= 0;
}

// Confines a separate process, and returns the number of the first of these that is not true
// there; 0 if all are.
using Holds = std::function<bool(const ops::Fields&)>;
int confined(const ops::Reach& reach, const std::vector<Holds>& all) {
    const pid_t child = ::fork();
    if (child == 0) {
        const ops::Fields fields = ops::confine(reach);
        int wrong = 0;
        for (std::size_t i = 0; i < all.size() && wrong == 0; ++i)
            if (!all[i](fields)) wrong = static_cast<int>(i + 1);
        ::_exit(wrong);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status);
}

bool is_sanitized() {
    const auto none = [](const ops::Fields& fields) { return fields.size() != 1; };
    return confined({}, {none}) != 0;
}

}  // namespace

TEST_CASE("a confined process gains no rights and shows nobody its memory") {
    if (is_sanitized()) return;
    CHECK(confined({}, {
        [](const auto& f) { return value_of(f, "no_new_privileges") == "on"; },
        [](const auto&) { return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; },
        [](const auto& f) { return value_of(f, "undumpable") == "on"; },
        [](const auto&) { return ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0; },
        [](const auto&) {
            rlimit core{1, 1};
            return ::getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_max == 0;
        },
    }) == 0);
}

TEST_CASE("a confined process starts no program and opens only common sockets") {
    if (is_sanitized()) return;
    const auto filtered = [](const ops::Fields& f) { return value_of(f, "seccomp") == "on"; };
    CHECK(confined({}, {
        [](const auto& f) { return !value_of(f, "seccomp").empty(); },
        [&](const auto& f) {
            char name[] = "true";
            char* const words[] = {name, nullptr};
            return !filtered(f) || (::execv("/bin/true", words) == -1 && errno == EPERM);
        },
        [&](const auto& f) {
            return !filtered(f) || (::socket(AF_PACKET, SOCK_RAW, 0) == -1 &&
                                    errno == EAFNOSUPPORT);
        },
        [](const auto&) { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; },
        [](const auto&) { return ::socket(AF_INET6, SOCK_STREAM, 0) >= 0 || errno != EPERM; },
        [](const auto&) { return ::fork() != -1; },
    }) == 0);
}

TEST_CASE("a confined process keeps to its own files") {
    if (is_sanitized()) return;
    const Folders folders;
    const auto own = folders.path / "own";
    const auto other = folders.path / "other";
    std::filesystem::create_symlink(other / "linked", own / "link");
    const auto ruled = [](const ops::Fields& f) {
        return !value_of(f, "landlock").starts_with("off");
    };
    const ops::Reach reach{.own = own.string(), .targets = {}, .files = {}};
    CHECK(confined(reach, {
        [&](const auto&) { return can_write(own / "new"); },
        [&](const auto&) { return std::filesystem::create_directory(own / "sub"); },
        [&](const auto&) { return can_write(own / "sub" / "new"); },
        [&](const auto&) {
            std::error_code error;
            std::filesystem::rename(own / "new", own / "sub" / "moved", error);
            return !error && std::filesystem::remove(own / "sub" / "moved", error);
        },
        [&](const auto& f) { return can_write(other / "new") != ruled(f); },
        [&](const auto& f) { return can_write(own / "link") != ruled(f); },
        [&](const auto& f) { return can_write(own / ".." / "up") != ruled(f); },
        [&](const auto&) { return can_read("/etc/passwd") && can_read("/proc/self/statm"); },
        [&](const auto&) { return can_read("/dev/urandom"); },
        [&](const auto& f) { return !ruled(f) || !can_write("/etc/flagfall-confined"); },
    }) == 0);
    // The folder of a file counts, and the target of a link.
    const ops::Reach named{.own = "", .targets = {}, .files = {(own / "link").string()}};
    CHECK(can_write(other / "linked"));
    CHECK(confined(named, {
        [&](const auto&) { return can_read((own / "link").c_str()); },
        [&](const auto&) { return can_write(own / "beside"); },
        [&](const auto& f) { return can_write(folders.path / "above") != ruled(f); },
    }) == 0);
}

TEST_CASE("a folder on a disk that comes and goes is covered from the top") {
    const Folders folders;
    CHECK(ops::covering("/mnt/stick/backups") == "/mnt");
    CHECK(ops::covering("/media/arbiter/STICK") == "/media");
    CHECK(ops::covering("/no-such-disk/backups") == "/no-such-disk");
    const auto own = folders.path / "own";
    CHECK(ops::covering(own.string() + "/../own/backups") == own.string());
    CHECK(ops::covering(own.string()) == folders.path.string());  // it may be created again
    CHECK(ops::covering("/backups") == "/backups");
}
