// Who signs a log, and who does not: forged, cut and unsigned logs, each as verify reports it and
// as a daemon detects it at its start.
#include "common/store/custody.hpp"

#include <filesystem>
#include <future>

#include "common/store/verify.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace fs = std::filesystem;

namespace {

Report must_verify(const std::string& path, const VerifyOptions& options = {}) {
    auto report = verify(path, options);
    if (!report) FAIL(report.error().text);
    return std::move(*report);
}

Verdict verdict(const std::string& path, const VerifyOptions& options = {}) {
    return must_verify(path, options).verdict();
}

OpenError refusal(const std::string& path) {
    auto store = Store::open({.path = path});
    REQUIRE_FALSE(store);
    CHECK(store.error().text.find("--accept-gap") != std::string::npos);  // it says what to do
    return store.error();
}

std::unique_ptr<Store> accept(const std::string& path) {
    StoreOptions options;
    options.path = path;
    options.accept_gap = Word{"Anna", "found so in the morning"};
    return must_open(std::move(options));
}

// A log whose daemon died: rows, and no signature after the first ones.
void make_crashed_log(const std::string& path, std::int64_t count) {
    const std::string copy = path + "-running";
    auto store = must_open(copy);
    store->start();
    must_append(*store, sample_rows(1, count));
    store->flush();
    auto database = Database::open(copy, Database::Mode::read_only);
    REQUIRE((*database)->backup_to(path));
    fs::copy_file(copy + ".key", path + ".key");
}

}  // namespace

TEST_CASE("a result turned round, chained and signed again with a fresh key") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 1500);
    const std::string ours = must_verify(path).keys.at(0).fingerprint;
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 17"));
    rechain(path);
    sign_again(path, folder.file("forger.key"));

    // Nothing in the file reveals it; the key, which the forger does not have, does.
    CHECK(verdict(path) == Verdict::unchanged);
    const Report named = must_verify(path, {.trusted = {ours}});
    CHECK(named.verdict() == Verdict::other_key);
    CHECK(named.signed_up_to == Pos{0});
    CHECK(verdict(path, {.key_file = path + ".key"}) == Verdict::changed);
    CHECK(refusal(path).code == OpenCode::not_ours);
}

TEST_CASE("checkpoints taken away") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 900);
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 17; DELETE FROM checkpoint"));
    rechain(path);
    CHECK(verdict(path) == Verdict::not_signed);
    CHECK(verdict(path, {.key_file = path + ".key"}) == Verdict::changed);
    CHECK(refusal(path).code == OpenCode::not_ours);
}

TEST_CASE("missing checkpoints stop a daemon although every row is its own") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 1500);
    REQUIRE(tamper(path, "DELETE FROM checkpoint WHERE pos = 1024"));
    CHECK(verdict(path) == Verdict::changed);
    CHECK(refusal(path).code == OpenCode::not_ours);
}

TEST_CASE("a tail cut off at a checkpoint") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 1500);
    REQUIRE(tamper(path, "DELETE FROM checkpoint WHERE pos > 1024;"
                         "DELETE FROM event WHERE pos > 1024"));
    CHECK(verdict(path) == Verdict::changed);  // the head is above the last row
    REQUIRE(tamper(path, "UPDATE head SET pos = 1024"));
    CHECK(verdict(path, {.key_file = path + ".key"}) == Verdict::changed);
    CHECK(refusal(path).code == OpenCode::not_ours);
}

TEST_CASE("a trigger that waits for the next row, and one that is gone") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 4);
    REQUIRE(tamper(path, "CREATE TRIGGER mine AFTER INSERT ON event BEGIN SELECT 1; END", false));
    CHECK(verdict(path) == Verdict::changed);
    REQUIRE(tamper(path, "DROP TRIGGER mine", false));
    CHECK(verdict(path) == Verdict::unchanged);
    REQUIRE(tamper(path, "DROP TRIGGER event_no_update", false));
    CHECK(verdict(path) == Verdict::changed);
}

TEST_CASE("rows that somebody added to a daemon's own tail") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    REQUIRE(tamper(path, "INSERT INTO event SELECT 41, 'other', 1, '', '', 0, 0, '', 0, 'pressed',"
                         " '{}',"
                         " chain FROM event WHERE pos = 40; UPDATE head SET pos = 41"));
    rechain(path);
    CHECK(verdict(path) == Verdict::unsigned_tail);
    CHECK(verdict(path, {.key_file = path + ".key"}) == Verdict::changed);
    CHECK(refusal(path).code == OpenCode::not_ours);
}

TEST_CASE("a tail that a crash left unsigned is known for the daemon's own, and signed") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_crashed_log(path, 40);
    const Report crashed = must_verify(path, {.key_file = path + ".key"});
    CHECK(crashed.verdict() == Verdict::unsigned_tail);
    CHECK(crashed.head_checked);
    CHECK(verdict(path) == Verdict::not_signed);  // without the key
    {
        auto store = must_open(path);
        store->start();
        store->close();
    }
    CHECK(verdict(path) == Verdict::unchanged);
    CHECK(must_verify(path).signed_up_to == Pos{40});
}

