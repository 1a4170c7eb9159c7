// Nobody else can use the files of a record, whatever the umask is.
#include "common/store/guard.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "common/store/open.hpp"
#include "common/store/secret_file.hpp"
#include "common/store/verify.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace fs = std::filesystem;

namespace {

int mode(const std::string& path) {
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return static_cast<int>(facts.st_mode & 0777);
}

// The umask of a careless user, while a test runs.
class Careless {
public:
    Careless() : before_(::umask(0)) {}
    ~Careless() { ::umask(before_); }
    Careless(const Careless&) = delete;
    Careless& operator=(const Careless&) = delete;

private:
    mode_t before_;
};

OpenCode refusal(const std::string& path) {
    const auto store = Store::open({.path = path});
    REQUIRE_FALSE(store);
    CHECK(store.error().text.find("ch") != std::string::npos);  // chmod or chown
    return store.error().code;
}

}  // namespace

TEST_CASE("folder and files are made for their owner alone") {
    const TempFolder folder;
    const std::string path = folder.file("new/er/a.db");
    const Careless umask;
    auto store = must_open(path);
    store->start();
    must_append(*store, sample_rows(1, 3));
    store->flush();
    CHECK(mode(folder.file("new")) == 0700);
    CHECK(mode(folder.file("new/er")) == 0700);
    for (const char* end : {"", "-wal", "-shm", ".lock", ".key"}) {
        CAPTURE(end);
        CHECK(mode(path + end) == 0600);
    }
}

TEST_CASE("what others can read is taken from them, what they can write is refused") {
    const TempFolder folder;
    const std::string inner = folder.file("data");
    const std::string path = inner + "/a.db";
    make_log(path, 3);
    for (const std::string& each : {inner, path, path + ".lock"}) {
        const mode_t own = each == inner ? 0700 : 0600;
        REQUIRE(::chmod(each.c_str(), own | 0055) == 0);
        must_open(path);
        CHECK(mode(each) == static_cast<int>(own));
        for (const mode_t writers : {020U, 002U}) {
            REQUIRE(::chmod(each.c_str(), own | writers) == 0);
            CHECK(refusal(path) == OpenCode::others_may_write);
        }
        REQUIRE(::chmod(each.c_str(), own) == 0);
    }
    must_open(path);
}

TEST_CASE("a secret that cannot be read is not one that others know") {
    const TempFolder folder;
    const std::string path = folder.file("a.token");
    CHECK_FALSE(read_secret(path).error().exposed);
    REQUIRE(write_new_secret(path, "secret").empty());
    CHECK(read_secret(path) == "secret");
    REQUIRE(::chmod(path.c_str(), 0644) == 0);
    CHECK(read_secret(path).error().exposed);
    REQUIRE(::chmod(path.c_str(), 0600) == 0);
    REQUIRE(::truncate(path.c_str(), 0) == 0);
    CHECK_FALSE(read_secret(path).error().exposed);
    fs::rename(path, folder.file("b.token"));
    fs::create_symlink(folder.file("b.token"), path);
    CHECK(read_secret(path).error().exposed);
}

TEST_CASE("a pipe in a file's place is refused, and nobody waits for it", "[regress]") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    CHECK_FALSE(read_secret(path));
    CHECK_FALSE(open_for_reading(path));
    CHECK_FALSE(Database::open(path, Database::Mode::create));
    CHECK_FALSE(verify(path));
}

TEST_CASE("a symbolic link in the place of a log is refused") {
    const TempFolder folder;
    make_log(folder.file("real.db"), 3);
    fs::create_symlink(folder.file("real.db"), folder.file("a.db"));
    const auto store = Store::open({.path = folder.file("a.db")});
    REQUIRE_FALSE(store);
    CHECK(store.error().text.find("symbolic link") != std::string::npos);
}
