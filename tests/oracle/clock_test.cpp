// The oracle's own clock in exact figures, and clockd's log damaged in one way at a time: each must
// be detected.
#include "tests/oracle/kit.hpp"
#include "tests/oracle/timekeeper.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

Timekeeper keeper(const char* control, PeriodTrigger trigger = PeriodTrigger::moves) {
    return Timekeeper(*parse_time_control(control), trigger, white);
}

// A game with an illegal move, a pause and two periods, until the flag falls.
Pair lively() {
    Pair pair;
    pair.open("2/60+2:30+5");
    pair.play("e4 e5");
    pair.press(white, "Ke3");
    pair.press(white, "Nf3");
    pair.pause();
    pair.now = pair.now + seconds(100);
    pair.resume();
    pair.play("Nc6 Bb5");
    pair.offer(white);
    pair.wait(seconds(400));
    return pair;
}

template <class Event>
Event& nth(Pair& pair, int n) {
    for (ClockRow& row : pair.clock)
        if (auto* event = std::get_if<Event>(&row.event); event && n-- == 0) return *event;
    throw std::runtime_error("the log has no such event");
}

ClockRow& row_of(Pair& pair, const void* event) {
    for (ClockRow& row : pair.clock)
        if (std::visit([&](auto& e) { return static_cast<void*>(&e); }, row.event) == event)
            return row;
    throw std::runtime_error("the log has no such event");
}

}  // namespace

TEST_CASE("the oracle's clock: what a press adds and how long a clock runs") {
    struct Case {
        const char* control;
        std::int64_t used_s;
        std::int64_t gained_s;
        std::int64_t after_s;
        std::int64_t deadline_s;  // of the first turn
    };
    const Case each = GENERATE(
        Case{"60", 7, 0, 53, 60}, Case{"60+2", 7, 2, 57, 62}, Case{"60b5", 3, 3, 65, 65},
        Case{"60b5", 7, 5, 63, 65}, Case{"60d5", 3, 3, 60, 65}, Case{"60d5", 7, 5, 58, 65},
        Case{"1/60b5:1/60d5:60", 2, 57, 120, 65}, Case{"1/60d5:60+2", 3, 65, 122, 65},
        Case{"1/60+10:60", 4, 60, 126, 70}, Case{"1/0b30:10", 1, 0, 29, 30});
    INFO(each.control << " after " << each.used_s << " s");
    Timekeeper clock = keeper(each.control);
    clock.start({});
    CHECK(clock.deadline() == Instant{} + seconds(each.deadline_s));
    const Instant at = Instant{} + seconds(each.used_s);
    const PressFigures figures = clock.press(at);
    CHECK(figures.gained == seconds(each.gained_s));
    CHECK(figures.margin == seconds(each.deadline_s - each.used_s));
    CHECK(clock.readings(at)[white] == seconds(each.after_s));
}

TEST_CASE("the oracle's clock: periods that end by zero") {
    Timekeeper clock = keeper("1/60+1:30+5", PeriodTrigger::zero);
    clock.start({});
    CHECK_FALSE(Timekeeper(clock).next_period_begins());
    clock.press(Instant{} + seconds(10));
    clock.press(Instant{} + seconds(20));
    const Instant zero = *clock.deadline();
    CHECK(zero == Instant{} + seconds(20 + 52));
    CHECK(clock.next_period_begins());
    CHECK(clock.readings(zero) == Both<Duration>{{seconds(30), seconds(52 + 30 + 4)}});
    CHECK(clock.press(zero).gained == seconds(5));
}

