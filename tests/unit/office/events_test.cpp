// The events' office as a service: durable before it is shown, sent again after a broken link, and
// done once.
#include "arbiterd/service/limits.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;
using arbiterd::ActAnswer;
using Kind = ActAnswer::Kind;

namespace {

std::size_t began(House& house) {
    const auto& games = house.service().games().by_id;
    return static_cast<std::size_t>(
        std::ranges::count_if(games, [](const auto& g) { return g.second.live.began; }));
}

std::size_t starts_in_clock_log(const House& house) {
    return static_cast<std::size_t>(
        std::ranges::count(house.clock_log().rows, "game_started", &store::Row::type));
}

}  // namespace

TEST_CASE("a game that another program opens in an office's event is put to the arbiter") {
    House house;
    house.connect();
    enter_round(house, 2);
    house.act("start", start());
    house.run();
    const auto opened = [&](const std::string& id, const std::string& event) {
        const std::string place = R"(","board":9,"game":")" + id + "\"";
        house.arbiter(R"({"type":"open_game","id":")" + id + place + R"(,"event":")" + event +
                      R"(","round":"1","white":"A","black":"B","time_control":"300"})");
        house.run();
        house.arbiter(R"({"type":"end_game","id":"end-)" + id + place +
                      R"(,"score":"0-1","reason":"arbiter-decision","article":"12.9"})");
        house.run();
        REQUIRE(house.service().games().by_id.contains(id));
        return house.service().games().by_id.at(id).live;
    };
    const game::Live foreign = opened("stranger", "open");
    REQUIRE(foreign.questions.size() == 1);  // it waits until it is noted, whatever the result
    CHECK(foreign.questions.front().about == wire::Subject::foreign_game);
    CHECK(foreign.questions.front().options.front().name == "noted");
    CHECK(opened("other", "elsewhere").questions.empty());
    for (const auto& [id, game] : house.service().games().by_id)
        if (game.terms.event == "open" && id != "stranger") CHECK(game.live.questions.empty());
    wire::DeskCommand note;
    note.id = "noted";
    note.game = "stranger";
    note.by = "A. Arbiter";
    wire::AnswerQuestion answer;
    answer.question = foreign.questions.front().number;
    answer.option = "noted";
    note.act = answer;
    house.rule(note);
    house.run();
    CHECK(house.service().games().by_id.at("stranger").live.questions.empty());
}

TEST_CASE("the record is signed with the acts that close a round, and with no others") {
    House house;
    house.connect();
    enter_round(house, 1);
    house.act("start", start(true));
    wire::EnterResult result;
    result.round = 1;
    result.board = Board{1};
    result.entered = wire::EnteredResult{drawn(), wire::ResultKind::played, "A", ""};
    house.act("result", result);
    house.run();
    CHECK(house.record().signed_with.empty());
    wire::FinishRound finish;
    finish.round = 1;
    const std::uint64_t finished = house.act("finish", finish);
    wire::ConfirmRound confirm;
    confirm.round = 1;
    const std::uint64_t confirmed = house.act("confirm", confirm);
    house.run();
    CHECK(house.record().signed_with ==
          std::vector{house.answers.at(finished).pos, house.answers.at(confirmed).pos});
}

TEST_CASE("an act is answered when it is durable, with position and revision") {
    House house;
    const std::uint64_t ticket = house.act("a1", create());
    CHECK(house.answers.empty());
    house.commit_office();
    REQUIRE(house.answers.contains(ticket));
    CHECK(house.answers.at(ticket).kind == Kind::done);
    CHECK(house.answers.at(ticket).pos == house.record().last());
    CHECK(house.answers.at(ticket).revision == house.open().changed);
    const store::Row& row = house.record().rows.back();
    CHECK(row.type == "event_acted");
    CHECK(row.stream == "event/open");
}

TEST_CASE("an act that is sent again is done once, also after a restart") {
    House house;
    const std::uint64_t first = house.act("a1", create());
    const std::uint64_t again = house.act("a1", create());
    CHECK(house.answers.empty());  // neither is durable yet
    house.run();
    CHECK(house.answers.at(again).kind == Kind::repeated);
    CHECK(house.answers.at(again).pos == house.answers.at(first).pos);
    const std::uint64_t other = house.act("a1", create("300+3"));
    CHECK(house.answers.at(other).kind == Kind::refused);
    CHECK(house.answers.at(other).refusal.code == "id_used");
    house.restart_office();
    const std::uint64_t later = house.act("a1", create());
    CHECK(house.answers.at(later).kind == Kind::repeated);
    CHECK(house.answers.at(later).pos == house.answers.at(first).pos);
    CHECK(house.answers.at(house.act("a1", create("300+3"))).refusal.code == "id_used");
    CHECK(house.record().last() == house.answers.at(first).pos);
}

