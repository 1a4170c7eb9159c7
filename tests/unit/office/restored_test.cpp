// Logs that were restored from a backup, beside the other daemon's present one.
#include <stdexcept>
#include <string>

#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::string to_board(const std::string& type, int number, const std::string& more = "") {
    return R"({"type":")" + type + R"(","id":"c)" + std::to_string(number) +
           R"(","board":1,"game":"g1")" + more + "}";
}

void open_game(House& house) {
    house.connect();
    house.arbiter(to_board("open_game", 1, R"(,"event":"e","round":"1","white":"A","black":"B",)"
                                           R"("time_control":"600")"));
    house.arbiter(to_board("start_game", 2));
    house.run();
}

void pause_and_resume(House& house, int number) {
    house.arbiter(to_board("pause", number, R"(,"reason":"seen")"));
    house.arbiter(to_board("resume", number + 1));
    house.run();
}

std::string why_not_connected(House& house) {
    try {
        house.connect();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

// The questions of this game, asked about that.
std::vector<std::string> asked(House& house, const std::string& game, wire::Subject about) {
    std::vector<std::string> texts;
    for (const store::Row& row : house.record().rows) {
        const auto event = wire::decode_game_event(row.type, row.body);
        const auto* put = std::get_if<wire::QuestionPut>(&*event);
        if (put && put->game == game && put->about == about) texts.push_back(put->text);
    }
    return texts;
}

}  // namespace

TEST_CASE("a clocks' log that was restored and has grown since is not followed", "[regress]") {
    House house;
    open_game(house);
    const Pos backup = house.clock_log().last();
    pause_and_resume(house, 3);
    const Pos followed = house.record().followed;
    const std::size_t rows = house.record().rows.size();
    REQUIRE(followed == house.clock_log().last());
    const bool restart = GENERATE(true, false);
    if (restart) house.commit_office(), house.restart_office();
    house.restore_clock(backup);
    for (int number = 11; house.clock_log().last() <= followed; number += 2)
        pause_and_resume(house, number);
    CHECK(why_not_connected(house).contains("has another event"));
    CHECK(house.record().rows.size() == rows);
    CHECK(house.record().followed == followed);
}

TEST_CASE("the same log is followed again from its last event on", "[regress]") {
    House house;
    open_game(house);
    const Pos followed = house.record().followed;
    house.restart_office();
    house.restart_clock("boot");
    pause_and_resume(house, 3);
    house.connect();
    CHECK(house.service().games().log == "log");
    CHECK(house.record().followed == house.clock_log().last());
    CHECK(house.record().followed > followed);
    CHECK(house.broken.empty());
}

TEST_CASE("a round that started after the backup of the record is not called a stranger's",
          "[regress]") {
    House house;
    house.connect();
    enter_round(house, 1);
    house.run();
    const Pos last = house.record().last();
    const Pos followed = house.record().followed;
    house.act("start", start());
    house.run();
    REQUIRE(house.open().rounds.at(1).pairings[0].game == "open-r1-b1");
    house.disconnect();
    house.restore_office(last, followed);
    house.connect();
    const auto texts = asked(house, "open-r1-b1", wire::Subject::foreign_game);
    REQUIRE(texts.size() == 1);
    CHECK(texts[0].contains("restored from a backup"));
    CHECK_FALSE(texts[0].contains("Another program"));
}
