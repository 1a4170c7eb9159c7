// What clockd reads of its log at a start, and what it looks up later, in a real file.
#include <filesystem>

#include "clockd/service/clock_service.hpp"
#include "clockd/shell/opened.hpp"
#include "clockd/shell/server.hpp"
#include "common/store/reader.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;

namespace {

store::Row row_of(const std::string& stream, const wire::ClockEvent& event,
                  const std::string& id = {}) {
    store::Row row;
    row.stream = stream;
    row.type = std::string(wire::type_of(event));
    row.body = wire::encode_body(event);
    row.cmd_id = id;
    row.sender = id.empty() ? "" : "device/1";
    return row;
}

store::Row opened(const std::string& stream, const std::string& game, const std::string& id) {
    wire::GameOpened event;
    event.game = game;
    event.board = {1};
    event.terms.time_control = "300";
    return row_of(stream, event, id);
}

struct Log {
    store::testing::TempFolder folder;
    std::string path = folder.file("clockd.db");
    clockd::OpenedGames tables;

    std::unique_ptr<store::Store> open() {
        store::StoreOptions options;
        options.path = path;
        options.projection_sql = clockd::tables_sql();
        options.projector = &tables;
        return store::testing::must_open(std::move(options));
    }
    void write(std::vector<store::Row> rows) {
        auto store = open();
        store->start();
        REQUIRE(store->append(rows));
        store->close();
    }
    std::unique_ptr<store::Reader> past() {
        auto found = store::Reader::open(path);
        REQUIRE(found);
        return std::move(*found);
    }
};

std::vector<std::int64_t> numbers(const std::vector<Pos>& positions) {
    std::vector<std::int64_t> all;
    for (const Pos pos : positions) all.push_back(pos.value);
    return all;
}

// 1 hall, 2-4 board/1's first game, 5 board/2's, 6 hall, 7-8 board/1's second game.
std::vector<store::Row> two_boards() {
    return {row_of("hall", wire::LogOpened{}), opened("board/1", "g1", "a"),
            row_of("board/1", wire::GameStarted{}, "b"), row_of("board/1", wire::GameEnded{}, "c"),
            opened("board/2", "g2", "d"), row_of("hall", wire::Booted{}),
            opened("board/1", "g3", "e"), row_of("board/1", wire::GameStarted{}, "e")};
}

}  // namespace

TEST_CASE("a start reads the hall's rows and each board's present game") {
    Log log;
    log.write(two_boards());
    const auto past = log.past();
    const auto rows = clockd::present_rows(*past);
    REQUIRE(rows);
    CHECK(numbers(*rows) == std::vector<std::int64_t>{1, 5, 6, 7, 8});

    std::vector<std::int64_t> read;
    REQUIRE(log.open()->read_some(*rows, [&](const store::Row& row) {
        read.push_back(row.pos.value);
    }));
    CHECK(read == numbers(*rows));
}

TEST_CASE("what a command led to is found for ever, by its sender") {
    Log log;
    log.write(two_boards());
    const auto past = log.past();
    const auto both = past->of_command("device/1", "e");
    REQUIRE(both);
    REQUIRE(both->size() == 2);
    CHECK(both->at(0).type == wire::GameOpened::type);
    CHECK(both->at(1).pos == Pos{8});
    CHECK(past->of_command("device/2", "e")->empty());
    CHECK(past->of_command("device/1", "")->empty());
}

TEST_CASE("an old game's id is known, also in a log that was written without the table") {
    Log log;
    log.write(two_boards());
    CHECK(log.past()->was_opened("g1").value());  // its board has another game now
    CHECK_FALSE(log.past()->was_opened("g4").value());

    auto store = log.open();
    CHECK(clockd::has_opened_games(store->database()));
    store->database().execute("DELETE FROM opened");
    CHECK_FALSE(clockd::has_opened_games(store->database()));
    REQUIRE(store->rebuild());
    CHECK(clockd::has_opened_games(store->database()));
}

TEST_CASE("verify finds a game that the table of games has under another id", "[regress]") {
    Log log;
    log.write(two_boards());
    const std::string folder = std::filesystem::path(log.path).parent_path().string();
    CHECK(clockd::wrong_opened(folder).empty());
    store::testing::tamper(log.path, "UPDATE opened SET game = 'g4' WHERE game = 'g1'", false);
    CHECK_FALSE(clockd::wrong_opened(folder).empty());
}

TEST_CASE("a row that was changed is found when a start reads it") {
    Log log;
    log.write(two_boards());
    store::testing::tamper(log.path, "UPDATE event SET wall_ms = 1 WHERE pos = 5", true);
    auto store = log.open();
    CHECK_FALSE(store->read_some({Pos{5}}, [](const store::Row&) {}));
}
