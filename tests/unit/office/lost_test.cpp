// Commands of the office without an effect: a person is asked, and can answer.
#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/service/limits.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;
using Kind = arbiterd::ActAnswer::Kind;

namespace {

constexpr int patience = static_cast<int>(limits::unanswered_ms / 1'000);

const game::Live& live(House& house) { return house.service().games().by_id.at("g1").live; }

// A game of an arbiter, under way.
void play(House& house) {
    house.connect();
    house.arbiter(R"({"type":"open_game","id":"o","board":1,"game":"g1","event":"e","round":"1",)"
                  R"("white":"A","black":"B","time_control":"600"})");
    house.arbiter(R"({"type":"start_game","id":"s","board":1,"game":"g1"})");
    house.run();
    REQUIRE(live(house).began);
}

wire::DeskCommand desk(const std::string& id, wire::DeskAct act) {
    wire::DeskCommand command;
    command.id = id;
    command.game = "g1";
    command.by = "Anna Berg";
    command.act = std::move(act);
    return command;
}

wire::DeskCommand pause(const std::string& id) { return desk(id, wire::PauseClock{}); }

std::string answer(House& house, const wire::DeskCommand& command) {
    const auto& given = house.answers.at(house.rule(command));
    if (given.kind == Kind::refused) return given.refusal.code;
    return given.kind == Kind::done ? "done" : given.kind == Kind::repeated ? "repeated" : "other";
}

std::string answered_with(House& house, const std::string& option) {
    wire::AnswerQuestion act;
    act.question = live(house).questions.at(0).number;
    act.option = option;
    return answer(house, desk("answer-" + option, act));
}

bool paused(const House& house) {
    return std::ranges::count(house.clock_log().rows, "paused", &store::Row::type) > 0;
}

std::string why(House& house) {
    std::string why;
    for (const store::Row& row : house.record().rows) {
        const auto event = wire::decode_game_event(row.type, row.body);
        const auto* put = event ? std::get_if<wire::QuestionPut>(&*event) : nullptr;
        if (!put) continue;
        for (const wire::Pair& pair : put->evidence)
            if (pair.name == "why") why = pair.value;
    }
    return why;
}

}  // namespace

TEST_CASE("a command that clockd swallows becomes a question, and can be sent again") {
    House house;
    play(house);
    // As if somebody had used the id: clockd reports it as done, but the log does not have it.
    house.instead_of = "arb:log:desk:p1:1";
    house.clockd_says =
        R"({"type":"ack","id":"arb:log:desk:p1:1","pos":2,"repeated":true,"board":1,"game":"g1",)"
        R"("phase":"running","epoch":0,"ply":0,"turn":"white","white_us":1,"black_us":1,)"
        R"("at_us":1})";
    REQUIRE(answer(house, pause("p1")) == "done");
    REQUIRE(live(house).questions.size() == 1);
    CHECK(live(house).questions.at(0).about == wire::Subject::clock_command);
    CHECK(why(house) == "no_effect");
    CHECK(live(house).outbox.empty());
    CHECK_FALSE(paused(house));
    if (GENERATE(false, true)) house.restart_office(), house.connect();
    REQUIRE(live(house).questions.size() == 1);
    SECTION("again") {
        CHECK(answered_with(house, "again") == "done");
        CHECK(paused(house));
        CHECK_FALSE(live(house).running);
    }
    SECTION("let be") {
        CHECK(answered_with(house, "let_be") == "done");
        CHECK_FALSE(paused(house));
    }
    CHECK(live(house).questions.empty());
    CHECK(live(house).outbox.empty());
}

TEST_CASE("a command that clockd will never take becomes a question") {
    House house;
    play(house);
    house.instead_of = "arb:log:desk:p1:1";
    house.clockd_says = R"({"type":"refused","id":"arb:log:desk:p1:1","code":"id_used",)"
                        R"("text":"x","board":1,"epoch":0})";
    REQUIRE(answer(house, pause("p1")) == "done");
    REQUIRE(live(house).questions.size() == 1);
    CHECK(why(house) == "refused");
    CHECK(answered_with(house, "again") == "done");
    CHECK(paused(house));
}

TEST_CASE("a command without an answer is no question while the link is down") {
    House house;
    play(house);
    house.lose_lines = true;
    REQUIRE(answer(house, pause("p1")) == "done");
    house.pass(patience - 1);
    CHECK(live(house).questions.empty());
    house.disconnect();
    house.pass(10 * patience);  // without a link nobody waits for an answer
    CHECK(live(house).questions.empty());
    SECTION("the next link brings it") {
        house.lose_lines = false;
        house.connect();
        CHECK(paused(house));
        CHECK(live(house).questions.empty());
    }
    SECTION("each link is a new chance to answer") {
        for (int links = 0; links < 5; ++links) {
            house.disconnect();
            house.connect();
            house.service().on_line(R"({"type":"subscribed","id":"follow","log":"log","from":1})");
            house.pass(patience - 1);
        }
        CHECK(live(house).questions.empty());
        house.pass(2);
        REQUIRE(live(house).questions.size() == 1);
        CHECK(why(house) == "no_answer");
    }
}

TEST_CASE("a command without an answer becomes a question, once, while the link stands") {
    House house;
    play(house);
    house.lose_lines = true;
    REQUIRE(answer(house, pause("p")) == "done");
    SECTION("it comes after the question, which waits no longer then") {
        house.pass(3 * patience);
        REQUIRE(live(house).questions.size() == 1);
        CHECK(why(house) == "no_answer");
        CHECK(live(house).outbox.size() == 1);
        house.lose_lines = false;
        house.disconnect();
        house.connect();
        CHECK(live(house).questions.empty());
        CHECK(live(house).outbox.empty());
        CHECK_FALSE(live(house).running);
    }
    SECTION("a person has it sent again, and it acts once") {
        house.pass(patience + 1);
        REQUIRE(live(house).questions.size() == 1);
        house.lose_lines = false;
        CHECK(answered_with(house, "again") == "done");
        CHECK(live(house).outbox.empty());
        CHECK(std::ranges::count(house.clock_log().rows, "paused", &store::Row::type) == 1);
    }
}

TEST_CASE("a round's start that comes after the question answers it") {
    House house;
    house.connect();
    house.arbiter(R"({"type":"open_game","id":"o","board":1,"game":"g1","event":"e","round":"1",)"
                  R"("white":"A","black":"B","time_control":"600"})");
    house.run();
    wire::StartGame start;
    start.id = "hall:p:1";
    start.board = {1};
    start.game = "g1";
    const std::vector<wire::GameEvent> asked = game::decide_hall_lost(
        house.service().games(), wire::OfficeCommand{start}, game::Lost::no_answer, {}, {1});
    game::Games games = house.service().games();
    for (const wire::GameEvent& event : asked) game::apply(games, event);
    REQUIRE(games.by_id.at("g1").live.questions.size() == 1);
    wire::GameStarted started;
    started.board = {1};
    started.game = "g1";
    const Pos next{house.clock_log().last().value + 1};
    for (const wire::GameEvent& event : game::decide(games, {next, {2}, 0, start.id, started}))
        game::apply(games, event);
    CHECK(games.by_id.at("g1").live.questions.empty());
}

TEST_CASE("another's event with our command's id is not its effect") {
    House house;
    play(house);
    house.lose_lines = true;
    REQUIRE(answer(house, pause("p1")) == "done");
    const wire::EventFrame frame{
        Pos{house.clock_log().last().value + 1}, {1}, "boot", 0, "arb:log:desk:p1:1", "device/3",
        wire::Touched{{{{1}, "g1", {}, {}}, Side::white}, "e1", false}};
    house.service().on_line(wire::encode(wire::FromClockd{frame}));
    CHECK(live(house).outbox.size() == 1);
}

TEST_CASE("an act of the desk is repeated only when all of it is the same") {
    House house;
    play(house);
    auto note = desk("n1", wire::Note{"a telephone rang"});
    note.article = "12.9";
    note.reason = "seen";
    REQUIRE(answer(house, note) == "done");
    if (GENERATE(false, true)) house.restart_office();
    CHECK(answer(house, note) == "repeated");
    note.confirm = "abc";  // a preview and the act that carries it out are one act
    CHECK(answer(house, note) == "repeated");
    const std::size_t rows = house.record().rows.size();
    for (const auto change : {+[](wire::DeskCommand& c) { c.game = "g2"; },
                              +[](wire::DeskCommand& c) { c.article = "12.2"; },
                              +[](wire::DeskCommand& c) { c.reason = "heard"; },
                              +[](wire::DeskCommand& c) { c.by = "Ben"; },
                              +[](wire::DeskCommand& c) { c.act = wire::Note{"another"}; }}) {
        auto other = note;
        change(other);
        CHECK(answer(house, other) == "id_used");
    }
    CHECK(house.record().rows.size() == rows);
}
