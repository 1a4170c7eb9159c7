// Other programs run for a limited time, without our secrets, and the end of each is reported.
#include "common/cli/child.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "common/cli/files.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::cli;

namespace {

struct Ran {
    std::string error;
    std::string said;
};

Ran shell(const std::string& script, Duration patience = seconds(60)) {
    const WorkFolder folder;
    const std::string said = folder.path() + "/said";
    const auto ran = run({{"sh", "-c", script}, said, patience, 1000});
    return {ran ? "" : ran.error(), read_file(said).value_or("")};
}

}  // namespace

TEST_CASE("a program's words and end are known") {
    CHECK(shell("echo one; echo two >&2").said == "one\ntwo\n");
    CHECK(shell("exit 3").error == "sh ended with exit code 3");
    CHECK(shell("kill -9 $$").error == "sh was ended by signal 9");
    CHECK(run({{"/no/such/engine"}, "/dev/null", seconds(60), 1000}).error() ==
          "/no/such/engine cannot be started: is it installed, and in PATH?");
}

TEST_CASE("a program gets nothing to read and no secret, and writes no more than it may") {
    ::setenv("FLAGFALL_TOKEN", "secret", 1);
    CHECK(shell("env; cat").said.find("secret") == std::string::npos);
    ::unsetenv("FLAGFALL_TOKEN");
    CHECK(shell("head -c 5000 /dev/zero").said.size() == 1000);
}

TEST_CASE("a program that does not end is stopped with what it started") {
    const Ran ran = shell("sleep 1000 & echo $!; sleep 1000", seconds(1));
    CHECK(ran.error == "sh had not ended after 1 s and was stopped");
    const int left = std::stoi(ran.said);
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, left, 0));
    pollfd ended{handle, POLLIN, 0};
    CHECK((handle < 0 || ::poll(&ended, 1, 60'000) == 1));  // the kernel still ends it, or has
    if (handle >= 0) ::close(handle);
}

TEST_CASE("a folder for another program's files goes with the object") {
    std::string path;
    {
        const WorkFolder folder;
        path = folder.path();
        CHECK(std::filesystem::is_directory(path));
    }
    CHECK_FALSE(std::filesystem::exists(path));
}
