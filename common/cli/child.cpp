#include "common/cli/child.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "common/cli/values.hpp"

namespace flagfall::cli {

namespace {

// Exit code of a child whose program could not be started; shells use the same.
constexpr int not_started = 127;

// All that the program's process needs, made before the fork: after it nothing may allocate.
struct Launch {
    std::vector<char*> words;
    std::vector<std::string> variables;
    std::vector<char*> environment;
    const char* said_to = nullptr;
    rlim_t most_bytes = 0;
};

Launch launch_of(const Child& child) {
    Launch launch;
    for (const std::string& word : child.words)
        launch.words.push_back(const_cast<char*>(word.c_str()));
    launch.words.push_back(nullptr);
    for (const char* name : {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "JAVA_HOME"})
        if (const char* value = own_environment(name))
            launch.variables.push_back(std::string(name) + "=" + value);
    for (std::string& variable : launch.variables) launch.environment.push_back(variable.data());
    launch.environment.push_back(nullptr);
    launch.said_to = child.said_to.c_str();
    launch.most_bytes = child.most_bytes;
    return launch;
}

// In the new process: starts the program, or ends.
[[noreturn]] void become(const Launch& launch) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int said = ::open(launch.said_to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const rlimit most{launch.most_bytes, launch.most_bytes};
    if (nothing < 0 || said < 0 || ::dup2(nothing, 0) < 0 || ::dup2(said, 1) < 0 ||
        ::dup2(said, 2) < 0 || ::setrlimit(RLIMIT_FSIZE, &most) != 0)
        ::_exit(not_started);
    ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    ::execvpe(launch.words[0], launch.words.data(), launch.environment.data());
    ::_exit(not_started);
}

// Did the process end in time? It still has to be waited for.
bool ends_within(pid_t process, Duration patience) {
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
    if (handle < 0) return false;
    pollfd wanted{handle, POLLIN, 0};
    int ready = 0;
    do ready = ::poll(&wanted, 1, static_cast<int>(patience.us / 1000));
    while (ready < 0 && errno == EINTR);
    ::close(handle);
    return ready > 0;
}

std::string seconds_text(Duration time) { return std::to_string(time.us / 1'000'000) + " s"; }

}  // namespace

WorkFolder::WorkFolder() {
    std::error_code none;
    const auto base = std::filesystem::temp_directory_path(none);
    std::string path = (none ? "/tmp" : base.string()) + "/flagfall-XXXXXX";
    if (::mkdtemp(path.data()) != nullptr) path_ = std::move(path);
}

WorkFolder::~WorkFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::expected<void, std::string> run(const Child& child) {
    const Launch launch = launch_of(child);
    const std::string& name = child.words.front();
    const pid_t process = ::fork();
    if (process == 0) become(launch);
    if (process < 0)
        return std::unexpected(name + " cannot be started: " + std::strerror(errno));
    ::setpgid(process, process);  // both do it; the second changes nothing
    const bool in_time = ends_within(process, child.patience);
    ::kill(-process, SIGKILL);  // and all processes that it started
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (!in_time)
        return std::unexpected(name + " had not ended after " + seconds_text(child.patience) +
                               " and was stopped");
    if (WIFSIGNALED(status))
        return std::unexpected(name + " was ended by signal " +
                               std::to_string(WTERMSIG(status)));
    if (WEXITSTATUS(status) == not_started)
        return std::unexpected(name + " cannot be started: is it installed, and in PATH?");
    if (WEXITSTATUS(status) != 0)
        return std::unexpected(name + " ended with exit code " +
                               std::to_string(WEXITSTATUS(status)));
    return {};
}

}  // namespace flagfall::cli
