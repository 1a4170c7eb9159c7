// Which files a store opens, and its messages about those that it does not open.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/store/layout.hpp"
#include "common/store/reader.hpp"
#include "common/store/verify.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace {

OpenError refusal(const std::string& path, std::int32_t application = clockd_application_id) {
    StoreOptions options;
    options.path = path;
    options.application_id = application;
    auto store = Store::open(std::move(options));
    REQUIRE_FALSE(store);
    CHECK(store.error().text.find(path.substr(0, path.rfind('/'))) != std::string::npos);
    CHECK(store.error().text.find(';') != std::string::npos);  // it says what to do
    return store.error();
}

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("two stores on one file: the second is refused until the first is gone") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    {
        auto store = must_open(path);
        const OpenError error = refusal(path);
        CHECK(error.code == OpenCode::locked);
        CHECK(error.text.find("process " + std::to_string(::getpid())) != std::string::npos);
    }
    must_open(path);
}

TEST_CASE("a file that is no database is refused and left alone") {
    const TempFolder folder;
    const std::string path = folder.file("notes.txt");
    const std::string text(5000, 'x');
    std::ofstream(path) << text;
    CHECK(refusal(path).code == OpenCode::not_a_database);
    CHECK(content(path) == text);
    const auto reader = Reader::open(path);
    REQUIRE_FALSE(reader);
    CHECK(reader.error().code == OpenCode::not_a_database);
}

TEST_CASE("a database of another program, or of the other daemon, is refused") {
    const TempFolder folder;
    const std::string foreign = folder.file("foreign.db");
    REQUIRE(tamper(foreign, "CREATE TABLE player(name TEXT)", false));
    const std::string before = content(foreign);
    CHECK(refusal(foreign).code == OpenCode::wrong_application);
    CHECK(content(foreign) == before);
    CHECK(Reader::open(foreign).error().code == OpenCode::wrong_application);

    const std::string path = folder.file("clock.db");
    make_log(path, 3);
    const OpenError error = refusal(path, arbiterd_application_id);
    CHECK(error.code == OpenCode::wrong_application);
    CHECK(error.text.find("clockd") != std::string::npos);
}

TEST_CASE("a file of a newer version is refused") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 3);
    REQUIRE(tamper(path, "PRAGMA user_version = 2", false));
    const OpenError error = refusal(path);
    CHECK(error.code == OpenCode::newer_version);
    CHECK(error.text.find("version 2") != std::string::npos);
    CHECK(verify(path).error().code == OpenCode::newer_version);
}

TEST_CASE("a file has the owner and the version of its script, and others are refused") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const Layout layout{"CREATE TABLE player(name TEXT)", webhooks_application_id, 3};
    auto db = std::move(*Database::open(path, Database::Mode::create));
    CHECK(is_new(*db));
    make(*db, layout);
    CHECK(!is_new(*db));
    CHECK(check_owner(*db, path, layout));
    CHECK(check_version(*db, path, layout));
    Layout other = layout;
    other.application_id = access_application_id;
    CHECK(check_owner(*db, path, other).error().code == OpenCode::wrong_application);
    CHECK(check_owner(*db, path, other).error().text.find("webhooks") != std::string::npos);
    other.version = 2;
    CHECK(check_version(*db, path, other).error().code == OpenCode::newer_version);
    CHECK(check_version(*db, path, other).error().text.find("version 3") != std::string::npos);
}

TEST_CASE("a path that cannot be a file is refused") {
    const TempFolder folder;
    std::filesystem::create_directory(folder.file("folder"));
    CHECK(refusal(folder.file("folder")).code == OpenCode::cannot_open);
    std::ofstream(folder.file("plain")) << "x";
    CHECK(refusal(folder.file("plain/a.db")).code == OpenCode::cannot_open);
    CHECK(Reader::open(folder.file("absent.db")).error().code == OpenCode::cannot_open);
}

TEST_CASE("a folder or file without the right to write is refused") {
    if (::geteuid() == 0) {
        WARN("skipped: the superuser may write everywhere");
        return;
    }
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 3);
    std::filesystem::permissions(path, std::filesystem::perms::owner_read);
    CHECK(refusal(path).code == OpenCode::read_only);
}

TEST_CASE("a cleanly closed log can be verified from a medium that cannot be written") {
    if (::geteuid() == 0) {
        WARN("skipped: the superuser may write everywhere");
        return;
    }
    const TempFolder folder;
    const std::string archive = folder.file("100% of #1?");  // characters of a file: address
    const std::string path = archive + "/a.db";
    make_log(path, 30);
    std::filesystem::permissions(archive, std::filesystem::perms{0500});
    const auto report = verify(path);
    std::filesystem::permissions(archive, std::filesystem::perms{0700});
    if (!report) FAIL(report.error().text);
    CHECK(report->ok());
    CHECK(report->last == Pos{30});
}

TEST_CASE("the caller's own script must fit") {
    const TempFolder folder;
    StoreOptions options;
    options.path = folder.file("a.db");
    options.projection_sql = "CREATE TABL oops";
    const auto store = Store::open(options);
    REQUIRE_FALSE(store);
    CHECK(store.error().code == OpenCode::schema);
}

TEST_CASE("the key: made once, private, never replaced in silence") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const std::string key = path + ".key";
    std::string public_key;
    {
        auto store = must_open(path);
        public_key = store->public_key();
        CHECK(public_key.size() == 32);
        const auto mode = std::filesystem::status(key).permissions();
        CHECK(mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    }
    CHECK(must_open(path)->public_key() == public_key);

    std::filesystem::permissions(key, std::filesystem::perms{0644});
    CHECK(refusal(path).code == OpenCode::key);
    std::filesystem::permissions(key, std::filesystem::perms{0600});
    std::ofstream(key, std::ios::trunc) << "not a key";
    CHECK(Store::open({.path = path}).error().code == OpenCode::key);

    std::filesystem::remove(key);
    const OpenError lost = Store::open({.path = path}).error();
    CHECK(lost.code == OpenCode::key);
    CHECK(lost.text.find("--accept-gap") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(key));
}

TEST_CASE("a broken chain is found while replaying") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 20);
    REQUIRE(tamper(path, "UPDATE event SET wall_ms = wall_ms + 1 WHERE pos = 12"));
    auto store = must_open(path);
    std::int64_t rows = 0;
    const auto last = store->read({1}, [&](const Row&) { ++rows; });
    REQUIRE_FALSE(last);
    CHECK(last.error().code == OpenCode::damaged);
    CHECK(last.error().text.find("position 12") != std::string::npos);
    CHECK(rows == 11);
    CHECK(store->read({13}, [](const Row&) {}) == Pos{20});
    CHECK_FALSE(store->read({99}, [](const Row&) {}));
}

TEST_CASE("a key that a crash left half-written is made again") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    { std::ofstream(path + ".key.new") << "-----BEGIN PRIV"; }
    const std::string public_key = must_open(path)->public_key();
    CHECK(must_open(path)->public_key() == public_key);
    CHECK_FALSE(std::filesystem::exists(path + ".key.new"));
}
