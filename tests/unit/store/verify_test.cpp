// Every kind of forgery that the header of verify promises to detect.
#include "common/store/verify.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <latch>

#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace {

Report must_verify(const std::string& path, const std::vector<std::string>& trusted = {}) {
    auto report = verify(path, {trusted, path + ".key"});
    if (!report) FAIL(report.error().text);
    return std::move(*report);
}

bool has(const Report& report, Flaw flaw, std::int64_t pos) {
    return std::ranges::any_of(report.findings, [&](const Finding& finding) {
        return finding.flaw == flaw && finding.pos == Pos{pos};
    });
}

}  // namespace

TEST_CASE("an honest log verifies, closed or open, signed or not") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 2500);
    const Report report = must_verify(path);
    CHECK(report.ok());
    CHECK(report.rows == 2500);
    CHECK(report.last == Pos{2500});
    CHECK(report.signed_up_to == Pos{2500});
    REQUIRE(report.keys.size() == 1);
    const Report trusting = must_verify(path, {report.keys[0].fingerprint});
    CHECK(trusting.verdict() == Verdict::unchanged);
    CHECK(report.head_checked);

    auto store = must_open(path);
    CHECK(hex(store->public_key()) == hex(report.keys[0].bytes));
    store->start();
    must_append(*store, sample_rows(2501, 100));
    store->flush();
    const Report open = must_verify(path);
    CHECK(open.ok());
    CHECK(open.verdict() == Verdict::unchanged);  // a daemon is using it
    CHECK(open.last == Pos{2600});
    CHECK(open.signed_up_to == Pos{2500});
}

TEST_CASE("checkpoints stand at every 1024th row and at the end") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 2500);
    make_log(path, 0);  // a second clean close signs nothing twice
    auto store = must_open(path);
    Statement rows = store->database().prepare("SELECT pos FROM checkpoint ORDER BY pos");
    std::vector<std::int64_t> positions;
    while (rows.step()) positions.push_back(rows.integer(0));
    CHECK(positions == std::vector<std::int64_t>{1024, 2048, 2500});
}

TEST_CASE("an empty log verifies") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 0);
    const Report report = must_verify(path);
    CHECK(report.ok());
    CHECK(report.rows == 0);
    CHECK(report.first_bad() == Pos{0});
}

TEST_CASE("an edited row is found, whichever column it is") {
    const std::string edit = GENERATE(
        as<std::string>{}, "body = '{}'", "type = 'x'", "wall_ms = 0", "at_us = at_us + 1",
        "cmd_id = 'other'", "sender = 'other'", "cmd_digest = 1", "boot = 'other'",
        "chain = zeroblob(32)",
        "stream = 'board/77', seq = 1");
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    REQUIRE(tamper(path, "UPDATE event SET " + edit + " WHERE pos = 17"));
    const Report report = must_verify(path);
    CAPTURE(edit);
    CHECK(has(report, Flaw::chain, 17));
    CHECK(report.first_bad() == Pos{17});
}

TEST_CASE("an edited row with every chain computed again is found by the checkpoint") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 1500);
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 17"));
    rechain(path);
    const Report report = must_verify(path);
    CHECK(has(report, Flaw::checkpoint_mismatch, 1024));
    CHECK(has(report, Flaw::checkpoint_mismatch, 1500));
    CHECK(report.first_bad() == Pos{1024});
    CHECK(report.signed_up_to == Pos{0});

    // The checkpoints follow too, but their signatures cannot.
    REQUIRE(tamper(path, "UPDATE checkpoint SET chain ="
                         " (SELECT chain FROM event WHERE event.pos = checkpoint.pos)"));
    CHECK(has(must_verify(path), Flaw::signature, 1024));

    // Without them, verify detects that one is missing.
    REQUIRE(tamper(path, "DELETE FROM checkpoint"));
    CHECK(has(must_verify(path), Flaw::checkpoint_missing, 1024));
}

TEST_CASE("a swapped pair is found") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    REQUIRE(tamper(path, "UPDATE event SET pos = 99 WHERE pos = 10;"
                         "UPDATE event SET pos = 10 WHERE pos = 13;"
                         "UPDATE event SET pos = 13 WHERE pos = 99;"));
    const Report report = must_verify(path);
    CHECK(report.first_bad() == Pos{10});
    CHECK(has(report, Flaw::chain, 10));
    CHECK(has(report, Flaw::sequence, 10));
}

TEST_CASE("a removed row is found in the middle and at the end") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    SECTION("in the middle") {
        REQUIRE(tamper(path, "DELETE FROM event WHERE pos = 20"));
        const Report report = must_verify(path);
        CHECK(has(report, Flaw::gap, 20));
        CHECK(report.first_bad() == Pos{20});
    }
    SECTION("the tail below a checkpoint") {
        REQUIRE(tamper(path, "DELETE FROM event WHERE pos >= 39"));
        const Report report = must_verify(path);
        CHECK(has(report, Flaw::rows_missing, 39));
        CHECK(report.last == Pos{38});
    }
}

TEST_CASE("findings have an end") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 500);
    REQUIRE(tamper(path, "UPDATE event SET body = '{}'"));
    CHECK(must_verify(path).findings.size() == max_findings);
}

TEST_CASE("a destroyed page is a finding or a refusal, never silence") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 500);
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
    for (std::int64_t at = 4096; at + 4096 <= size; at += 4096) {
        const std::string copy = folder.file("copy.db");
        std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing);
        {
            std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(at);
            file << std::string(4096, '\x5a');
        }
        const auto report = verify(copy);
        CAPTURE(at);
        CHECK_FALSE((report && report->ok()));
    }
}

TEST_CASE("verifying beside a writer sees a whole prefix") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    std::latch inside(1);
    std::latch looked(1);
    StoreOptions options;
    options.path = path;
    options.before_commit = [&, n = 0]() mutable {
        if (++n != 2) return;
        inside.count_down();
        looked.wait();
    };
    auto store = must_open(std::move(options));
    store->start();
    must_append(*store, sample_rows(1, 10));
    store->flush();
    must_append(*store, sample_rows(11, 10));
    inside.wait();
    const Report report = must_verify(path);
    looked.count_down();
    CHECK(report.ok());
    CHECK(report.last == Pos{10});
}
