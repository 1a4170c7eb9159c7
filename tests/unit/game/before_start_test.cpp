// Games on which an arbiter rules before anybody has started the clock.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// A game whose clock nobody has started.
struct Unstarted {
    game::Games games;
    std::int64_t pos = 0;
    wire::BoardEvent base{Board{7}, "g1", {}, {{minutes(5), minutes(5)}}};

    explicit Unstarted(const std::string& fen = "") {
        feed(wire::LogOpened{.log = "L1", .time = "virtual", .version = "1"});
        wire::GameOpened opened;
        static_cast<wire::BoardEvent&>(opened) = base;
        opened.terms.time_control = "300";
        opened.terms.fen = fen;
        feed(opened);
    }
    // By value: the command's id may be in the state that changes.
    Events feed(const wire::ClockEvent& event, std::string cmd_id = "") {
        const Events events = game::decide(games, {Pos{++pos}, Instant{pos}, 0, cmd_id, event});
        take(events);
        return events;
    }
    void take(const Events& events) {
        for (const wire::GameEvent& each : events) game::apply(games, each);
    }
    void carry_out(const wire::DeskAct& act, const std::string& article = "") {
        const auto done = rule(act, article);
        if (!done) FAIL(done.error().code);
        take(*done);
    }
    Events set(Side turn, Ply ply, const std::string& fen = "", bool run = false) {
        ++base.epoch.count;
        wire::ReadingSet set;
        static_cast<wire::BoardEvent&>(set) = base;
        set.by = "arbiter";
        set.correction = {.readings = base.readings, .turn = turn, .ply = ply, .run = run,
                          .fen = fen, .article = "7.1", .reason = "", .answers = {}};
        return feed(set);
    }
    std::expected<Events, game::DeskRefusal> rule(const wire::DeskAct& act,
                                                  const std::string& article = "") const {
        wire::DeskCommand command;
        command.id = "act-1";
        command.game = "g1";
        command.by = "Anna Arbiter";
        command.article = article;
        command.act = act;
        return game::decide_desk(games, Instant{pos}, command);
    }
};

}  // namespace

