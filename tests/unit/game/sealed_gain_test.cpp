// The gain of a sealed move, and the turn that it ends: it is made, and its clock was not pressed.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

struct Case {
    std::string control;
    Duration left;    // on White's clock when their turn begins
    Duration used;    // of it
    Duration gained;  // by the press, as in clockd's chessclock
};

wire::OpenSealed open_sealed() {
    wire::OpenSealed act;
    act.text = "Bb5";
    return act;
}

// White has used this much time of their third move, and sealed it.
Hall sealed(const std::string& control, Duration left, Duration used) {
    Hall hall("", "", {}, control);
    hall.increment = {};
    hall.play("e4 e5 Nf3");
    hall.readings[Side::white] = left;
    hall.play("Nc6");
    hall.readings[Side::white] -= used;
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    REQUIRE(hall.refused.empty());
    return hall;
}

}  // namespace

TEST_CASE("I.9: a sealed move gains what its press would have gained", "[desk][regress]") {
    const auto [control, left, used, gained] = GENERATE(
        Case{"5400", minutes(60), seconds(7), {}},
        Case{"5400+30", minutes(60), seconds(7), seconds(30)},
        Case{"5400d5", minutes(60), seconds(7), {}},
        Case{"5400b5", minutes(60), seconds(7), seconds(5)},
        Case{"5400b5", minutes(60), seconds(3), seconds(3)},
        Case{"3/5400b5:1800b30", minutes(60), seconds(3), minutes(30) + seconds(28)},
        Case{"0g20", seconds(20), seconds(7), seconds(7)},
        Case{"50y10", seconds(50), seconds(17), seconds(7)},
        Case{"3/60c", seconds(40), seconds(7), seconds(27)},
        Case{"5/60c", seconds(40), seconds(7), {}},
        Case{"3/60c", minutes(2), seconds(7), {}});
    CAPTURE(control);
    Hall hall = sealed(control, left, used);
    const auto events = hall.rule(open_sealed());
    REQUIRE(hall.refused.empty());
    CHECK(hall.readings[Side::white] == left - used + gained);
    CHECK(the<wire::MoveRecorded>(events).elapsed == used);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.9: byo-yomi that began in the turn of a sealed move has its own moments",
          "[desk][regress]") {
    const bool canadian = GENERATE(false, true);
    Hall hall("", "", {}, canadian ? "60:1/60c" : "60:50y10");
    hall.increment = {};
    hall.play("e4 e5 Nf3 Nc6");
    const Duration base = seconds(canadian ? 60 : 50);
    const Duration before = hall.readings[Side::white];
    hall.readings[Side::white] = base;
    wire::PeriodEnded began;
    static_cast<wire::BoardEvent&>(began) = hall.base();
    began.side = Side::white;
    began.period = 2;
    hall.feed(began);
    hall.readings[Side::white] -= seconds(17);
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    const auto events = hall.rule(open_sealed());
    REQUIRE(hall.refused.empty());
    CHECK(hall.readings[Side::white] == base - seconds(canadian ? 0 : 10));
    CHECK(the<wire::MoveRecorded>(events).elapsed == before + seconds(17));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.3: another control begins no byo-yomi, and a sealed move gains nothing by it",
          "[desk][regress]") {
    Hall hall("", "", {}, "2/5400:1800");
    hall.increment = {};
    hall.play("e4 e5 Nf3 Nc6");  // in the second period of two
    REQUIRE(hall.game().period == Both<std::uint32_t>{{2, 2}});
    wire::ChangeControl control;
    control.time_control = "3600:150y30";
    control.white = control.black = minutes(50);
    hall.rule(control);
    REQUIRE(hall.refused.empty());
    CHECK(hall.game().period == Both<std::uint32_t>{{1, 1}});
    hall.readings[Side::white] -= seconds(17);
    hall.rule(wire::PauseClock{});
    SECTION("a sealed move") {
        hall.rule(adjourn(Side::white));
        hall.rule(open_sealed());
        REQUIRE(hall.refused.empty());
        CHECK(hall.readings[Side::white] == minutes(50) - seconds(17));
    }
    SECTION("moves that come back") {
        hall.rule(wire::RestartGame{});
        CHECK(correction(hall.rule(undo_last(hall))).period == Both<std::uint32_t>{{1, 1}});
        CHECK(hall.game().period == Both<std::uint32_t>{{1, 1}});
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.3: moves that come back under another control are in byo-yomi only if they were",
          "[undo][regress]") {
    struct Back {
        const char* former;
        const char* control;
        std::uint32_t period;  // White's
    };
    const Back back = GENERATE(Back{"2/5400:1800", "3600:1/60c", 1},
                               Back{"5400:150y30", "3600:1/60c", 2},
                               Back{"5400:150y30", "40/3600:1800:1/60c", 1});
    CAPTURE(back.former, back.control);
    Hall hall("", "", {}, back.former);
    hall.increment = {};
    hall.play("e4 e5 Nf3 Nc6");
    if (std::string_view(back.former) == "5400:150y30") {
        wire::PeriodEnded ended;
        static_cast<wire::BoardEvent&>(ended) = hall.base();
        ended.side = Side::white;
        ended.period = 2;
        hall.readings[Side::white] = seconds(150);
        hall.feed(ended);
    }
    const auto restart = the<wire::RulingGiven>(hall.rule(wire::RestartGame{}));
    wire::ChangeControl control;
    control.time_control = back.control;
    control.white = control.black = minutes(50);
    hall.rule(control);
    hall.rule(undo(restart.number));
    REQUIRE(hall.refused.empty());
    REQUIRE(hall.live().ply == Ply{4});
    CHECK(hall.game().period == Both<std::uint32_t>{{back.period, 1}});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.2: a sealed move that goes back into its envelope leaves the turn as it was",
          "[undo][regress]") {
    Hall hall = sealed("5400d5", minutes(60), seconds(7));
    CHECK(correction(hall.rule(open_sealed())).goes_on);
    const std::uint32_t opened = hall.live().rulings;
    const Events back = hall.rule(undo(opened));
    CHECK(correction(back).goes_on);
    CHECK(correction(back).turn == Side::white);
    SECTION("nor does the adjournment begin another") {
        const Events played_on = hall.rule(undo(opened - 1));
        CHECK(correction(played_on).goes_on);
    }
    SECTION("but the reply begins one") {
        hall.rule(undo_last(hall));  // it is opened again
        REQUIRE(hall.refused.empty());
        REQUIRE(hall.live().adjourned->opened);
        hall.rule(wire::ResumeGame{});
        const std::uint32_t resumed = hall.live().rulings;
        hall.rule(wire::PauseClock{});
        CHECK_FALSE(correction(hall.rule(undo(resumed))).goes_on);
    }
    CHECK(hall.replayed() == hall.games);
}