TEST_CASE("clockd's log spoilt in one way at a time") {
    Pair pair = lively();
    REQUIRE(said(pair.judged()) == "");
    std::string wanted;
    SECTION("a reading off by a microsecond") {
        nth<wire::Made>(pair, 1).readings[black].us += 1;
        wanted = "readings are";
    }
    SECTION("time went on while the clock was paused") {
        nth<wire::Resumed>(pair, 0).readings[black] -= seconds(100);
        wanted = "readings are";
    }
    SECTION("no increment") {
        auto& press = nth<wire::Pressed>(pair, 0);
        press.gained = {};
        press.readings[white] -= seconds(2);
        wanted = "gained is 0 us, must be 2000000 us";
    }
    SECTION("the second period's time twice") {
        auto& press = nth<wire::Pressed>(pair, 3);
        press.gained += seconds(30);
        press.readings[white] += seconds(30);
        wanted = "gained is";
    }
    SECTION("the wrong elapsed time") {
        nth<wire::Pressed>(pair, 1).elapsed.us -= 1;
        wanted = "elapsed is";
    }
    SECTION("the wrong margin") {
        nth<wire::Pressed>(pair, 1).margin.us += 1;
        wanted = "margin is";
    }
    SECTION("the wrong period") {
        nth<wire::Pressed>(pair, 3).period = 1;
        wanted = "period is 1, must be 2";
    }
    SECTION("the epoch did not advance") {
        nth<wire::Paused>(pair, 0).epoch.count -= 1;
        wanted = "epoch is 1, must be 2";
    }
    SECTION("the epoch advanced by a press") {
        nth<wire::Pressed>(pair, 0).epoch.count += 1;
        wanted = "epoch is 1, must be 0";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("what arbiters do to the clock, spoilt in one way at a time") {
    Pair pair;
    pair.open("60+2");
    pair.play("e4 e5");
    wire::Adjust adjust;
    adjust.deltas = {{seconds(120), -seconds(5)}};
    adjust.reason = "a test";
    pair.give(adjust);
    wire::SetControl control;
    control.control = {"30+5", {}, "6.10.2", "a test"};
    control.readings = {{seconds(20), seconds(10)}};
    pair.give(control);
    pair.play("Nf3 Nc6");
    pair.resign(white);
    wire::ReopenGame reopen;
    reopen.reason = "a test";
    pair.give(reopen);
    pair.resume();
    pair.play("Bb5");
    pair.wait(seconds(100));
    REQUIRE(said(pair.judged()) == "");
    std::string wanted;
    SECTION("adding time changes the turn") {
        nth<wire::ReadingSet>(pair, 0).correction.turn = black;
        wanted = "turn is black, must be white";
    }
    SECTION("adding time stops the clock") {
        nth<wire::ReadingSet>(pair, 0).correction.run = false;
        wanted = "run is";
    }
    SECTION("the old increment after another control was set") {
        auto& press = nth<wire::Pressed>(pair, 2);
        press.gained -= seconds(3);
        wanted = "gained is";
    }
    SECTION("time was lost while the game was over") {
        nth<wire::GameReopened>(pair, 0).readings[black].us -= 1;
        wanted = "readings are";
    }
    SECTION("a game is reopened that was not over") {
        std::erase_if(pair.clock, [](const ClockRow& row) {
            return std::holds_alternative<wire::GameEnded>(row.event);
        });
        wanted = "reopened, but the game is not over";
    }
    SECTION("the record keeps the result that was withdrawn") {
        std::erase_if(pair.record, [](const GameRow& row) {
            return std::holds_alternative<wire::ResultWithdrawn>(row.event);
        });
        wanted = "no result_withdrawn";
    }
    SECTION("the record leaves out the time added") {
        std::erase_if(pair.record, [](const GameRow& row) {
            const auto* kept = std::get_if<wire::ClockIntervention>(&row.event);
            return kept && kept->kind == wire::Intervening::adjusted;
        });
        wanted = "no clock_intervention";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("clockd's log spoilt in one way at a time: rows, commands, flags") {
    Pair pair = lively();
    std::string wanted;
    SECTION("a row is missing") {
        pair.clock.erase(pair.clock.begin() + 6);
        wanted = "position 8 comes after 6";
    }
    SECTION("a command acts twice") {
        const void* first = &nth<wire::Pressed>(pair, 0);
        row_of(pair, &nth<wire::Made>(pair, 1)).cmd_id = row_of(pair, first).cmd_id;
        wanted = "acts twice";
    }
    SECTION("an event without its command") {
        row_of(pair, &nth<wire::Pressed>(pair, 0)).cmd_id.clear();
        wanted = "an event without its command";
    }
    SECTION("the flag fell a microsecond late") {
        row_of(pair, &nth<wire::FlagFell>(pair, 0)).at.us += 1;
        wanted = "the time ran out at";
    }
    SECTION("a flag-fall is missing, and a press is taken after the deadline") {
        nth<wire::GameEnded>(pair, 0);
        ClockRow& row = row_of(pair, &nth<wire::FlagFell>(pair, 0));
        wire::Pressed press;
        static_cast<wire::BoardEvent&>(press) = nth<wire::FlagFell>(pair, 0);
        press.side = black;
        press.ply = {6};
        row.at.us += 1;
        row.cmd_id = "late";
        row.event = press;
        wanted = "no flag_fell says so";
    }
    SECTION("a press of the side whose clock stands") {
        nth<wire::Pressed>(pair, 1).side = white;
        wanted = "the presser is white, must be black";
    }
    SECTION("a line of mate that does not mate") {
        nth<wire::FlagFell>(pair, 0).line = "e8e7";
        wanted = "the line does not mate";
    }
    SECTION("no verdict though the position is known") {
        nth<wire::FlagFell>(pair, 0).opponent_can_mate = "unknown";
        nth<wire::FlagFell>(pair, 0).line.clear();
        wanted = "unknown, but the position is known";
    }
    SECTION("the game is ended twice") {
        ClockRow again = pair.clock.back();
        again.pos.value += 1;
        again.cmd_id = "again";
        std::get<wire::GameEnded>(again.event).epoch.count += 1;
        pair.clock.push_back(again);
        wanted = "the game is ended twice";
    }
    SECTION("an instant goes back") {
        row_of(pair, &nth<wire::Made>(pair, 1)).at.us -= 1'500'000;
        wanted = "before the board's last event";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("mates and power cuts in clockd's log, spoilt") {
    Pair pair;
    std::string wanted;
    SECTION("a mate that did not stop the clock") {
        pair.open();
        pair.play("f3 e5 g4 Qh4");
        last<wire::Made>(pair.clock).ending = Ending::none;
        wanted = "ending is none, must be checkmate";
    }
    SECTION("a clock that runs over a power cut") {
        pair.open();
        pair.press(white, "e4");
        pair.clock.push_back({{Pos{static_cast<std::int64_t>(pair.clock.size()) + 1}},
                              {7}, "boot-2", 0, "", wire::Booted{"boot-2", "test"}});
        wanted = "runs over a power cut";
    }
    SECTION("time lost in a power cut") {
        pair.open("600");
        pair.press(white, "e4");
        pair.wait(seconds(5));
        pair.boot("boot-2");
        last<wire::Paused>(pair.clock).readings[black] -= seconds(3);
        wanted = "readings are";
    }
    CHECK_THAT(said(pair.judged(false)), Contains(wanted));
}
