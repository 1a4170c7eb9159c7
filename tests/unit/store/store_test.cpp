// Appending, numbering, reading back, group commit, back-pressure, and failed commits.
#include "common/store/limits.hpp"
#include "common/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <latch>
#include <mutex>

#include "common/store/open.hpp"
#include "common/store/reader.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/rows.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

TEST_CASE("append numbers rows at once, and the file numbers them in their streams") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    auto store = must_open(path);
    store->start();
    std::vector<Row> rows{sample_row(1, "board/1"), sample_row(2, "board/2"),
                          sample_row(3, "board/1")};
    REQUIRE(store->append(rows));
    CHECK(rows[0].pos == Pos{1});
    CHECK(rows[2].pos == Pos{3});
    CHECK(store->last() == Pos{3});
    store->close();
    CHECK(all_rows(path)[0].seq == 1);
    CHECK(all_rows(path)[1].seq == 1);
    CHECK(all_rows(path)[2].seq == 2);
}

TEST_CASE("rows come back as they were, over close, reopen and replay") {
    const TempFolder folder;
    const std::string path = folder.file("deeper/still/a.db");  // folders are made
    std::vector<Row> first = sample_rows(1, 50);
    first[7].body = std::string("{\"t\":\"\xC3\xA9\"}") + '\0' + "x";  // bytes are bytes
    first[8].cmd_id.clear();
    std::string log_id;
    {
        auto store = must_open(path);
        log_id = store->log_id();
        CHECK(log_id.size() == 32);
        CHECK(store->read({1}, [](const Row&) { FAIL("a new log is empty"); }) == Pos{0});
        store->start();
        REQUIRE(store->append(first));
        store->close();
        store->close();  // harmless
    }
    auto store = must_open(path);
    CHECK(store->log_id() == log_id);
    std::vector<Row> read;
    const auto last = store->read({1}, [&](const Row& row) { read.push_back(row); });
    REQUIRE(last == Pos{50});
    test::number_in_streams(first);
    CHECK(read == first);

    read.clear();
    REQUIRE(store->read({49}, [&](const Row& row) { read.push_back(row); }) == Pos{50});
    CHECK(read == std::vector<Row>(first.begin() + 48, first.end()));

    store->start();
    std::vector<Row> more = sample_rows(51, 3);
    REQUIRE(store->append(more));
    CHECK(more[0].pos == Pos{51});
    store->close();
    REQUIRE(all_rows(path).size() == 53);
    CHECK(all_rows(path)[50].seq ==
          1 + std::ranges::count(first, more[0].stream, &Row::stream));
}

TEST_CASE("what queued while a commit ran is one commit") {
    const TempFolder folder;
    std::latch first_commit_began(1);
    std::latch may_go_on(1);
    std::vector<Pos> told;  // written by the store's thread, read after close
    StoreOptions options;
    options.path = folder.file("a.db");
    options.before_commit = [&, first = true]() mutable {
        if (!std::exchange(first, false)) return;
        first_commit_began.count_down();
        may_go_on.wait();
    };
    options.on_committed = [&](Pos up_to) { told.push_back(up_to); };
    auto store = must_open(std::move(options));
    store->start();
    must_append(*store, sample_rows(1, 1));
    first_commit_began.wait();
    for (std::int64_t n = 2; n <= 200; ++n) must_append(*store, sample_rows(n, 1));
    CHECK(store->committed() == Pos{0});
    CHECK(store->stats().queued_rows == 200);
    may_go_on.count_down();
    store->flush();
    CHECK(store->committed() == Pos{200});
    CHECK(store->stats().commits == 2);
    CHECK(store->stats().rows == 200);
    CHECK(store->stats().queued_rows == 0);
    store->close();
    CHECK(told == std::vector<Pos>{{1}, {200}});
}

TEST_CASE("nobody reads a row before it is committed") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    std::latch inside(1);
    std::latch looked(1);
    StoreOptions options;
    options.path = path;
    options.before_commit = [&] {
        inside.count_down();
        looked.wait();
    };
    auto store = must_open(std::move(options));
    store->start();
    must_append(*store, sample_rows(1, 5));
    inside.wait();
    auto reader = Reader::open(path);
    REQUIRE(reader);
    CHECK((*reader)->last() == Pos{0});
    looked.count_down();
    store->flush();
    CHECK((*reader)->last() == Pos{5});
    CHECK((*reader)->log_id() == store->log_id());
}

