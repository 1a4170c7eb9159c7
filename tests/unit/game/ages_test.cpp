// Acts that devices have dated back: the questions to a person, and the flag in that case.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// A press by a device that reports a time before its arrival, which clockd accepts.
Events press_of(Hall& hall, Side side, Duration age) {
    wire::Pressed e;
    e.side = side;
    e.made = true;
    e.elapsed = seconds(1);
    e.ply = {++hall.ply.count};
    hall.turn = other(side);
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.age = e.claimed_age = age;
    hall.has_made = false;
    return hall.feed(e);
}

}  // namespace

TEST_CASE("ages of a side's presses add up, and a person is asked", "[regress]") {
    Hall hall("", "", {}, "60");  // 2 s are a thirtieth of the time for sixty moves
    for (const char* move : {"g1f3", "f3g1"}) {
        hall.made(Side::white, move);
        press_of(hall, Side::white, milliseconds(900));
        CHECK(about(hall, wire::Subject::dated_back).empty());
        hall.made(Side::black, move[0] == 'g' ? "g8f6" : "f6g8");
        press_of(hall, Side::black, milliseconds(90));  // as every act may have
    }
    CHECK(hall.live().dated_back[Side::black] == Duration{});
    hall.made(Side::white, "g1f3");
    press_of(hall, Side::white, milliseconds(900));
    REQUIRE(about(hall, wire::Subject::dated_back).size() == 1);
    CHECK(hall.live().dated_back[Side::white] == Duration{});
    SECTION("6.9: a flag that falls meanwhile is for the arbiter") {
        hall.flag(Side::black);
        CHECK_FALSE(hall.live().result);
        CHECK(about(hall, wire::Subject::flag_fall).size() == 1);
    }
    SECTION("of whose opponent nothing is asked it is not") {
        hall.flag(Side::white);
        CHECK(hall.live().result);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.9: a flag that falls in a turn that was dated back is for the arbiter", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "g1f3");
    const bool long_ago = GENERATE(false, true);
    press_of(hall, Side::white, long_ago ? seconds(1) : milliseconds(999));
    hall.flag(Side::black);
    CHECK(hall.live().result.has_value() != long_ago);
    CHECK(about(hall, wire::Subject::flag_fall).size() == (long_ago ? 1 : 0));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.2.1: the ages of a side's presses add up over a new start, and its undoing",
          "[regress]") {
    Hall hall;
    hall.made(Side::white, "g1f3");
    press_of(hall, Side::white, milliseconds(900));
    hall.rule(wire::PauseClock{});
    for (const bool back : {false, true}) {
        if (back) hall.rule(undo_last(hall));
        else hall.rule(wire::RestartGame{});
        CHECK(hall.refused == "");
        CHECK(hall.live().dated_back[Side::white] == milliseconds(900));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an order of moves that nobody saw is compared with the scoresheets") {
    Hall hall;
    hall.play("e4 e5");
    wire::Made made;
    static_cast<wire::BoardEvent&>(made) = hall.base();
    made.side = Side::white;
    made.ply = {3};
    made.text = "g1f3";
    SECTION("a move that is doubtful alone is in the record, and nobody is asked") {
        made.guessed = "g1f3";
        CHECK(count<wire::QuestionPut>(hall.feed(made)) == 0);
    }
    SECTION("several moves are asked about, once") {
        made.guessed = "g1f3 b8c6 f1b5";
        const auto question = the<wire::QuestionPut>(hall.feed(made));
        CHECK(question.about == wire::Subject::dated_back);
        CHECK(question.article == "8.1.1");
        CHECK_FALSE(question.holds);
        CHECK(fact(question.evidence, "from_ply") == "3");
        CHECK(fact(question.evidence, "moves_recorded") == made.guessed);
        made.side = Side::black;
        made.ply = {4};
        made.text = "b8c6";
        CHECK(count<wire::QuestionPut>(hall.feed(made)) == 0);
        hall.resign(Side::white);
        CHECK(hall.live().questions.size() == 1);  // the record is still to be compared
    }
    CHECK(hall.replayed() == hall.games);
}