TEST_CASE("a gap that a person accepts is shown for ever and cannot be taken out") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 1500);
    const std::string ours = must_verify(path).keys.at(0).fingerprint;
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 1200"));
    rechain(path);
    CHECK(refusal(path).code == OpenCode::not_ours);
    {
        auto store = accept(path);
        store->start();
        must_append(*store, sample_rows(1501, 5));
    }
    accept(path);  // not needed: no second gap
    const Report report = must_verify(path);
    REQUIRE(report.gaps.size() == 1);
    CHECK(report.gaps[0].from == Pos{1024});
    CHECK(report.gaps[0].to == Pos{1500});
    CHECK(report.gaps[0].by == "Anna");
    // The signature of the last forged row is still in the file, and is not that of this row.
    CHECK(report.verdict() == Verdict::changed);
    CHECK(report.signed_up_to == Pos{1505});

    REQUIRE(tamper(path, "UPDATE signing_key SET said_by = 'Berta' WHERE number = 2"));
    CHECK(verdict(path, {.trusted = {ours}}) == Verdict::changed);
    REQUIRE(tamper(path, "UPDATE checkpoint SET key_number = 1;"
                         "DELETE FROM signing_key WHERE number = 2"));
    CHECK(verdict(path) == Verdict::changed);
}

TEST_CASE("a lost key: a new one signs after a gap") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    const std::string known = must_verify(path).keys.at(0).fingerprint;
    fs::remove(path + ".key");
    CHECK(refusal(path).code == OpenCode::key);
    {
        auto store = accept(path);
        store->start();
        must_append(*store, sample_rows(41, 2));
    }
    const Report report = must_verify(path);
    CHECK(report.verdict() == Verdict::gap);
    CHECK(report.keys.at(1).since == Pos{40});
    const Report trusting = must_verify(path, {.trusted = {known}});
    CHECK(trusting.verdict() == Verdict::other_key);
    CHECK(trusting.signed_up_to == Pos{40});
    CHECK(trusting.signed_by_others == Pos{42});
    CHECK(must_open(path)->last() == Pos{42});  // a person's word is not needed again
}

TEST_CASE("rows that close something are never durable without a signature") {
    const TempFolder folder;
    StoreOptions options;
    options.path = folder.file("a.db");
    options.sign_within = minutes(60);
    std::vector<Pos> heads;
    options.on_signed = [&](const SignedHead& head) { heads.push_back(head.pos); };
    auto store = must_open(options);
    store->start();
    std::vector<Row> rows = sample_rows(1, 2);
    REQUIRE(store->append(rows));
    store->flush();
    rows = sample_rows(3, 1);
    REQUIRE(store->append(rows, {}, true));
    rows = sample_rows(4, 1);
    REQUIRE(store->append(rows));
    store->flush();
    CHECK(must_verify(options.path).signed_up_to == Pos{3});
    store->close();
    CHECK(heads == std::vector{Pos{3}, Pos{4}});
}

TEST_CASE("a key changed in good order is signed by the one before") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    const std::string first = must_verify(path).keys.at(0).fingerprint;
    const auto second = rotate_key({.path = path}, {"Anna", "the old one lay on a stick"});
    REQUIRE(second);
    CHECK(*second != first);
    CHECK_FALSE(fs::exists(path + ".key.next"));
    {
        auto store = must_open(path);
        CHECK(fingerprint(store->public_key()) == *second);
        store->start();
        must_append(*store, sample_rows(41, 2));
        CHECK(rotate_key({.path = path}, {"Anna", "again"}).error().code == OpenCode::locked);
    }
    for (const std::string& trusted : {first, *second}) {
        const Report report = must_verify(path, {{trusted}, path + ".key"});
        CHECK(report.verdict() == Verdict::unchanged);
        CHECK(report.signed_up_to == Pos{42});
    }
    // A forger's key in its place is not signed by the first.
    REQUIRE(tamper(path, "UPDATE signing_key SET signature = zeroblob(64) WHERE number = 2"));
    CHECK(verdict(path) == Verdict::changed);
    CHECK(refusal(path).code == OpenCode::not_ours);
}

TEST_CASE("a change of keys that a crash cut short is brought to its end") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 4);
    fs::copy_file(path + ".key", folder.file("before"));
    const auto second = rotate_key({.path = path}, {"Anna", ""});
    REQUIRE(second);
    fs::rename(path + ".key", path + ".key.next");  // the log has it, the file does not yet
    fs::rename(folder.file("before"), path + ".key");
    CHECK(fingerprint(must_open(path)->public_key()) == *second);
    CHECK_FALSE(fs::exists(path + ".key.next"));
}

TEST_CASE("keys may be kept in another folder") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const std::string key = folder.file("elsewhere.key");
    must_open({.path = path, .key_file = key});
    CHECK(fs::exists(key));
    CHECK_FALSE(fs::exists(path + ".key"));
    CHECK(refusal(path).code == OpenCode::key);
}

TEST_CASE("each signature is announced, the last one when the log is closed") {
    const TempFolder folder;
    StoreOptions options;
    options.path = folder.file("a.db");
    options.sign_within = minutes(60);
    std::vector<SignedHead> heads;
    options.on_signed = [&](const SignedHead& head) { heads.push_back(head); };
    auto store = must_open(std::move(options));
    store->start();
    must_append(*store, sample_rows(1, checkpoint_every + 3));
    store->flush();
    store->close();
    REQUIRE(heads.size() == 2);
    CHECK(heads.front().pos == Pos{checkpoint_every});
    CHECK(heads.back().pos == Pos{checkpoint_every + 3});
    for (SignedHead head : heads) {
        CHECK(holds(head));
        ++head.pos.value;
        CHECK_FALSE(holds(head));
    }
}

TEST_CASE("rows do not wait for ever for a signature") {
    const TempFolder folder;
    StoreOptions options;
    options.path = folder.file("a.db");
    options.sign_within = milliseconds(1);
    std::promise<void> all_signed;
    options.on_signed = [&](const SignedHead& head) {
        if (head.pos == Pos{3}) all_signed.set_value();
    };
    auto store = must_open(std::move(options));
    store->start();
    must_append(*store, sample_rows(1, 3));
    all_signed.get_future().wait();  // nothing else happens: without the signature this never ends
}