TEST_CASE("a number that arbiterd chose does not make a repeated act another one") {
    House house;
    house.act("a1", create());
    wire::EnterPlayers players;
    players.players.emplace_back().name = "A";
    const std::uint64_t first = house.act("a2", players);
    house.run();
    CHECK(house.answers.at(first).kind == Kind::done);
    house.restart_office();
    CHECK(house.answers.at(house.act("a2", players)).kind == Kind::repeated);
    CHECK(house.open().players.size() == 1);
    CHECK(house.open().players.at(1).name == "A");
}

// The API decides rights from the durable state; acts under way may have changed the effect.
TEST_CASE("the rights for an act are those of when it is carried out") {
    House house;
    house.connect();
    enter_round(house, 2);
    const auto not_started = [](const tournament::Tournament* event) {
        return event && event->rounds.at(1).state < tournament::RoundState::started;
    };
    wire::ChangePairing swapped;
    swapped.round = 1;
    swapped.pairings = house.open().rounds.at(1).pairings;
    std::swap(swapped.pairings[0].white, swapped.pairings[1].white);
    SECTION("the round starts before") {
        house.act("start", start());  // not durable yet
        house.permit = not_started;
        const std::uint64_t late = house.act("swap", swapped);
        CHECK(house.answers.at(late).refusal.code == "changed_meanwhile");
        house.run();
        CHECK(house.open().rounds.at(1).pairings[0].white == 1);
    }
    SECTION("it does not") {
        house.permit = not_started;
        const std::uint64_t done = house.act("swap", swapped);
        house.run();
        CHECK(house.answers.at(done).kind == Kind::done);
    }
}

TEST_CASE("a full disk makes the office busy, and ids have a length") {
    House house;
    CHECK(house.answers.at(house.act("", create())).refusal.code == "bad_id");
    CHECK(house.answers.at(house.act(std::string(49, 'x'), create())).refusal.code == "bad_id");
    house.fill_office(true);
    CHECK(house.answers.at(house.act("a1", create())).kind == Kind::busy);
    house.fill_office(false);
    const std::uint64_t then = house.act("a1", create());
    house.run();
    CHECK(house.answers.at(then).kind == Kind::done);
}

TEST_CASE("an act whose texts are not printable UTF-8 is refused from every sender") {
    House house;
    const auto refused_at = [&](const std::string& id, const wire::EventAct& act) {
        const ActAnswer answer = house.answers.at(house.act(id, act));
        CHECK(answer.kind == Kind::refused);
        CHECK(answer.refusal.code == "bad_text");
        return answer.refusal.pointer;
    };
    wire::CreateEvent bad = create();
    bad.info.name = "Open \xff";
    CHECK(refused_at("one", bad) == "/act/info/name");
    bad.info.name = "Open \xc2\x9b" "31m";
    CHECK(refused_at("two", bad) == "/act/info/name");
    CHECK(refused_at("thr\x80" "ee", create()) == "/id");
    CHECK(house.record().rows.empty());
    house.act("create", create());
    house.run();
    CHECK_FALSE(house.record().rows.empty());
}

TEST_CASE("a round starts at clockd, all of it and once") {
    House house(GENERATE(false, true));
    house.connect();
    enter_round(house, 3);
    house.act("start", start());
    CHECK(house.to_clockd.empty());  // nothing is sent before it is durable
    house.run();
    CHECK(house.to_clockd.size() == 6);
    CHECK(began(house) == 3);
    CHECK(house.service().tournaments().outbox.empty());
    const auto& game = house.service().games().by_id.at("open-r1-b2");
    CHECK(game.terms.white == "P3");
    CHECK(game.terms.event == "open");
    house.disconnect();
    house.connect();
    CHECK(house.to_clockd.size() == 6);  // settled, so nothing is sent again
}

TEST_CASE("commands that were lost are sent again after the link is back, and done once") {
    House house;
    house.connect();
    enter_round(house, 3);
    house.act("start", start());
    house.lose_lines = true;
    house.run();
    CHECK(began(house) == 0);
    CHECK(house.service().tournaments().outbox.size() == 6);
    house.lose_lines = false;
    SECTION("the link breaks") {
        house.disconnect();
        house.connect();
    }
    SECTION("arbiterd ends and starts") {
        house.restart_office();
        house.connect();
    }
    CHECK(house.to_clockd.size() == 12);
    CHECK(began(house) == 3);
    CHECK(house.service().tournaments().outbox.empty());
    CHECK(starts_in_clock_log(house) == 3);
}

