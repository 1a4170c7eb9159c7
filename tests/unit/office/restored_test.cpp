// Logs that were restored from a backup, beside the other daemon's present one.
#include <stdexcept>
#include <string>

#include "arbiterd/tournament/setup.hpp"
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

namespace {

void publish(House& house) {
    house.connect();
    enter_round(house, 2);
    house.run();
}

// The record is replaced with its backup of before these acts; others come before the link.
template <class Acts, class Unlinked>
void lose(House& house, const Acts& acts, const Unlinked& unlinked) {
    const Pos last = house.record().last();
    const Pos followed = house.record().followed;
    acts();
    house.run();
    house.disconnect();
    house.restore_office(last, followed);
    unlinked();
    house.connect();
    CHECK(house.broken.empty());
}

template <class Acts>
void lose(House& house, const Acts& acts) {
    lose(house, acts, [] {});
}

template <class Act>
Act of_round() {
    Act act;
    act.round = 1;
    return act;
}

// Boards 1 and 2 change their players with White.
wire::ChangePairing other_players(const House& house) {
    auto change = of_round<wire::ChangePairing>();
    change.pairings = house.open().rounds.at(1).pairings;
    std::swap(change.pairings[0].white, change.pairings[1].white);
    return change;
}

std::string press(int board, int number, const std::string& side, const std::string& move) {
    return R"({"type":"press","id":"p)" + std::to_string(number) + R"(","board":)" +
           std::to_string(board) + R"(,"game":"open-r1-b)" + std::to_string(board) +
           R"(","side":")" + side + R"(","move":")" + move + "\"}";
}

}  // namespace

TEST_CASE("a round that started after the backup of the record has started", "[regress]") {
    House house;
    publish(house);
    const bool prepared = GENERATE(false, true);
    if (prepared) {
        house.act("set", of_round<wire::PrepareRound>());
        house.run();
    }
    const bool played = GENERATE(false, true);
    lose(house, [&] {
        house.act("start", start());
        house.run();
        if (played) house.say(clock::Role::device, press(1, 1, "white", "e2e4"));
    });
    const auto check = [&] {
        const auto& round = house.open().rounds.at(1);
        CHECK(round.state == wire::RoundState::started);
        CHECK(round.began_with.has_value());
        CHECK(round.pairings[0].game == "open-r1-b1");
        CHECK(round.pairings[1].game == "open-r1-b2");
        CHECK(house.service().tournaments().outbox.empty());
        for (const char* game : {"open-r1-b1", "open-r1-b2"}) {
            CHECK(asked(house, game, wire::Subject::foreign_game).empty());
            CHECK(house.service().games().by_id.at(game).live.began);
        }
    };
    check();
    house.restart_office();
    house.connect();
    check();
    // Neither the same act nor another one with its id is carried out.
    const std::size_t before = house.to_clockd.size();
    const auto again = house.act("start", start());
    const auto other = house.act("start", of_round<wire::PrepareRound>());
    house.run();
    CHECK(house.answers.at(again).refusal.code == "id_used");
    CHECK(house.answers.at(other).refusal.code == "id_used");
    CHECK(house.to_clockd.size() == before);
}

TEST_CASE("a start that clockd carries out late is no lost act", "[regress]") {
    House house;
    house.connect();
    enter_round(house, 2);
    house.act("set", of_round<wire::PrepareRound>());
    house.run();
    house.lose_lines = true;
    const std::size_t before = house.to_clockd.size();
    house.act("start", start());
    house.run();
    house.pass(30);
    REQUIRE(house.service().tournaments().outbox.empty());
    house.lose_lines = false;
    const auto shown = house.act("back", of_round<wire::UndoStart>());
    house.confirm = house.answers.at(shown).confirm;
    house.act("back", of_round<wire::UndoStart>());
    house.run();
    house.confirm.clear();
    REQUIRE(house.open().rounds.at(1).state == wire::RoundState::published);
    const std::vector<std::string> lines = house.to_clockd;
    for (std::size_t i = before; i < lines.size(); ++i)
        if (lines[i].contains("start_game")) house.arrive(lines[i]);
    CHECK(house.service().games().by_id.at("open-r1-b1").live.began);
    CHECK(house.open().rounds.at(1).state == wire::RoundState::published);
    house.act("start again", start());
    house.run();
    CHECK(house.open().rounds.at(1).state == wire::RoundState::started);
    CHECK(house.broken.empty());
}

TEST_CASE("acts before a restored record has caught up take no game off its board", "[regress]") {
    House house;
    publish(house);
    const bool started = GENERATE(false, true);
    const bool same_id = GENERATE(false, true);
    const auto prepare = [&](const char* id) { house.act(id, of_round<wire::PrepareRound>()); };
    lose(
        house,
        [&] {
            if (started) house.act("start", start());
            else prepare("set");
        },
        [&] { prepare(same_id ? "set" : "new"); });
    const auto& round = house.open().rounds.at(1);
    CHECK(round.pairings[0].game == "open-r1-b1");
    CHECK(round.pairings[1].game == "open-r1-b2");
    CHECK((round.state == wire::RoundState::started) == started);
    CHECK(asked(house, "open-r1-b1", wire::Subject::foreign_game).empty());
    CHECK(house.service().tournaments().outbox.empty());
}

