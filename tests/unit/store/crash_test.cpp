// kill -9 while appending, and a disk that no longer accepts writes: every acknowledged position is
// still there, and the log is intact.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "common/store/verify.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace {

constexpr std::int64_t rows_ahead = 64;  // appended, not acknowledged: several batches' worth

// Appends until it is killed; every acknowledged position goes into the pipe.
[[noreturn]] void child(const std::string& path, int acknowledge) {
    StoreOptions options;
    options.path = path;
    std::atomic<std::int64_t> durable{0};
    options.on_committed = [&](Pos up_to) {
        if (::write(acknowledge, &up_to.value, sizeof up_to.value) < 0) std::_Exit(3);
        durable = up_to.value;
        durable.notify_one();
    };
    auto store = Store::open(std::move(options));
    if (!store) std::_Exit(2);
    (*store)->start();
    durable = (*store)->committed().value;
    for (std::int64_t n = durable + 1;;) {
        std::vector<Row> rows = sample_rows(n, 1 + n % 3);
        if (!(*store)->append(rows)) std::_Exit(4);
        n += std::ssize(rows);
        const std::int64_t seen = durable;
        if (n - seen > rows_ahead) durable.wait(seen);
    }
}

struct End {
    std::int64_t acknowledged = 0;  // the last one that it reported
    int status = 0;                 // as waitpid gives it
};

// Runs a child after `prepare` in it; kills it after it has acknowledged `commits` more times.
End run_child(const std::string& path, int commits, const std::function<void()>& prepare) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ::close(ends[0]);
        prepare();
        child(path, ends[1]);
    }
    ::close(ends[1]);
    End end;
    std::int64_t pos = 0;
    for (int n = 0; ::read(ends[0], &pos, sizeof pos) == sizeof pos; ++n) {
        end.acknowledged = pos;
        if (n == commits) ::kill(pid, SIGKILL);
    }
    ::close(ends[0]);
    ::waitpid(pid, &end.status, 0);
    return end;
}

void check_whole(const std::string& path, std::int64_t acknowledged) {
    std::vector<Row> rows;
    auto store = must_open(path);
    const auto last = store->read({1}, [&](const Row& row) { rows.push_back(row); });
    REQUIRE(last);
    CHECK(last->value >= acknowledged);
    REQUIRE_FALSE(rows.empty());
    for (const Row& row : {rows.front(), rows[rows.size() / 2], rows.back()}) {
        CHECK(row.body == sample_row(row.pos.value).body);
    }
    store->close();
    const auto report = verify(path);
    REQUIRE(report);
    CHECK(report->ok());
}

}  // namespace

TEST_CASE("kill -9 loses nothing that was acknowledged") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    for (const int commits : {0, 1, 2, 3, 5, 8, 1, 13, 0, 4}) {
        const End end = run_child(path, commits, [] {});
        REQUIRE(WIFSIGNALED(end.status));
        REQUIRE(end.acknowledged > 0);
        check_whole(path, end.acknowledged);
    }
}

TEST_CASE("a disk that stops taking writes ends the process with 74 and one line") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const std::string errors = folder.file("stderr");
    make_log(path, 500);
    std::int64_t acknowledged = 0;
    for (rlim_t kib = 300; kib < 420; kib += 7) {
        const End end = run_child(path, 1'000'000, [&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{kib * 1024, kib * 1024};  // no file may grow beyond
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) std::_Exit(5);
            if (!std::freopen(errors.c_str(), "w", stderr)) std::_Exit(6);
        });
        REQUIRE(WIFEXITED(end.status));
        CHECK(WEXITSTATUS(end.status) == exit_commit_failed);
        acknowledged = std::max(acknowledged, end.acknowledged);
        std::ifstream file(errors);
        std::string line;
        REQUIRE(std::getline(file, line));
        CHECK(line.starts_with("level=error msg=\"commit failed\" code=SQLITE_"));
        CHECK_FALSE(std::getline(file, line));
        check_whole(path, acknowledged);
    }
    CHECK(acknowledged > 500);
}