TEST_CASE("a reader reads ranges and streams, and stops on request") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 30);
    auto reader = Reader::open(path);
    REQUIRE(reader);
    std::vector<std::int64_t> seen;
    const auto keep = [&](const Row& row) {
        seen.push_back(row.pos.value);
        return seen.size() < 3;
    };
    CHECK((*reader)->read({10}, {11}, keep).value() == Pos{11});
    CHECK(seen == std::vector<std::int64_t>{10, 11});
    seen.clear();
    CHECK((*reader)->read({10}, {30}, keep).value() == Pos{12});
    CHECK((*reader)->read({31}, {40}, keep).value() == Pos{30});
    seen.clear();
    CHECK((*reader)->read_stream("board/1", 2, 3, keep).value() == 3);
    CHECK(seen == std::vector<std::int64_t>{6, 9});
}

TEST_CASE("a full queue refuses and changes nothing") {
    const TempFolder folder;
    std::latch go_on(1);
    StoreOptions options;
    options.path = folder.file("a.db");
    options.before_commit = [&] { go_on.wait(); };
    auto store = must_open(std::move(options));
    store->start();
    const auto limit = static_cast<std::int64_t>(limits::store_queue_rows);
    must_append(*store, sample_rows(1, limit - 1));
    CHECK_FALSE(store->full());
    must_append(*store, sample_rows(limit, 10));  // a batch is never split
    CHECK(store->full());
    std::vector<Row> refused = sample_rows(limit + 10, 2);
    CHECK_FALSE(store->append(refused));
    CHECK(refused == sample_rows(limit + 10, 2));
    CHECK(store->last() == Pos{limit + 9});
    go_on.count_down();
    store->flush();
    CHECK_FALSE(store->full());
    REQUIRE(store->append(refused));
    CHECK(refused[0].pos == Pos{limit + 10});
    store->close();
    CHECK(store->committed() == Pos{limit + 11});
}

TEST_CASE("what is queued at close is written") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    auto store = must_open(path);
    store->start();
    for (std::int64_t n = 1; n <= 500; ++n) must_append(*store, sample_rows(n, 1));
    store.reset();
    CHECK_FALSE(std::filesystem::exists(path + "-wal"));
    CHECK(all_rows(path).size() == 500);
}

namespace {

// How often SQLite has restarted its write-ahead log, from the log's head.
std::uint32_t begun_again(const std::string& path) {
    std::ifstream log(path + "-wal", std::ios::binary);
    char head[16] = {};
    log.read(head, sizeof head);
    std::uint32_t number = 0;
    for (int at = 12; at < 16; ++at) number = number << 8 | static_cast<unsigned char>(head[at]);
    return number;
}

}  // namespace

TEST_CASE("the write-ahead log is copied beside the commits, and begins again") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    auto store = must_open(path);
    store->start();
    const std::uint32_t before = begun_again(path);
    std::int64_t rows = 0;
    constexpr std::uintmax_t by_itself = 16'000 * 4'096;  // then a commit would have to do it
    while (begun_again(path) == before) {
        std::vector<Row> more = sample_rows(rows + 1, 100);
        for (Row& row : more) row.body.append(2'000, 'x');
        REQUIRE(store->append(more));
        store->flush();
        rows += 100;
        REQUIRE(std::filesystem::file_size(path + "-wal") < by_itself);
    }
    CHECK(rows >= 300);
    store.reset();
    CHECK(all_rows(path).size() == static_cast<std::size_t>(rows));
    CHECK(must_open(path)->read({1}, [](const Row&) {}) == Pos{rows});
}

