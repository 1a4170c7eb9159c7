// Acts on many boards as a service: previewed first, durable as one, sent a few at a time.
#include "arbiterd/service/limits.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;
using arbiterd::ActAnswer;
using Kind = ActAnswer::Kind;

namespace {

// A round at this number of boards, under way.
void play(House& house, std::uint32_t boards) {
    house.connect();
    enter_round(house, boards);
    house.act("start", start());
    house.run();
    REQUIRE(house.service().games().by_id.size() == boards);
}

wire::RuleBoards stop_all() {
    wire::RuleBoards act;
    act.act = wire::PauseClock{};
    return act;
}

ActAnswer answer(House& house, const std::string& id, const wire::EventAct& act) {
    const std::uint64_t ticket = house.act(id, act);
    house.run();
    return house.answers.at(ticket);
}

// The same after its preview.
ActAnswer confirmed(House& house, const std::string& id, const wire::EventAct& act) {
    house.confirm = answer(house, id, act).confirm;
    ActAnswer done = answer(house, id, act);
    house.confirm.clear();
    return done;
}

std::size_t in_clock_log(const House& house, std::string_view type) {
    return static_cast<std::size_t>(
        std::ranges::count(house.clock_log().rows, type, &store::Row::type));
}

std::size_t in_record(const House& house, std::string_view type) {
    return static_cast<std::size_t>(
        std::ranges::count(house.record().rows, type, &store::Row::type));
}

}  // namespace

TEST_CASE("an act for many boards is shown first, and done once with its token") {
    House house;
    play(house, 3);
    const Pos before = house.record().last();
    const ActAnswer shown = answer(house, "stop", stop_all());
    CHECK(shown.kind == Kind::preview);
    CHECK(shown.games.size() == 3);
    CHECK(shown.says.size() == 1);
    CHECK(shown.revision == house.open().changed);
    CHECK(house.record().last() == before);
    house.arbiter(R"({"type":"end_game","id":"x","board":2,"game":"open-r1-b2","score":"1-0",)"
                  R"("reason":"arbiter-decision","article":"12.9"})");
    house.run();
    house.confirm = shown.confirm;  // a game that ends meanwhile does not ask again
    const ActAnswer done = answer(house, "stop", stop_all());
    CHECK(done.kind == Kind::done);
    REQUIRE(done.games.size() == 3);
    CHECK(done.games[1].refused == "game_over");
    CHECK(in_clock_log(house, "paused") == 2);
    for (const bool again : {false, true}) {
        if (again) house.restart_office();
        if (again) house.connect();
        house.confirm.clear();
        const ActAnswer repeated = answer(house, "stop", stop_all());
        CHECK(repeated.kind == Kind::repeated);
        CHECK(repeated.pos == done.pos);
        CHECK(repeated.games == done.games);
        wire::RuleBoards other = stop_all();
        other.act = wire::ResumeClock{};
        CHECK(answer(house, "stop", other).refusal.code == "id_used");
    }
    CHECK(in_clock_log(house, "paused") == 2);
}

TEST_CASE("a crash leaves all boards of an act or none") {
    House house;
    play(house, 3);
    house.confirm = answer(house, "stop", stop_all()).confirm;
    house.act("stop", stop_all());
    SECTION("before it is durable: none") {
        house.restart_office();
        house.connect();
        CHECK(in_record(house, "desk_acted") == 0);
        CHECK(in_clock_log(house, "paused") == 0);
    }
    SECTION("after it, with nothing sent to clockd: all") {
        house.commit_office();
        house.restart_office();
        house.connect();
        CHECK(in_record(house, "desk_acted") == 3);
        CHECK(in_clock_log(house, "paused") == 3);
    }
    SECTION("after it, with what was sent to clockd lost: all") {
        house.lose_lines = true;
        house.run();
        house.lose_lines = false;
        house.restart_office();
        house.connect();
        CHECK(in_clock_log(house, "paused") == 3);
    }
    // Sent again after the crash, it is carried out now, or was before.
    answer(house, "stop", stop_all());
    CHECK(in_clock_log(house, "paused") == 3);
    CHECK(in_record(house, "desk_acted") == 3);
    for (const auto& [id, game] : house.service().games().by_id) {
        CHECK(!game.live.running);
        CHECK(game.live.outbox.empty());
    }
}