TEST_CASE("before the start no position is set up at the desk", "[before_start]") {
    Unstarted unstarted;
    const auto question = the<wire::QuestionPut>(
        unstarted.set(Side::black, {1}, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    CHECK(question.about == wire::Subject::position_ends);
    REQUIRE(question.options.size() == 2);
    CHECK(question.options[0].name == "draw");
    CHECK(question.options[1].name == "noted");
}

TEST_CASE("before the start nothing is offered that the desk refuses",
          "[before_start][regress]") {
    const bool known = GENERATE(true, false);
    Unstarted unstarted(known ? "" : "nowhere");
    if (known) {
        SECTION("after more moves than the record has") { unstarted.set(Side::black, {1}); }
        SECTION("for the side that does not have the move") { unstarted.set(Side::black, {}); }
        SECTION("in no position at all") { unstarted.set(Side::white, {}, "nonsense"); }
    }
    const game::Live& live = unstarted.games.by_id.at("g1").live;
    REQUIRE(live.questions.size() == 1);
    const game::Question question = live.questions.front();
    CHECK(question.holds);
    CHECK(question.options.size() == 1);
    for (const wire::Pair& option : question.options) {
        INFO(option.name);
        const auto done = unstarted.rule(answer(question.number, option.name));
        REQUIRE(done.has_value());
        CHECK(count<wire::QuestionClosed>(*done) == 1);
        CHECK(count<wire::CommandIssued>(*done) == 0);  // the clock is started, not resumed
    }
    wire::GameStarted started;
    static_cast<wire::BoardEvent&>(started) = unstarted.base;
    unstarted.feed(started);
    CHECK_FALSE(live.named_pause);  // the pause belonged to the clock before its start
    CHECK(live.hold == game::Hold::question);
    const auto done = unstarted.rule(answer(question.number, "resume"));
    REQUIRE(done.has_value());
    // The clock runs: it is paused, so that it can be set to the record.
    CHECK(count<wire::CommandIssued>(*done) == (known ? 1 : 0));
}

TEST_CASE("before the start a setting that clockd refuses offers no times",
          "[before_start][regress]") {
    Unstarted unstarted;
    unstarted.set(Side::black, {1}, "8/8/4k3/8/8/3K4/5B2/8 b - - 0 1");
    const game::Live& live = unstarted.games.by_id.at("g1").live;
    unstarted.carry_out(answer(live.questions.front().number, "draw"));
    wire::GameEnded ended;
    ++unstarted.base.epoch.count;
    static_cast<wire::BoardEvent&>(ended) = unstarted.base;
    ended.by = "arbiterd";
    ended.outcome = live.result.value();
    unstarted.feed(ended, std::get<wire::EndGame>(live.outbox.front().issued.command).id);
    unstarted.carry_out(wire::UndoRuling{1});
    wire::GameReopened reopened;
    ++unstarted.base.epoch.count;
    static_cast<wire::BoardEvent&>(reopened) = unstarted.base;
    reopened.by = "arbiterd";
    unstarted.feed(reopened, std::get<wire::ReopenGame>(live.outbox.front().issued.command).id);
    const auto set = std::ranges::find_if(live.outbox, [](const auto& each) {
        return std::holds_alternative<wire::SetReading>(each.issued.command);
    });
    REQUIRE(set != live.outbox.end());
    const std::string id = std::get<wire::SetReading>(set->issued.command).id;
    unstarted.take(game::decide_refused(unstarted.games, {id, "epoch_ahead", "", {}, {}}));
    const game::Question question = live.questions.back();
    CHECK(question.about == wire::Subject::correction);
    CHECK(question.options.size() == 1);
    for (const wire::Pair& option : question.options)
        CHECK(unstarted.rule(answer(question.number, option.name)).has_value());
}

TEST_CASE("a game that was ended before its start is started by whatever runs its clock",
          "[before_start][regress]") {
    Unstarted unstarted;
    unstarted.carry_out(wire::GiveResult{.score = drawn(), .ending = ""}, "12.9");
    const game::Live& live = unstarted.games.by_id.at("g1").live;
    wire::GameEnded ended;
    ++unstarted.base.epoch.count;
    static_cast<wire::BoardEvent&>(ended) = unstarted.base;
    ended.by = "arbiterd";
    ended.outcome = live.result.value();
    unstarted.feed(ended, std::get<wire::EndGame>(live.outbox.front().issued.command).id);
    wire::GameReopened reopened;
    ++unstarted.base.epoch.count;
    static_cast<wire::BoardEvent&>(reopened) = unstarted.base;
    reopened.by = "arbiter";
    unstarted.feed(reopened);
    CHECK_FALSE(live.began);
    unstarted.set(Side::white, {}, "", true);
    CHECK(live.running);
    CHECK(live.began);
}

TEST_CASE("a start that is sent again for the office begins the game", "[before_start][regress]") {
    Unstarted unstarted;
    wire::StartGame start;
    start.id = "hall:act-0:start:7";
    start.board = Board{7};
    start.game = "g1";
    unstarted.take(game::decide_hall_lost(unstarted.games, start, game::Lost::no_effect, "",
                                          Instant{unstarted.pos}));
    const game::Live& live = unstarted.games.by_id.at("g1").live;
    REQUIRE(live.questions.size() == 1);
    unstarted.carry_out(answer(live.questions.front().number, "again"));
    REQUIRE(live.outbox.size() == 1);
    wire::GameStarted started;
    static_cast<wire::BoardEvent&>(started) = unstarted.base;
    unstarted.feed(started, std::get<wire::StartGame>(live.outbox.front().issued.command).id);
    CHECK(live.began);
    CHECK(live.running);
    CHECK(live.outbox.empty());
}
