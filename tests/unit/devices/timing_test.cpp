// The clock beside a board where it is the game's: clockd follows it.
#include "tests/unit/devices/one_board.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using namespace flagfall::test;

namespace {

constexpr Instant start_at = Instant{} + seconds(10);

// Set up, at the start position, and nobody has started a clock.
struct Followed : OneBoard {
    explicit Followed(std::string control = "86400")
        : OneBoard(Hand::left, wire::Timing::board_clock, std::move(control)) {
        works(seen("line", LinkState::active, start_at), start_at);
        works(stands("line", at_start, start_at), start_at);
    }
    // It is set and waits, and then a player starts it.
    void begins() {
        shows(day, day, start_at, 1, false);
        shows(day, day, start_at + seconds(1), 2);
    }
    // The process of the gateway, and its line.
    void starts_again(Instant at) {
        OneBoard::starts_again(Hand::left, at);
        works(stands("line", at_start, at), at);
    }
    clock::Phase phase() const { return clockd.boards.at({1}).phase; }
    Both<Duration> readings(Instant at) const {
        return clock::view(clockd.boards, {1}, at).readings;
    }
    // The clock is read each second, and says the same from `from` on, counting on if it runs.
    void shows(Duration white, Duration black, Instant from, int readings, bool runs = true) {
        for (int n = 0; n < readings; ++n) {
            const Instant at = from + seconds(n);
            const Duration used = runs ? seconds(n) : Duration{};
            works(clock(white - used, black, Side::white, at, runs), at);
        }
    }
};

// Opens a game at board 1 that goes by the clock beside it.
wire::OpenGame by_board_clock(const std::string& control) {
    wire::OpenGame open;
    open.id = "open";
    open.board = {1};
    open.game = "g1";
    open.terms.time_control = control;
    open.terms.timing = wire::Timing::board_clock;
    return open;
}

}  // namespace

TEST_CASE("the game starts when the clock beside the board does", "[timing]") {
    Followed one;
    one.shows(day, day, start_at, 1, false);
    CHECK(one.phase() == clock::Phase::ready);
    one.shows(day, day, start_at + seconds(2), 1);
    CHECK(one.phase() == clock::Phase::running);
    CHECK(one.events<wire::GameStarted>().size() == 1);
}

TEST_CASE("a clock that still runs for the game before starts no other", "[timing]") {
    Followed one;
    one.shows(seconds(900), seconds(800), start_at, 3);
    CHECK(one.phase() == clock::Phase::ready);
    one.begins();
    CHECK(one.phase() == clock::Phase::running);
}

// The round was started at the desk, and the clock at the board has the time of the game before.
TEST_CASE("a clock that has not run for this game shows no time of it", "[timing]") {
    Followed one;
    one.shows(Duration{}, seconds(40), start_at, 2, false);
    REQUIRE(one.rules(wire::StartGame{}, start_at + seconds(2)).empty());
    one.shows(Duration{}, seconds(40), start_at + seconds(3), 5, false);
    CHECK(one.events<wire::ReadingSet>().empty());
    CHECK(one.phase() == clock::Phase::running);
    one.shows(day - seconds(9), day, start_at + seconds(20), 3);  // it was set, and runs
    CHECK(one.events<wire::ReadingSet>().size() == 1);
}

TEST_CASE("a clock that still runs for the game before is not followed", "[timing]") {
    Followed one;
    one.shows(seconds(900), seconds(40), start_at, 2);
    REQUIRE(one.rules(wire::StartGame{}, start_at + seconds(2)).empty());
    one.shows(seconds(896), seconds(40), start_at + seconds(3), 5);
    CHECK(one.events<wire::ReadingSet>().empty());
    one.shows(day, day, start_at + seconds(10), 1, false);
    one.shows(day - seconds(1), day, start_at + seconds(12), 3);
    CHECK(one.events<wire::ReadingSet>().size() == 1);
}

TEST_CASE("a gateway that is started again follows the clock that it followed before", "[timing]") {
    Followed one;
    one.begins();
    one.starts_again(start_at + seconds(50));
    one.shows(day - seconds(600), day, start_at + seconds(51), 4);
    CHECK(one.events<wire::ReadingSet>().size() == 1);
}

