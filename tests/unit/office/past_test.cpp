// Games that are over leave the memory, and are loaded again for a decision about them.
#include "arbiterd/game/state/games.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"
#include "tests/unit/record/folder.hpp"

using namespace flagfall;
using namespace flagfall::test;
using Kind = arbiterd::ActAnswer::Kind;

namespace {

wire::DeskCommand desk(const std::string& id, const std::string& game, wire::DeskAct act) {
    wire::DeskCommand command;
    command.id = id;
    command.game = game;
    command.by = "Anna Berg";
    command.article = "12.9";
    command.reason = "seen";
    command.act = std::move(act);
    return command;
}

std::string opening(const std::string& id, const std::string& game, int board = 1,
                    const std::string& control = "600") {
    return R"({"type":"open_game","id":")" + id + R"(","board":)" + std::to_string(board) +
           R"(,"game":")" + game +
           R"(","event":"e","round":"1","white":"A","black":"B","time_control":")" + control +
           R"("})";
}

bool in_memory(House& house, const std::string& game) {
    return house.service().games().by_id.contains(game);
}

// The answer of the desk, confirmed if it asks.
Kind ruled(House& house, wire::DeskCommand command) {
    const arbiterd::ActAnswer first = house.answers.at(house.rule(command));
    if (first.kind != Kind::preview) return first.kind;
    command.confirm = first.confirm;
    return house.answers.at(house.rule(command)).kind;
}

// Two games at board 1; the first one is over, and a tick has come.
void play_two(House& house) {
    house.connect();
    house.arbiter(opening("o1", "g1"));
    house.arbiter(R"({"type":"start_game","id":"s","board":1,"game":"g1"})");
    house.run();
    REQUIRE(ruled(house, desk("over", "g1", wire::GiveResult{win_of(Side::white), ""})) ==
            Kind::done);
    house.pass(1);
    REQUIRE(in_memory(house, "g1"));  // its board's latest
    house.arbiter(opening("o2", "g2"));
    house.run();
    house.pass(1);
    REQUIRE(in_memory(house, "g2"));
}

// As given by all events of the record.
game::Game whole(House& house, const std::string& id) {
    game::Games games;
    for (const store::Row& row : house.record().rows)
        game::apply(games, wire::decode_game_event(row.type, row.body).value());
    return games.by_id.at(id);
}

}  // namespace

TEST_CASE("a finished game leaves the memory, and is ruled upon as if it were there") {
    House house;
    play_two(house);
    CHECK_FALSE(in_memory(house, "g1"));
    const game::Game* found = game::find(house.service().games(), "g1");
    REQUIRE(found);
    CHECK(*found == whole(house, "g1"));

    if (GENERATE(false, true)) {
        house.restart_office();
        house.connect();
        house.run();
    }
    REQUIRE(ruled(house, desk("late", "g1", wire::GiveResult{win_of(Side::black), ""})) ==
            Kind::done);
    CHECK(in_memory(house, "g1"));
    CHECK(house.service().games().by_id.at("g1").live.result->score ==
          win_of(Side::black));
    CHECK(house.service().games().by_id.at("g1") == whole(house, "g1"));
    house.pass(1);
    CHECK_FALSE(in_memory(house, "g1"));
    CHECK(*game::find(house.service().games(), "g1") == whole(house, "g1"));
    CHECK(ruled(house, desk("late", "g1", wire::GiveResult{win_of(Side::black), ""})) ==
          Kind::repeated);
}

TEST_CASE("no undo opens a game whose board has another one, or gets one first", "[regress]") {
    House house;
    std::string game = "g1";
    SECTION("it is there, and that game is in memory no more") {
        play_two(house);
        REQUIRE_FALSE(in_memory(house, "g1"));
        if (GENERATE(false, true)) {
            house.restart_office();
            house.connect();
            house.run();
        }
    }
    SECTION("the office sets it up while the link is down") {
        house.connect();
        enter_round(house, 1);
        game = "other";
        house.arbiter(opening("o1", game));
        house.arbiter(R"({"type":"start_game","id":"s","board":1,"game":"other"})");
        house.run();
        REQUIRE(ruled(house, desk("over", game, wire::GiveResult{win_of(Side::white), ""})) ==
                Kind::done);
        house.disconnect();
        wire::PrepareRound prepare;
        prepare.round = 1;
        house.act("p", prepare);
        house.run();
    }
    const auto commands = house.to_clockd.size();
    const auto ticket = house.rule(desk("back", game, wire::UndoRuling{1}));
    const arbiterd::ActAnswer& answer = house.answers.at(ticket);
    CHECK(answer.kind == Kind::refused);
    CHECK(answer.refusal.code == "board_busy");
    CHECK(house.to_clockd.size() == commands);
    CHECK(game::find(house.service().games(), game)->live.result->score == win_of(Side::white));
    CHECK(ruled(house, desk("late", game, wire::GiveResult{win_of(Side::black), ""})) ==
          Kind::done);
}

