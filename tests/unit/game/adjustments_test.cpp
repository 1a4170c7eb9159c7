// Time added at the clock, another control, a result withdrawn: what the record stores of these.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::GameReopened reopened(Hall& hall) {
    hall.over = false;
    auto event = now_at<wire::GameReopened>(hall);
    event.reason = "too early";
    return event;
}

}  // namespace

TEST_CASE("a clock that is seen to run needs no order to run", "[game][regress]") {
    Hall hall;
    hall.play("e4 e5");
    wire::Resume order;
    order.id = "arb:log:9:1";
    order.at = hall.now;
    wire::CommandIssued issued;
    issued.game = order.game = "g1";
    issued.board = order.board = hall.base().board;
    issued.command = order;
    game::apply(hall.games, wire::GameEvent{issued});
    REQUIRE_FALSE(hall.live().running);  // as far as the record knows
    hall.feed(added(hall, minutes(1)));
    CHECK(hall.live().running);
}

TEST_CASE("time added is kept, and neither moves nor questions end with it", "[game]") {
    Hall hall;
    hall.play("e4");
    hall.made(Side::black, "e5");
    const Both<Duration> before = hall.readings;
    const Events events = hall.feed(added(hall, minutes(2)));
    REQUIRE(events.size() == 1);
    const auto kept = the<wire::ClockIntervention>(events);
    CHECK(kept.kind == wire::Intervening::adjusted);
    CHECK(kept.article == "12.9.2");
    CHECK(kept.after[Side::white] == before[Side::white] + minutes(2));
    CHECK(kept.run);
    CHECK(hall.live().readings == hall.readings);
    CHECK(the<wire::MoveRecorded>(hall.press(Side::black)).san == "e5");

    const wire::Correction elsewhere{.readings = hall.readings, .turn = Side::black, .ply = {9},
                                     .run = true, .fen = "", .article = "7.1", .reason = "x",
                                     .answers = {}};
    hall.set(elsewhere);  // the record has no such ply: a question holds the game
    REQUIRE(hall.live().hold == game::Hold::question);
    hall.feed(added(hall, minutes(1)));
    CHECK(hall.live().hold == game::Hold::question);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("another time control is kept", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    auto event = now_at<wire::ControlSet>(hall);
    event.control = {.time_control = "5400+5", .period_trigger = {}, .article = "III.4",
                     .reason = "increment asked for"};
    event.run = true;
    const auto kept = the<wire::ClockIntervention>(hall.feed(event));
    CHECK(kept.kind == wire::Intervening::control_set);
    CHECK(kept.article == "III.4");
    CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).san == "Nf3");
}

TEST_CASE("a game whose result is withdrawn has none and goes on", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::white);
    REQUIRE(hall.live().result);
    const auto withdrawn = the<wire::ResultWithdrawn>(hall.feed(reopened(hall)));
    CHECK(withdrawn.by == "arbiter");
    CHECK(withdrawn.reason == "too early");
    CHECK_FALSE(hall.live().result);
    CHECK_FALSE(hall.live().running);
    CHECK(hall.live().hold == game::Hold::none);
    hall.resume();
    CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).san == "Nf3");
    CHECK(result(hall.resign(Side::black)) == "1-0 resignation 5.1.2");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a question about a refused command names the ruling that sent it", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::Note{"before"});
    hall.refuse_next = "stale_epoch";
    hall.rule(wire::AdjustClock{minutes(1), {}});
    const auto asked = about(hall, wire::Subject::refused);
    REQUIRE(asked.size() == 1);
    CHECK(asked.front().basis.ruling == 2);
    hall.rule(wire::Note{"between"});
    hall.rule(answer(asked.front().number, "again"));
    REQUIRE(hall.refused == "");
    CHECK(game::stands(hall.live(), 2));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an answer that would stand again has been overtaken by another", "[game][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.refuse_next = "stale_epoch";
    hall.rule(wire::AdjustClock{minutes(1), {}});  // 1, taken back by 2
    hall.rule(answer(hall, "again"));              // 3
    hall.rule(undo(1));                            // 4: the question waits again
    REQUIRE(about(hall, wire::Subject::refused).size() == 1);
    hall.rule(answer(hall, "noted"));  // 5
    REQUIRE(hall.refused == "");
    hall.rule(undo(2));
    CHECK(hall.refused == "later_answer");
    hall.rule(undo(5));
    hall.rule(undo(2));
    CHECK(hall.refused == "");
    CHECK(game::stands(hall.live(), 1));
    CHECK(about(hall, wire::Subject::refused).empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game opened at the clock first stays open when the desk comes too late", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    const auto resigned = the<wire::RulingGiven>(hall.resign(Side::white));
    hall.prompt = false;
    hall.rule(undo(resigned.number));  // its reopening is under way
    REQUIRE_FALSE(hall.live().result);
    hall.feed(reopened(hall));
    CHECK_FALSE(hall.live().withdrawn);
    SECTION("nothing else happened") {
        hall.deliver();
        CHECK(hall.refusals == 1);
        CHECK_FALSE(hall.live().result);
        hall.resume();
        CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).san == "Nf3");
    }
    SECTION("a person withdrew another result meanwhile") {
        hall.resign(Side::black);
        REQUIRE(hall.live().result);
        hall.feed(reopened(hall));
        CHECK_FALSE(hall.live().withdrawn);
        hall.deliver();
        CHECK_FALSE(hall.live().result);
    }
    SECTION("it ended another way meanwhile") {
        hall.resign(Side::black);
        hall.deliver();
        REQUIRE(hall.live().result);
        CHECK(hall.live().result->ending == Ending::resignation);
        CHECK(hall.live().result->score == win_of(Side::white));
        for (const game::Question& question : hall.live().questions)
            CHECK(question.about != wire::Subject::refused);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("time added to a clock that runs says that it does, whatever the record had",
          "[game][regress]") {
    const bool control = GENERATE(false, true);
    Hall hall("", "", {{"flag_call", "players"}}, "5400+30", wire::Reporting::presses);
    hall.press(hall.turn);
    SECTION("a flag was called that had been asked about before the clock was set") {
        hall.feed(wire::FlagFell{hall.flag_reached(hall.turn, true), "", "", ""});
        hall.rule(clock_of(minutes(5), minutes(5)));
        const std::uint32_t set = hall.live().rulings;
        hall.rule(wire::ResumeClock{});
        hall.rule(undo(set));
        const auto asked = about(hall, wire::Subject::flag_fall);
        REQUIRE(asked.size() == 1);
        hall.rule(answer(asked.front().number, "call"));
        REQUIRE(hall.refused == "");
        REQUIRE(hall.live().locked);
    }
    SECTION("a result was taken back that never came to the clock") {
        hall.lose_next = true;
        hall.rule(give(drawn(), "agreement"));
        hall.prompt = false;
        hall.rule(undo_last(hall));
        REQUIRE(hall.refused == "");
        REQUIRE(hall.live().named_pause);
    }
    hall.prompt = false;
    hall.running = true;
    REQUIRE_FALSE(hall.live().running);
    if (control) {
        auto event = now_at<wire::ControlSet>(hall);
        event.control.time_control = "3600";
        event.run = true;
        hall.feed(event);
    } else {
        hall.feed(added(hall, minutes(1)));
    }
    CHECK(hall.live().running);
    CHECK_FALSE(hall.live().named_pause);
    CHECK_FALSE(hall.live().locked);
    CHECK(hall.replayed() == hall.games);
}
