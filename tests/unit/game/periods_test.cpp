// What a clock cannot know when moves are taken back or come back: the periods that ended by time,
// and the gain of a press that does not count.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using Periods = Both<std::uint32_t>;
constexpr Periods first{{1, 1}};
constexpr Periods second{{2, 1}};  // White in byo-yomi

// White's clock reaches zero, and their byo-yomi begins.
void begin_byoyomi(Hall& hall) {
    hall.readings[Side::white] = seconds(150);
    auto ended = wire::PeriodEnded{};
    static_cast<wire::BoardEvent&>(ended) = hall.base();
    ended.side = Side::white;
    ended.period = 2;
    hall.feed(ended);
}

// Three moves by each side, then White is in byo-yomi, and one more move by each.
Hall in_second_period() {
    Hall hall("", "", {}, "600:150y30");
    hall.play("e4 e5 Nf3 Nc6 Bb5 a6");
    begin_byoyomi(hall);
    hall.play("Ba4 Nf6");
    REQUIRE(hall.game().period == second);
    return hall;
}

wire::IllegalAction illegal_move(Ply ply) {
    return illegal(Side::white, Irregularity::illegal_move, ply.count);
}

}  // namespace

TEST_CASE("6.3: periods that ended by their time go back and come back with the moves",
          "[game][regress]") {
    Hall hall = in_second_period();
    CHECK(correction(hall.rule(illegal_move(Ply{3}))).period == first);
    CHECK(hall.game().period == first);
    CHECK(correction(hall.rule(undo(1))).period == second);
    CHECK(hall.game().period == second);
    CHECK(correction(hall.rule(undo(2))).period == first);
    hall.rule(undo(3));
    CHECK(hall.game().period == second);
    hall.rule(wire::RestartGame{});
    CHECK(hall.game().period == first);
    CHECK(correction(hall.rule(undo_last(hall))).period == second);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.3: byo-yomi begins for the player whose time ran out, whatever the clock shows",
          "[game][regress]") {
    // At their first move White's clock shows the same before and after; Black's never changed.
    Hall hall("", "", {}, "60:1/60c");
    hall.increment = {};
    hall.readings = {{seconds(60), seconds(60)}};
    wire::PeriodEnded began;
    static_cast<wire::BoardEvent&>(began) = hall.base();
    began.side = Side::white;
    began.period = 2;
    hall.feed(began);
    CHECK(hall.game().period == second);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.3: the period stays that has begun in the turn of a move that goes back",
          "[game][regress]") {
    Hall hall("", "", {}, "600:150y30");
    hall.play("e4 e5 Nf3 Nc6 Bb5 a6");
    begin_byoyomi(hall);
    SECTION("it goes on") {
        wire::BindMove bind;
        bind.side = Side::white;
        bind.squares = "a2";
        hall.rule(bind);
        hall.play("Ba4");
        const wire::Correction set = correction(hall.rule(answer(hall, "take_back")));
        CHECK(set.period == second);
        CHECK(set.goes_on);
        CHECK(hall.game().period == second);
    }
    SECTION("it begins again") {
        hall.play("Ba4");
        CHECK(correction(hall.rule(illegal_move(Ply{7}))).period != Periods{});
        CHECK(hall.game().period == correction(hall.log).period);  // as in the clock
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.5.1: the press that lost the game gains nothing when the loss is taken back",
          "[game][regress]") {
    Hall hall;
    hall.play("e4 e5 g1g5");  // the first illegal action
    hall.play("Nf3 Nc6");
    const Duration before = hall.readings[Side::white];
    hall.play("f3f7");
    REQUIRE(hall.live().result);
    const std::uint32_t loss = hall.live().rulings;
    REQUIRE(hall.live().readings[Side::white] > before);
    SECTION("at the desk") {
        hall.rule(undo(loss));
        CHECK(hall.live().readings[Side::white] <= before);
        const Duration shown = hall.live().readings[Side::white];
        hall.rule(undo_last(hall));
        REQUIRE(hall.live().result);
        hall.rule(undo_last(hall));
        CHECK(hall.live().readings[Side::white] == shown);
    }
    SECTION("at the clock") {
        hall.turn = Side::black;
        hall.ply = Ply{5};
        hall.reopen();
        CHECK(hall.live().readings[Side::white] <= before);
    }
    CHECK_FALSE(hall.live().result);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.10.2: presses: a position and times that are taken back leave the times of before",
          "[game][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (int number = 0; number < 4; ++number) hall.press(hall.turn);
    hall.rule(wire::PauseClock{});
    const Both<Duration> before = hall.readings;
    wire::SetClock set = clock_of(minutes(50), minutes(40));
    set.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    hall.rule(set);
    REQUIRE(hall.refused == "");
    REQUIRE(hall.readings[Side::white] == minutes(50));
    hall.rule(undo_last(hall));
    CHECK(hall.readings == before);
    CHECK(hall.live().readings == before);
    CHECK(hall.replayed() == hall.games);
}
