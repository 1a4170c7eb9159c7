// Projections and effects succeed or fail with their rows, and can be derived again.
#include "common/store/reader.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace {

constexpr const char* tables =
    "CREATE TABLE IF NOT EXISTS tally(stream TEXT PRIMARY KEY, rows INTEGER, last TEXT) STRICT;"
    "CREATE TABLE IF NOT EXISTS cursor(log TEXT PRIMARY KEY, pos INTEGER) STRICT;";

class Tally : public Projector {
public:
    void project(Database& database, const Row& row) override {
        database.run("INSERT INTO tally(stream, rows, last) VALUES (?, 1, ?)"
                     " ON CONFLICT(stream) DO UPDATE SET rows = rows + 1, last = excluded.last",
                     row.stream, row.body);
    }
    void clear(Database& database) override { database.run("DELETE FROM tally"); }
};

StoreOptions with_tally(const std::string& path, Tally& tally) {
    StoreOptions options;
    options.path = path;
    options.application_id = arbiterd_application_id;
    options.projection_sql = tables;
    options.projector = &tally;
    return options;
}

std::vector<std::string> dump(Database& database) {
    std::vector<std::string> lines;
    Statement rows = database.prepare("SELECT stream, rows, last FROM tally ORDER BY stream");
    while (rows.step()) {
        lines.push_back(rows.text(0) + " " + std::to_string(rows.integer(1)) + " " + rows.text(2));
    }
    return lines;
}

Effect store_cursor(std::int64_t pos) {
    return [pos](Database& database) {
        database.run("INSERT INTO cursor VALUES ('clock', ?)"
                     " ON CONFLICT(log) DO UPDATE SET pos = excluded.pos",
                     pos);
    };
}

}  // namespace

TEST_CASE("projections and effects are committed with their rows") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    Tally tally;
    auto store = must_open(with_tally(path, tally));
    store->start();
    must_append(*store, sample_rows(1, 10), store_cursor(17));
    must_append(*store, {}, store_cursor(18));  // only the cursor moves
    store->flush();
    auto reader = Reader::open(path);
    REQUIRE(reader);
    Database& database = (*reader)->database();
    CHECK(database.integer("SELECT sum(rows) FROM tally") == 10);
    CHECK(database.integer("SELECT pos FROM cursor") == 18);
    CHECK(store->committed() == Pos{10});
}

TEST_CASE("a projection that fails takes its rows with it") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    Tally tally;
    StoreOptions options = with_tally(path, tally);
    options.on_fatal = [](const SqlError&) {};
    auto store = must_open(std::move(options));
    store->start();
    must_append(*store, sample_rows(1, 3), store_cursor(1));
    store->flush();
    must_append(*store, sample_rows(4, 3),
                [](Database& database) { database.execute("DROP TABLE cursor; nonsense"); });
    store->flush();
    store->close();
    auto reader = Reader::open(path);
    REQUIRE(reader);
    CHECK((*reader)->last() == Pos{3});
    CHECK((*reader)->database().integer("SELECT sum(rows) FROM tally") == 3);
    CHECK((*reader)->database().integer("SELECT pos FROM cursor") == 1);
}

TEST_CASE("a rebuild gives what was written row by row, and leaves effects alone") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    Tally tally;
    {
        auto store = must_open(with_tally(path, tally));
        store->start();
        must_append(*store, sample_rows(1, 300), store_cursor(5));
    }
    auto store = must_open(with_tally(path, tally));
    const std::vector<std::string> before = dump(store->database());
    REQUIRE(before.size() == 3);
    store->database().execute("UPDATE tally SET rows = 0; DELETE FROM tally WHERE rows = 1;");
    CHECK(dump(store->database()) != before);
    REQUIRE(store->rebuild());
    CHECK(dump(store->database()) == before);
    CHECK(store->database().integer("SELECT pos FROM cursor") == 5);

    store->start();
    must_append(*store, sample_rows(301, 1));
    store->flush();
    CHECK(Reader::open(path).value()->database().integer("SELECT sum(rows) FROM tally") == 301);
}

TEST_CASE("a rebuild over a broken log changes nothing") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    Tally tally;
    {
        auto store = must_open(with_tally(path, tally));
        store->start();
        must_append(*store, sample_rows(1, 30));
    }
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 20"));
    auto store = must_open(with_tally(path, tally));
    const std::vector<std::string> before = dump(store->database());
    const auto rebuilt = store->rebuild();
    REQUIRE_FALSE(rebuilt);
    CHECK(rebuilt.error().code == OpenCode::damaged);
    CHECK(dump(store->database()) == before);
}
