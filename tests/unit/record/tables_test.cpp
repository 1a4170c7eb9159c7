// Somebody edits what people read, and not the log.
#include "arbiterd/shell/tables.hpp"

#include <algorithm>
#include <filesystem>

#include "arbiterd/record/projector.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

using namespace flagfall;

namespace {

class RecordFolder {
public:
    RecordFolder() {
        store::StoreOptions options;
        options.path = file();
        options.application_id = store::arbiterd_application_id;
        options.projection_sql = std::string(embed::arbiterd_sql);
        options.projector = &projector_;
        auto store = store::Store::open(options);
        REQUIRE(store);
        (*store)->start();
        wire::GameRecorded recorded;
        recorded.terms.event = "e";
        recorded.terms.round = "1";
        wire::MoveRecorded move;
        move.san = "e4";
        move.ply = {1};
        move.cause = Pos{7};
        std::vector<store::Row> rows{row_of(recorded), row_of(move)};
        REQUIRE((*store)->append(rows, [](store::Database& db) {
            db.run("INSERT OR REPLACE INTO follow VALUES (1, ?, ?)", "L1", 7);
        }));
    }
    const std::string& path() const { return folder_.path(); }

    void edit(const std::string& sql) {
        auto database = store::Database::open(file(), store::Database::Mode::create);
        REQUIRE(database);
        REQUIRE((*database)->execute(sql));
    }

    std::vector<std::string> changed() const {
        const auto found = arbiterd::changed_tables(folder_.path());
        REQUIRE(found);
        return *found;
    }

private:
    test::TempFolder folder_;
    std::string file() const { return folder_.path() + "/arbiterd.db"; }

    template <class Event>
    store::Row row_of(Event event) {
        event.game = "g";
        event.board = Board{1};
        const wire::GameEvent any{std::move(event)};
        store::Row row;
        row.stream = "game/g";
        row.type = std::string(wire::type_of(any));
        row.body = wire::encode_body(any);
        return row;
    }

    record::RecordProjector projector_;
};

}  // namespace

TEST_CASE("a table that somebody edited is not what the log says", "[record]") {
    RecordFolder folder;
    CHECK(folder.changed().empty());
    CHECK(arbiterd::wrong_tables(folder.path()).empty());
    folder.edit("UPDATE move SET san = 'd4'");
    CHECK(folder.changed() == std::vector<std::string>{"move"});
    folder.edit("UPDATE move SET san = 'e4'; UPDATE game SET result = '1-0'");
    CHECK(folder.changed() == std::vector<std::string>{"game"});
    CHECK_FALSE(arbiterd::wrong_tables(folder.path()).empty());
    folder.edit("UPDATE game SET result = '*'; DELETE FROM move");
    CHECK(folder.changed() == std::vector<std::string>{"move"});
    folder.edit("DROP TABLE move; UPDATE follow SET pos = 6");
    CHECK(folder.changed() == std::vector<std::string>{"follow", "move", "sqlite_schema"});
}

TEST_CASE("a view in a table's place is not read: it may have no end", "[record][regress]") {
    RecordFolder folder;
    const std::string table = GENERATE("question", "move", "follow", "game");
    folder.edit("PRAGMA foreign_keys = OFF; DROP TABLE " + table + "; CREATE VIEW " + table +
                " AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
                " SELECT x AS pos, x AS log FROM c");
    const auto changed = folder.changed();
    CHECK(std::ranges::count(changed, table) == 1);
    CHECK(changed.back() == "sqlite_schema");
    CHECK_FALSE(arbiterd::wrong_tables(folder.path()).empty());
}

TEST_CASE("no record, no verdict", "[record]") {
    CHECK_FALSE(arbiterd::changed_tables("/nonexistent"));
}
