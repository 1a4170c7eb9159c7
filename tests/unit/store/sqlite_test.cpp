// The small SQLite wrapper: values round trip, errors stick, statements are cached.
#include "common/store/sqlite.hpp"

#include <sqlite3.h>

#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace {

std::unique_ptr<Database> table_of_each_type(const TempFolder& folder) {
    auto opened = Database::open(folder.file("a.db"), Database::Mode::create);
    REQUIRE(opened);
    REQUIRE((*opened)->execute("CREATE TABLE t(a INTEGER, b TEXT, c BLOB, d REAL, e TEXT) STRICT"));
    return std::move(*opened);
}

}  // namespace

TEST_CASE("values go in and come out") {
    const TempFolder folder;
    const auto db = table_of_each_type(folder);
    const std::string zero("x\0y", 3);
    REQUIRE(db->run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", -5, zero, Blob{zero}, 1.5, nullptr));
    CHECK(db->changes() == 1);
    Statement rows = db->prepare("SELECT a, b, c, d, e FROM t");
    REQUIRE(rows.step());
    CHECK(rows.integer(0) == -5);
    CHECK(rows.text(1) == zero);
    CHECK(rows.blob(2) == zero);
    CHECK(rows.real(3) == 1.5);
    CHECK(rows.null(4));
    CHECK_FALSE(rows.step());
    CHECK(db->integer("SELECT count(*) FROM t") == 1);
    CHECK(db->integer("SELECT a FROM t WHERE a = 99", 7) == 7);
}

TEST_CASE("an empty text is not NULL, and an optional without a value is") {
    const TempFolder folder;
    const auto db = table_of_each_type(folder);
    REQUIRE(db->run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", std::optional<std::int64_t>{},
                    std::string_view{}, Blob{}, 0.0, std::optional<std::string>("s")));
    Statement rows = db->prepare("SELECT a, b, c, d, e FROM t");
    REQUIRE(rows.step());
    CHECK(rows.null(0));
    CHECK_FALSE(rows.null(1));
    CHECK_FALSE(rows.null(2));
    CHECK(rows.text(4) == "s");
}

TEST_CASE("the first error stays and stops the rest") {
    const TempFolder folder;
    auto opened = Database::open(folder.file("a.db"), Database::Mode::create);
    REQUIRE(opened);
    Database& db = **opened;
    REQUIRE(db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY) STRICT"));
    REQUIRE(db.run("INSERT INTO t VALUES (?)", 1));
    CHECK_FALSE(db.run("INSERT INTO t VALUES (?)", 1));
    CHECK_FALSE(db.run("INSERT INTO t VALUES (?)", 2));
    CHECK_FALSE(db.execute("INSERT INTO t VALUES (3)"));
    REQUIRE(db.error());
    CHECK(db.error()->name == "SQLITE_CONSTRAINT");
    db.clear_error();
    CHECK(db.integer("SELECT count(*) FROM t") == 1);
    CHECK(db.run("INSERT INTO t VALUES (?)", 2));
    CHECK_FALSE(db.prepare("SELECT nothing FROM nowhere").step());
    CHECK(db.error()->text.find("nowhere") != std::string::npos);
}

TEST_CASE("a statement may be used inside itself") {
    const TempFolder folder;
    auto opened = Database::open(folder.file("a.db"), Database::Mode::create);
    REQUIRE(opened);
    Database& db = **opened;
    REQUIRE(db.execute("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3)"));
    constexpr const char* query = "SELECT a FROM t ORDER BY a";
    std::int64_t sum = 0;
    Statement outer = db.prepare(query);
    while (outer.step()) {
        Statement inner = db.prepare(query);
        while (inner.step()) sum += outer.integer(0) * inner.integer(0);
    }
    CHECK(sum == 36);
}

TEST_CASE("SQLite does not count its memory, for which each allocation would take a lock",
          "[regress]") {
    const TempFolder folder;
    CHECK_FALSE(database_exists(folder.file("a.db")));  // the first question of a start
    const auto db = table_of_each_type(folder);
    CHECK(sqlite3_memory_used() == 0);
}
