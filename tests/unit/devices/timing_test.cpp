// The clock beside a board where it is the game's: clockd follows it.
#include "tests/unit/devices/one_board.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using namespace flagfall::test;

namespace {

constexpr Instant start_at = Instant{} + seconds(10);

// Set up, at the start position, and nobody has started a clock.
struct Followed : OneBoard {
    Followed() : OneBoard(Hand::left, wire::Timing::board_clock) {
        works(seen("line", LinkState::active, start_at), start_at);
        works(stands("line", at_start, start_at), start_at);
    }
    // It is set and waits, and then a player starts it.
    void begins() {
        shows(day, day, start_at, 1, false);
        shows(day, day, start_at + seconds(1), 2);
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
        CHECK(one.facts(later).drift == "small");
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
    CHECK(one.facts(later).drift == "large");
    one.shows(day - seconds(165), day + minutes(2), later + seconds(5), 2);  // it is set
    CHECK(one.facts(later).drift == "small");
    one.shows(day - seconds(900), day + minutes(2), later + seconds(9), 3);  // and set again
    CHECK(one.events<wire::ReadingSet>().size() == settings + 1);
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
    wire::OpenGame open;
    open.id = "open";
    open.board = {1};
    open.game = "g1";
    open.terms.time_control = "600";
    open.terms.timing = wire::Timing::board_clock;
    CHECK(clockd.give(open, Instant{} + seconds(1), clock::Role::arbiter) == "bad_flag_call");
}