TEST_CASE("a difference that lasts is taken over, and no other", "[timing]") {
    Followed one;
    one.begins();
    const Instant later = start_at + seconds(100);
    SECTION("what a reading's uncertainty explains") {
        one.shows(day - seconds(100), day, later, 3);
        CHECK(one.events<wire::ReadingSet>().empty());
    }
    SECTION("one reading that is wrong") {
        one.shows(day - seconds(50), day, later, 1);
        one.shows(day - seconds(101), day, later + seconds(1), 3);
        CHECK(one.events<wire::ReadingSet>().empty());
    }
    SECTION("the clock was set") {
        one.shows(day - seconds(600), day, later, 3);
        REQUIRE(one.events<wire::ReadingSet>().size() == 1);
        const wire::ReadingSet set = one.events<wire::ReadingSet>().front();
        CHECK(set.adjusted);
        CHECK(set.by == "boards");
        CHECK(one.readings(later + seconds(2))[Side::white] == day - seconds(602));
        CHECK(one.readings(later + seconds(2))[Side::black] == day);
        CHECK(one.facts(later).drift == wire::Drift::small);
    }
}

TEST_CASE("what an arbiter sets counts until the clock beside the board agrees", "[timing]") {
    Followed one;
    one.begins();
    const Instant later = start_at + seconds(100);
    wire::Adjust penalty;  // Black gets two minutes
    penalty.deltas[Side::black] = minutes(2);
    penalty.deltas[Side::white] = minutes(5) - minutes(6);
    REQUIRE(one.rules(penalty, later).empty());
    const std::size_t settings = one.events<wire::ReadingSet>().size();
    one.shows(day - seconds(100), day, later, 4);
    CHECK(one.events<wire::ReadingSet>().size() == settings);
    CHECK(one.facts(later).drift == wire::Drift::large);
    one.shows(day - seconds(165), day + minutes(2), later + seconds(5), 2);  // it is set
    CHECK(one.facts(later).drift == wire::Drift::small);
    one.shows(day - seconds(900), day + minutes(2), later + seconds(9), 3);  // and set again
    CHECK(one.events<wire::ReadingSet>().size() == settings + 1);
    one.starts_again(later + seconds(20));  // what was done before is in the log
    one.shows(day - seconds(1'900), day + minutes(2), later + seconds(21), 4);
    CHECK(one.events<wire::ReadingSet>().size() == settings + 2);
}

TEST_CASE("a clock that stands pauses the game, and one that runs resumes it", "[timing]") {
    Followed one;
    one.begins();
    const Instant later = start_at + seconds(3);
    one.shows(day - seconds(3), day, later, 1, false);  // it says so once
    CHECK(one.phase() == clock::Phase::running);
    REQUIRE(one.tables.deadline());
    const Instant due = *one.tables.deadline();
    one.works(one.tables.on_wake(due), due);
    CHECK(one.phase() == clock::Phase::paused);
    REQUIRE(one.events<wire::Paused>().size() == 1);
    CHECK(one.events<wire::Paused>().front().by == "boards");
    SECTION("it runs again") {
        one.shows(day - seconds(3), day, later + seconds(10), 1);
        CHECK(one.phase() == clock::Phase::running);
    }
    SECTION("an arbiter starts clockd's: the other one is not waited for") {
        REQUIRE(one.rules(wire::Resume{}, later + seconds(10)).empty());
        one.shows(day - seconds(3), day, later + seconds(11), 1, false);
        CHECK(one.phase() == clock::Phase::running);
    }
    SECTION("what a person has paused stays so") {
        one.shows(day - seconds(3), day, later + seconds(10), 1);
        REQUIRE(one.rules(wire::Pause{}, later + seconds(11)).empty());
        one.shows(day - seconds(5), day, later + seconds(12), 3);
        CHECK(one.phase() == clock::Phase::paused);
        CHECK(one.readings(later + seconds(12))[Side::white] < day - seconds(3));
    }
}

// While the arbiter looks, the clock beside the board is not: what it showed before counts no more.
TEST_CASE("one wrong reading before a pause and one after it are not a difference that lasts",
          "[timing]") {
    Followed one;
    one.begins();
    one.shows(day - seconds(5), day, start_at + seconds(5), 1);
    one.shows(day - seconds(90), day, start_at + seconds(6), 1);
    REQUIRE(one.rules(wire::Pause{}, start_at + seconds(7)).empty());
    one.shows(day - seconds(7), day, start_at + seconds(20), 2);
    REQUIRE(one.rules(wire::Resume{}, start_at + seconds(30)).empty());
    one.shows(day - seconds(90), day, start_at + seconds(31), 1);
    one.shows(day - seconds(9), day, start_at + seconds(32), 2);
    CHECK(one.events<wire::ReadingSet>().empty());
}

TEST_CASE("what a clock at the board counts in a pause of the desk is not taken over", "[timing]") {
    Followed one;
    one.begins();
    one.shows(day - seconds(10), day, start_at + seconds(10), 2);
    REQUIRE(one.rules(wire::Pause{}, start_at + seconds(12)).empty());
    SECTION("it runs on for long, until after the pause") {
        one.shows(day - seconds(12), day, start_at + seconds(12), 21);
        REQUIRE(one.rules(wire::Resume{}, start_at + seconds(33)).empty());
        one.shows(day - seconds(33), day, start_at + seconds(33), 5);
        CHECK(one.events<wire::ReadingSet>().empty());
        CHECK(one.facts(start_at).drift == wire::Drift::large);  // an arbiter is asked
        one.shows(day - seconds(16), day, start_at + seconds(38), 3);  // it is set
        CHECK(one.facts(start_at).drift == wire::Drift::small);
        CHECK(one.events<wire::ReadingSet>().empty());
        one.shows(day - seconds(600), day, start_at + seconds(50), 3);  // and followed again
        CHECK(one.events<wire::ReadingSet>().size() == 1);
    }
    SECTION("it is stopped late, and stands") {
        one.shows(day - seconds(12), day, start_at + seconds(12), 6);
        one.shows(day - seconds(18), day, start_at + seconds(19), 3, false);
        REQUIRE(one.rules(wire::Resume{}, start_at + seconds(30)).empty());
        one.shows(day - seconds(18), day, start_at + seconds(30), 3);
        CHECK(one.events<wire::ReadingSet>().empty());
        CHECK(one.facts(start_at).drift == wire::Drift::large);
    }
    SECTION("it is stopped at once, and set while it stands") {
        one.shows(day - seconds(12), day, start_at + seconds(13), 1);
        one.shows(day - seconds(12), day, start_at + seconds(14), 3, false);
        CHECK(one.events<wire::ReadingSet>().empty());
        one.shows(day + seconds(120), day, start_at + seconds(20), 3, false);
        CHECK(one.events<wire::ReadingSet>().size() == 1);
    }
}

TEST_CASE("a clock that counts up is followed by the time used", "[timing]") {
    Followed one("0u");
    const auto used = [&](Duration white, Duration black, Instant from, int readings) {
        for (int n = 0; n < readings; ++n)
            one.works(one.clock(white + seconds(n), black, Side::white, from + seconds(n)),
                      from + seconds(n));
    };
    one.works(one.clock({}, {}, Side::white, start_at, false), start_at);
    used({}, {}, start_at + seconds(1), 1);
    REQUIRE(one.phase() == clock::Phase::running);
    used(seconds(99), {}, start_at + seconds(100), 3);
    CHECK(one.events<wire::ReadingSet>().empty());
    CHECK(one.facts(start_at).drift == wire::Drift::small);
    used(seconds(400), {}, start_at + seconds(105), 3);  // it was set
    REQUIRE(one.events<wire::ReadingSet>().size() == 1);
    const Both<Duration> readings = one.readings(start_at + seconds(107));
    const Duration gone = upcount_span - readings[Side::white];
    CHECK(gone >= seconds(401));
    CHECK(gone <= seconds(404));
    CHECK(readings[Side::black] > upcount_span - seconds(2));
    // It stands at zero used for Black: that is no flag, and the game stands with it.
    one.works(one.clock(seconds(402), {}, Side::white, start_at + seconds(108), false),
              start_at + seconds(108));
    REQUIRE(one.tables.deadline());
    one.works(one.tables.on_wake(*one.tables.deadline()), *one.tables.deadline());
    CHECK(one.phase() == clock::Phase::paused);
}

TEST_CASE("Japanese byo-yomi is no control of a clock at a board", "[timing]") {
    Clockd clockd;
    wire::OpenGame open = by_board_clock("1800:150y30");
    open.terms.flag_call = wire::FlagCall::arbiter;
    const Instant at = Instant{} + seconds(1);
    CHECK(clockd.give(open, at, clock::Role::arbiter) == "bad_timing");
    open.terms.time_control = "1800:10/300c";
    CHECK(clockd.give(open, at, clock::Role::arbiter).empty());
    wire::SetControl set;
    set.id = "set";
    set.board = {1};
    set.game = "g1";
    set.control.time_control = "50y10";
    set.readings = {{seconds(50), seconds(50)}};
    CHECK(clockd.give(set, at, clock::Role::arbiter) == "bad_timing");
}

TEST_CASE("a clock that is the game's is read closely, whatever line has it", "[timing]") {
    Followed one;
    std::vector<ClockCare> asked;
    const auto hear = [&](Orders orders, Instant at) {
        for (const Order& order : orders)
            if (const auto* read = std::get_if<ReadClock>(&order)) asked.push_back(read->care);
        one.works(std::move(orders), at);
    };
    hear(one.seen("line", LinkState::gone, start_at), start_at);
    hear(one.seen("other line", LinkState::active, start_at), start_at);
    CHECK(asked == std::vector{ClockCare::game});
    asked.clear();
    one.works(one.seen("other line", LinkState::gone, start_at), start_at);
    one.works(one.seen("line", LinkState::active, start_at), start_at);
    one.begins();
    const Instant later = start_at + seconds(100);
    hear(one.clock(day - seconds(600), day, Side::white, later), later);
    CHECK(asked == std::vector{ClockCare::close});
    hear(one.clock(day - seconds(601), day, Side::white, later + seconds(1)), later + seconds(1));
    hear(one.clock(day - seconds(602), day, Side::white, later + seconds(2)), later + seconds(2));
    CHECK(asked == std::vector{ClockCare::close, ClockCare::game});
    hear(one.clock(seconds(59), day, Side::white, later + seconds(3)), later + seconds(3));
    CHECK(asked.back() == ClockCare::close);
    asked.clear();
    wire::EndGame end;
    end.outcome = {drawn(), Ending::arbiter_decision, "12.9"};
    REQUIRE(one.rules(end, later + seconds(4)).empty());
    hear(one.clock(seconds(59), day, Side::white, later + seconds(5)), later + seconds(5));
    CHECK(one.phase() == clock::Phase::over);
    CHECK(asked.empty());
}

TEST_CASE("zero is put to the arbiter, and decides nothing", "[timing]") {
    Followed one;
    one.begins();
    const Instant later = start_at + seconds(100);
    one.shows(seconds(2), day, later, 3);
    one.shows(Duration{}, day, later + seconds(3), 3, false);
    CHECK(one.events<wire::FlagFell>().empty());
    CHECK(one.phase() == clock::Phase::running);
    wire::CallFlag call;
    call.side = Side::white;
    CHECK(one.rules(call, later + seconds(6)).empty());
    CHECK(one.events<wire::FlagReached>().size() == 1);
    CHECK(one.phase() == clock::Phase::flag_fallen);
}

TEST_CASE("a gateway sets no clock that is clockd's own", "[timing]") {
    OneBoard one(Hand::left);
    const Instant at = Instant{} + seconds(20);
    wire::Adjust adjust;
    adjust.id = "a";
    adjust.board = {1};
    adjust.game = "g1";
    adjust.deltas[Side::white] = seconds(-5);
    CHECK(one.clockd.give(adjust, at) == "not_allowed");
    wire::Resume resume;
    resume.id = "r";
    resume.board = {1};
    resume.game = "g1";
    CHECK(one.clockd.give(resume, at) == "not_allowed");
}

TEST_CASE("a game that goes by the clock at the board says who calls its flag", "[timing]") {
    Clockd clockd;
    wire::OpenGame open = by_board_clock("600");
    CHECK(clockd.give(open, Instant{} + seconds(1), clock::Role::arbiter) == "bad_flag_call");
}