TEST_CASE("the file itself refuses changes, gaps and wrong numbers") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 5);
    const std::string row = ", '', 0, 0, 'b', 0, 't', '{}', zeroblob(32))";
    const std::string stream_seq = "'board/1', 2, ''";
    CHECK_FALSE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 3", false));
    CHECK_FALSE(tamper(path, "DELETE FROM event WHERE pos = 5", false));
    CHECK_FALSE(tamper(path, "DELETE FROM checkpoint", false));
    CHECK_FALSE(tamper(path, "UPDATE checkpoint SET wall_ms = 0", false));
    CHECK_FALSE(tamper(path, "UPDATE signing_key SET since_pos = 1", false));
    CHECK_FALSE(tamper(path, "UPDATE log_identity SET log_id = 'x'", false));
    CHECK_FALSE(tamper(path, "INSERT INTO event VALUES (7, " + stream_seq + row, false));
    CHECK_FALSE(tamper(path, "INSERT INTO event VALUES (6, 'board/1', 7, ''" + row, false));
    CHECK_FALSE(tamper(path, "REPLACE INTO event VALUES (5, " + stream_seq + row, false));
    CHECK(tamper(path, "INSERT INTO event VALUES (6, " + stream_seq + row, false));
}

namespace {

// A store that records its callbacks instead of ending the process.
struct Watched {
    std::vector<Pos> told;
    std::vector<SqlError> fatal;

    StoreOptions options(std::string path) {
        StoreOptions options;
        options.path = std::move(path);
        options.on_committed = [this](Pos up_to) { told.push_back(up_to); };
        options.on_fatal = [this](const SqlError& error) { fatal.push_back(error); };
        return options;
    }

    std::unique_ptr<Store> with_three_rows(const std::string& path) {
        auto store = must_open(options(path));
        store->start();
        must_append(*store, sample_rows(1, 3));
        store->flush();
        return store;
    }
};

}  // namespace

TEST_CASE("a failed commit reports nothing, keeps nothing and ends the store") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    Watched watched;
    const auto store = watched.with_three_rows(path);
    SECTION("disk full") {
        must_append(*store, {}, [](Database& db) {
            db.execute("PRAGMA max_page_count = 1");  // no page more than there are now
        });
        store->flush();
        std::vector<Row> rows = sample_rows(4, 4000);
        REQUIRE(store->append(rows));
        store->flush();
        REQUIRE(watched.fatal.size() == 1);
        CHECK(watched.fatal[0].name == "SQLITE_FULL");
        CHECK(watched.told == std::vector<Pos>{{3}, {3}});
    }
    SECTION("an effect that cannot be done") {
        must_append(*store, sample_rows(4, 2),
                    [](Database& db) { db.run("INSERT INTO nowhere VALUES (?)", 1); });
        store->flush();
        REQUIRE(watched.fatal.size() == 1);
        CHECK(watched.fatal[0].text.find("nowhere") != std::string::npos);
        CHECK(watched.told == std::vector<Pos>{{3}});
    }
    std::vector<Row> late = sample_rows(9000, 1);
    CHECK_FALSE(store->append(late));
    CHECK(store->committed() == Pos{3});
    store->close();
    CHECK(watched.fatal.size() == 1);
    CHECK(all_rows(path).size() == 3);
}

TEST_CASE("a log that is removed while it is written is noticed before anything is acknowledged",
          "[regress]") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    Watched watched;
    const auto store = watched.with_three_rows(path);
    const std::string gone = GENERATE("", "-wal");
    REQUIRE(std::filesystem::remove(path + gone));
    const bool replaced = GENERATE(false, true);
    if (replaced && gone.empty()) std::ofstream(path) << "another file";
    must_append(*store, sample_rows(4, 1));
    store->flush();
    REQUIRE(watched.fatal.size() == 1);
    CHECK(watched.fatal[0].text.find("removed or replaced") != std::string::npos);
    CHECK(watched.told == std::vector<Pos>{{3}});
}

TEST_CASE("a daemon's log is not made again beside its key", "[regress]") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    StoreOptions options;
    options.path = path;
    options.application_id = GENERATE(clockd_application_id, frames_application_id);
    const bool of_frames = options.application_id == frames_application_id;
    must_open(options);
    for (const char* part : {"", "-wal", "-shm"}) std::filesystem::remove(path + part);
    const auto again = Store::open(options);
    CHECK(again.has_value() == of_frames);  // a gateway's logs share one key
    if (of_frames) return;
    CHECK(again.error().code == OpenCode::not_ours);
    CHECK(again.error().text.find("restore a backup") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(path));
    options.accept_gap = Word{.by = "Anna", .reason = "a new season"};
    CHECK(Store::open(options));
}