TEST_CASE("commands whose answer was lost are not carried out twice") {
    House house;
    house.connect();
    enter_round(house, 2);
    house.act("start", start());
    house.commit_office();       // they are under way
    house.restart_office();      // and arbiterd ends before it learns of them
    house.connect();
    CHECK(began(house) == 2);
    CHECK(starts_in_clock_log(house) == 2);
    CHECK(house.service().tournaments().outbox.empty());
}

TEST_CASE("an act that was not durable has not happened") {
    House house;
    house.connect();
    enter_round(house, 2);
    house.act("start", start());
    house.restart_office();
    house.connect();
    CHECK(house.open().rounds.at(1).state == tournament::RoundState::published);
    CHECK(house.to_clockd.empty());
}

TEST_CASE("no clock is started that would start later, whenever the link comes back") {
    House house;
    house.connect();
    enter_round(house, 1);
    house.disconnect();
    const std::uint64_t refused = house.act("start", start());
    CHECK(house.answers.at(refused).refusal.code == "no_clocks");
    CHECK(house.open().rounds.at(1).state == tournament::RoundState::published);
    const std::uint64_t by_hand = house.act("by hand", start(true));
    house.run();
    CHECK(house.answers.at(by_hand).kind == Kind::done);
}

TEST_CASE("a game that was prepared, changed by an arbiter and then started is not lost") {
    House house;
    house.connect();
    enter_round(house, 1);
    wire::PrepareRound prepare;
    prepare.round = 1;
    house.act("prepare", prepare);
    house.run();
    // Without the office: the board is in another epoch when the start arrives.
    house.arbiter(R"({"type":"adjust","id":"x","board":1,"game":"open-r1-b1","white_us":1000000,)"
                  R"("black_us":0,"reason":"seen"})");
    house.act("start", start());
    house.run();
    CHECK(house.refused.empty());
    CHECK(began(house) == 1);
    CHECK(house.service().tournaments().outbox.empty());
}

TEST_CASE("clockd's refusal is kept, and the board may be set up again") {
    House house;
    house.connect();
    enter_round(house, 1);
    // An arbiter has opened a game there by hand, and the office does not know it yet.
    wire::PrepareRound prepare;
    prepare.round = 1;
    house.act("prepare", prepare);
    house.arbiter(R"({"type":"open_game","id":"x","board":1,"game":"mine","event":"e",)"
                  R"("round":"1","white":"A","black":"B","time_control":"300"})");
    house.run();
    CHECK(house.open().rounds.at(1).pairings[0].game.empty());
    CHECK(house.service().tournaments().outbox.empty());
    const auto settled = std::ranges::find(house.record().rows, "hall_command_settled",
                                           &store::Row::type);
    REQUIRE(settled != house.record().rows.end());
    CHECK(settled->body.find("board_busy") != std::string::npos);
    const std::uint64_t again = house.act("again", prepare);
    CHECK(house.answers.at(again).refusal.code == "board_busy");
    house.arbiter(R"({"type":"end_game","id":"y","board":1,"game":"mine","score":"1-0",)"
                  R"("reason":"arbiter-decision","article":"12.9"})");
    house.run();
    house.act("third", prepare);
    house.run();
    CHECK(house.open().rounds.at(1).pairings[0].game == "open-r1-b1");
    CHECK(house.service().games().by_id.contains("open-r1-b1"));
}

TEST_CASE("a hall of a thousand boards starts without overrunning the link") {
    House house;
    house.connect();
    enter_round(house, 1'000);
    house.act("start", start());
    house.run();
    CHECK(began(house) == 1'000);
    CHECK(house.service().tournaments().outbox.empty());
    CHECK(house.most_under_way <= limits::commands_under_way);
}

TEST_CASE("a game that is taken back ends at clockd and is not in the results") {
    House house;
    house.connect();
    enter_round(house, 1);
    wire::PrepareRound prepare;
    prepare.round = 1;
    house.act("prepare", prepare);
    house.run();
    wire::WithdrawPublication withdraw;
    withdraw.round = 1;
    house.act("withdraw", withdraw);
    house.run();
    const auto& game = house.service().games().by_id.at("open-r1-b1");
    REQUIRE(game.live.result);
    CHECK(game.live.result->ending == Ending::cancelled);
    CHECK(house.service().tournaments().outbox.empty());
}