TEST_CASE("a game of other players is not this command's, though the id is the same",
          "[regress]") {
    House house;
    publish(house);
    const bool same_id = GENERATE(false, true);
    const auto prepare = [&](const char* id) { house.act(id, of_round<wire::PrepareRound>()); };
    lose(
        house, [&] { prepare("set"); },
        [&] {
            house.act("change", other_players(house));
            prepare(same_id ? "set" : "new");
        });
    for (const char* game : {"open-r1-b1", "open-r1-b2"})
        CHECK(asked(house, game, wire::Subject::foreign_game).size() == 1);
    for (const auto& pairing : house.open().rounds.at(1).pairings) CHECK(pairing.game.empty());
    CHECK(house.service().tournaments().outbox.empty());
}

TEST_CASE("a game of a namesake, on other terms or of a hidden event stays a question",
          "[regress]") {
    House house;
    house.connect();
    enter_round(house, 2);
    wire::EnterPlayers players;
    for (const std::uint32_t number : {1, 3}) {
        players.players.emplace_back().number = number;
        players.players.back().name = "John Smith";
        players.players.back().fide_id = std::to_string(1503014 + 13 * number);
    }
    house.act("namesakes", players);
    house.run();
    const int what = GENERATE(0, 1, 2);
    if (what == 2) house.act("hide", wire::HideEvent{});
    lose(house, [&] {
        if (what == 0) house.act("change", other_players(house));
        wire::PlanRound plan;
        plan.number = 1;
        plan.terms.time_control = "300+3";
        if (what == 1) house.act("plan", plan);
        if (what == 2) house.act("show", wire::ShowEvent{});
        house.act("start", start());
        house.run();
        REQUIRE(house.open().rounds.at(1).state == wire::RoundState::started);
    });
    CHECK(asked(house, "open-r1-b1", wire::Subject::foreign_game).size() == 1);
    CHECK(house.open().rounds.at(1).pairings[0].game.empty());
    CHECK(house.open().rounds.at(1).state == wire::RoundState::published);
}

TEST_CASE("games that were taken back after the backup of the record leave free boards",
          "[regress]") {
    House house;
    house.connect();
    enter_round(house, 2);
    const auto prepare = [&] {
        house.act("set", of_round<wire::PrepareRound>());
        house.run();
    };
    const bool lost = GENERATE(false, true);
    if (!lost) prepare();
    house.run();
    lose(house, [&] {
        if (lost) prepare();
        house.act("back", of_round<wire::WithdrawPublication>());
    });
    for (const auto& pairing : house.open().rounds.at(1).pairings) CHECK(pairing.game.empty());
    CHECK(house.service().tournaments().outbox.empty());
    CHECK(house.service().tournaments().taken_back.empty());
    house.act("again", start());
    house.run();
    CHECK(house.open().rounds.at(1).pairings[0].game == "open-r1-b1-2");
    CHECK(house.service().games().by_id.at("open-r1-b1-2").live.began);
}

TEST_CASE("a start that was taken back after the backup of the record can be made again",
          "[regress]") {
    House house;
    publish(house);
    const bool lost = GENERATE(false, true);
    const auto begin = [&] {
        house.act("start", start());
        house.run();
    };
    if (!lost) begin();
    lose(house, [&] {
        if (lost) begin();
        const auto shown = house.act("back", of_round<wire::UndoStart>());
        house.confirm = house.answers.at(shown).confirm;
        house.act("back", of_round<wire::UndoStart>());
    });
    house.confirm.clear();
    const auto& round = house.open().rounds.at(1);
    CHECK(round.pairings[0].game == "open-r1-b1-2");
    CHECK(round.pairings[1].game == "open-r1-b2-2");
    CHECK(house.service().tournaments().taken_back.empty());
    CHECK(asked(house, "open-r1-b1-2", wire::Subject::foreign_game).empty());
    CHECK_FALSE(house.service().games().by_id.at("open-r1-b1-2").live.began);
    wire::StartRound late = start();
    late.boards = {Board{1}, Board{2}};
    house.act("late", late);
    house.run();
    CHECK(house.service().games().by_id.at("open-r1-b1-2").live.began);
}

TEST_CASE("a game of players that the restored record pairs elsewhere stays a question",
          "[regress]") {
    House house;
    publish(house);
    lose(house, [&] {
        auto change = of_round<wire::ChangePairing>();
        change.pairings = house.open().rounds.at(1).pairings;
        std::swap(change.pairings[0].board, change.pairings[1].board);
        house.act("swap", change);
        house.run();
        house.act("start", start());
        house.run();
        REQUIRE(house.open().rounds.at(1).pairings[0].game == "open-r1-b1");
    });
    const auto texts = asked(house, "open-r1-b1", wire::Subject::foreign_game);
    REQUIRE(texts.size() == 1);
    CHECK(texts[0].contains("restored from a backup"));
    CHECK_FALSE(texts[0].contains("Another program"));
    CHECK(house.open().rounds.at(1).pairings[0].game.empty());
}

TEST_CASE("a game of another program stays a question, though it fits a board", "[regress]") {
    House house;
    publish(house);
    wire::OpenGame open;
    const tournament::Tournament& event = house.open();
    const auto& round = event.rounds.at(1);
    open.terms = tournament::game_terms(event, round, round.pairings[0]);
    open.id = "theirs";
    open.board = Board{1};
    open.game = "another";
    house.arbiter(wire::encode(wire::ToClockd{wire::ClockCommand{open}}));
    house.run();
    CHECK(asked(house, "another", wire::Subject::foreign_game).size() == 1);
    CHECK(house.open().rounds.at(1).pairings[0].game.empty());
}