TEST_CASE("a game stays in memory until its rows are durable") {
    House house;
    play_two(house);
    auto note = desk("noted", "g1", wire::Note{"seen"});
    house.send_act(note);
    REQUIRE(in_memory(house, "g1"));
    house.service().on_tick();
    CHECK(in_memory(house, "g1"));
    house.commit_office();
    house.service().on_tick();
    CHECK_FALSE(in_memory(house, "g1"));
}

TEST_CASE("an id of a game that is not in memory is not given again") {
    House house;
    play_two(house);
    const auto log = house.record().rows.size();
    house.arbiter(opening("o3", "g1", 2));
    house.run();
    CHECK(house.refused.size() == 1);  // clockd knows it
    CHECK(house.record().rows.size() == log);
    CHECK_FALSE(in_memory(house, "g1"));
}

TEST_CASE("while the record cannot be read, nothing is decided about an old game") {
    House house;
    play_two(house);
    const store::LookupError io{"SQLITE_IOERR", "disk I/O error"};
    const std::size_t rows = house.record().rows.size();
    const auto late = desk("late", "g1", wire::GiveResult{drawn(), ""});
    house.unread(io);
    CHECK(ruled(house, late) == Kind::busy);
    CHECK(house.record().rows.size() == rows);
    house.unread(std::nullopt);
    CHECK(ruled(house, late) == Kind::done);
}

TEST_CASE("an event of clockd that cannot be decided comes again") {
    House house;
    play_two(house);
    house.unread(store::LookupError{"SQLITE_IOERR", "disk I/O error"});
    house.arbiter(opening("o3", "g3", 2, "180"));  // compared with the event's other games
    house.run();
    CHECK_FALSE(in_memory(house, "g3"));
    house.unread(std::nullopt);
    house.disconnect();
    house.connect();
    house.run();
    CHECK(in_memory(house, "g3"));
}

TEST_CASE("the lists in memory answer as the file does") {
    House house;
    play_two(house);
    REQUIRE(ruled(house, desk("again", "g1", wire::GiveResult{drawn(), ""})) == Kind::done);
    house.act("create", create());
    house.run();

    struct Filed : Folder {
        explicit Filed(const std::vector<store::Row>& rows) {
            auto store = store::Store::open(options());
            REQUIRE(store);
            (*store)->start();
            std::vector<store::Row> copy = rows;
            REQUIRE((*store)->append(copy));
            (*store)->close();
        }
    };
    const Filed filed(house.record().rows);
    const auto reader = store::Reader::open(filed.path() + "/arbiterd.db");
    REQUIRE(reader);
    store::RecordPast& file = **reader;
    RowsRecordPast memory{house.record().rows};
    const auto numbers = [](const std::vector<store::Row>& rows) {
        std::vector<std::int64_t> all;
        for (const store::Row& row : rows) all.push_back(row.pos.value);
        return all;
    };
    CHECK(*file.present() == *memory.present());
    CHECK(file.present()->size() < house.record().rows.size());
    for (const char* stream : {"game/g1", "game/g2", "game/none", "office", "event/open"}) {
        CHECK(numbers(*file.rows_of(stream)) == numbers(*memory.rows_of(stream)));
        CHECK(*file.last_of(stream, wire::ResultRecorded::type) ==
              *memory.last_of(stream, wire::ResultRecorded::type));
    }
    CHECK(numbers(*file.openings_in("e")) == numbers(*memory.openings_in("e")));
    CHECK(file.openings_in("e")->size() == 2);
    CHECK(file.openings_in("none")->empty());
    CHECK(file.of_act(wire::DeskActed::type, "again")->has_value());
}