TEST_CASE("a hall of a thousand boards is paused without overrunning the link") {
    House house;
    play(house, 1'000);
    house.most_under_way = 0;
    CHECK(confirmed(house, "stop", stop_all()).kind == Kind::done);
    CHECK(in_clock_log(house, "paused") == 1'000);
    CHECK(house.most_under_way <= limits::commands_under_way);
    SECTION("also when the link breaks meanwhile") {
        wire::RuleBoards resume = stop_all();
        resume.act = wire::ResumeClock{};
        house.confirm = answer(house, "go", resume).confirm;
        house.act("go", resume);
        house.lose_lines = true;
        house.run();
        house.lose_lines = false;
        house.disconnect();
        house.connect();
        CHECK(in_clock_log(house, "resumed") == 1'000);
        CHECK(house.most_under_way <= limits::commands_under_way);
    }
}

TEST_CASE("a start is taken back at clockd, and the round starts again") {
    House house;
    play(house, 2);
    wire::UndoStart undo;
    undo.round = 1;
    const ActAnswer done = confirmed(house, "undo", undo);
    CHECK(done.kind == Kind::done);
    CHECK(done.revision == house.open().changed);
    CHECK(house.open().rounds.at(1).state == tournament::RoundState::published);
    CHECK(in_clock_log(house, "game_ended") == 2);
    CHECK(in_clock_log(house, "game_opened") == 4);
    wire::StartRound start;
    start.round = 1;
    CHECK(answer(house, "start again", start).kind == Kind::done);
    CHECK(in_clock_log(house, "game_started") == 4);
    CHECK(house.service().tournaments().outbox.empty());
}

TEST_CASE("what becomes of the round is confirmed with its start that is taken back", "[regress]") {
    House house;
    play(house, 2);
    house.say(clock::Role::device, R"({"type":"press","id":"p1","board":2,"game":"open-r1-b2",)"
                                   R"("side":"white","move":"e4"})");
    house.run();
    wire::UndoStart undo;
    undo.round = 1;
    const ActAnswer shown = answer(house, "undo", undo);
    house.arbiter(R"({"type":"set_reading","id":"s","board":2,"game":"open-r1-b2","epoch":0,)"
                  R"("white_us":5400000000,"black_us":5400000000,"turn":"white","ply":0,)"
                  R"("run":false,"reason":"again"})");
    house.run();
    house.confirm = shown.confirm;
    CHECK(answer(house, "undo", undo).kind == Kind::preview);
}

TEST_CASE("a game in which a move comes first is not taken back at clockd", "[regress]") {
    House house;
    play(house, 2);
    wire::UndoStart undo;
    undo.round = 1;
    house.confirm = answer(house, "undo", undo).confirm;
    house.act("undo", undo);
    house.say(clock::Role::device, R"({"type":"press","id":"p1","board":1,"game":"open-r1-b1",)"
                                   R"("side":"white","move":"e4"})");
    house.run();
    CHECK(in_clock_log(house, "game_ended") == 1);
    const wire::EventRound round = house.open().rounds.at(1);
    CHECK(round.state == tournament::RoundState::started);
    CHECK(round.pairings[0].game == "open-r1-b1");
    CHECK(round.pairings[1].game == "open-r1-b2-2");
    const game::Live& game = house.service().games().by_id.at("open-r1-b1").live;
    CHECK(game.ply == Ply{1});
    CHECK(!game.result);
    CHECK(house.service().tournaments().outbox.empty());
    house.restart_office();
    CHECK(house.open().rounds.at(1) == round);
}

TEST_CASE("no game that may be played is taken back while clockd is not reached", "[regress]") {
    House house;
    play(house, 1);
    house.disconnect();
    wire::UndoStart undo;
    undo.round = 1;
    CHECK(answer(house, "undo", undo).refusal.code == "no_clocks");
    wire::ChangePairing change;
    change.round = 1;
    change.pairings = house.open().rounds.at(1).pairings;
    std::swap(change.pairings[0].white, change.pairings[0].black);
    change.pairings[0].game.clear();
    CHECK(answer(house, "change", change).refusal.code == "no_clocks");
}

TEST_CASE("an act for clocks that are not reached is kept, and says so", "[regress]") {
    House house;
    play(house, 2);
    const auto is_said = [](const ActAnswer& answer) {
        return !answer.says.empty() && answer.says.front().code == "clockd_unreached";
    };
    house.disconnect();
    const ActAnswer shown = answer(house, "stop", stop_all());
    CHECK(is_said(shown));
    house.confirm = shown.confirm;
    const ActAnswer done = answer(house, "stop", stop_all());
    CHECK(done.kind == Kind::done);
    CHECK(is_said(done));
    CHECK(in_clock_log(house, "paused") == 0);
    house.confirm.clear();
    house.connect();
    house.run();
    CHECK(in_clock_log(house, "paused") == 2);
    wire::RuleBoards go_on;
    go_on.act = wire::ResumeClock{};
    const ActAnswer resumed = confirmed(house, "go on", go_on);
    CHECK(resumed.kind == Kind::done);
    CHECK_FALSE(is_said(resumed));
    house.disconnect();
    wire::DeskCommand pause;
    pause.id = "one";
    pause.game = "open-r1-b1";
    pause.by = "Anna Berg";
    pause.act = wire::PauseClock{};
    CHECK(is_said(house.answers.at(house.rule(pause))));
}

TEST_CASE("ids of the desk that begin as arbiterd's own are refused") {
    House house;
    play(house, 1);
    wire::DeskCommand command;
    command.id = "hall:stop:1";
    command.game = "open-r1-b1";
    command.by = "Anna Berg";
    command.act = wire::PauseClock{};
    CHECK(house.answers.at(house.rule(command)).refusal.code == "bad_id");
    CHECK(confirmed(house, "stop", stop_all()).kind == Kind::done);
    CHECK(in_clock_log(house, "paused") == 1);
}
