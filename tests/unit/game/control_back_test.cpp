// A ruling that gave the players another time control is taken back, and given again: the clock
// uses the earlier control, and then the other one again.
#include "arbiterd/game/state/readings.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::ChangeControl control(const std::string& text) {
    wire::ChangeControl act;
    act.time_control = text;
    act.white = act.black = minutes(20);
    return act;
}

}  // namespace

TEST_CASE("III.4: an increment that was granted is taken back, and granted again", "[undo]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    REQUIRE(hall.readings[Side::black] == minutes(5));
    hall.play("Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    for (int times = 0; times < 2; ++times) {
        const auto back = the<wire::RulingGiven>(hall.rule(undo(grant)));
        CHECK(back.text.find("The time control is 1800 again.") != std::string::npos);
        CHECK(hall.control_set == "1800");
        CHECK(game::control_of(hall.game()) == "1800");
        CHECK(hall.readings[Side::white] == shown[Side::white]);
        CHECK(hall.readings[Side::black] == shown[Side::black] - minutes(2));
        CHECK(hall.game().at_start == Both<Duration>{{minutes(90), minutes(90)}});  // as opened
        REQUIRE(hall.live().questions.size() == 1);
        CHECK(hall.live().questions.back().about == wire::Subject::claim_quickplay_increment);
        const auto again = the<wire::RulingGiven>(hall.rule(undo_last(hall)));
        CHECK(again.text.find("The time control is 1800+5 again.") != std::string::npos);
        CHECK(hall.control_set == "1800+5");
        CHECK(hall.readings == shown);
        CHECK(hall.live().questions.empty());
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: the claim whose grant was taken back is open, and answered again", "[undo]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.play("Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    hall.rule(undo(grant));
    SECTION("it is refused instead") {
        hall.rule(answer(hall, "reject"));
        CHECK_FALSE(hall.running);  // it was paused before
        hall.rule(wire::ResumeClock{});
        CHECK(hall.running);
        CHECK(game::control_of(hall.game()) == "1800");
        CHECK(hall.live().questions.empty());
    }
    SECTION("the other claim may be made, now that there is no increment") {
        hall.rule(answer(hall, "reject"));
        hall.readings[Side::white] = seconds(50);
        CHECK(the<wire::QuestionPut>(hall.claim(Side::white, "quickplay_draw")).article ==
              "III.5");
    }
    SECTION("it is granted once more, and that alone is taken back") {
        hall.rule(answer(hall, "grant"));
        hall.rule(wire::ResumeClock{});
        hall.rule(wire::PauseClock{});
        hall.rule(undo_last(hall));  // a pause changed nothing
        CHECK(hall.refused == "nothing_to_undo");
        hall.rule(undo(hall.live().rulings - 2));
        CHECK(game::control_of(hall.game()) == "1800");
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: an increment is taken back while the clock runs, and no time is lost",
          "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.play("Nf3 Nc6");
    for (int times = 0; times < 2; ++times) {
        hall.readings[Side::white] -= seconds(10);  // time of the present turn
        Both<Duration> shown = hall.readings;
        hall.rule(undo(grant));
        CHECK(hall.refused == "");
        CHECK(hall.running);
        CHECK(hall.live().running);
        CHECK(hall.control_set == "1800");
        CHECK(game::control_of(hall.game()) == "1800");
        shown[Side::black] -= minutes(2);
        CHECK(hall.readings == shown);
        CHECK(hall.live().readings == shown);
        hall.rule(undo_last(hall));
        CHECK(hall.refused == "");
        CHECK(hall.running);
        CHECK(hall.control_set == "1800+5");
        shown[Side::black] += minutes(2);
        CHECK(hall.readings == shown);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: a clock that would come to zero stands when an increment is taken back",
          "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.readings[Side::black] = seconds(90);
    hall.play("Nf3 Nc6 Bb5");
    const Both<Duration> shown = hall.readings;
    hall.rule(undo(grant));
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.running);
    CHECK(hall.control_set == "1800");
    CHECK(hall.readings[Side::black] == Duration{});
    hall.rule(undo_last(hall));
    CHECK(hall.control_set == "1800+5");
    CHECK(hall.readings == shown);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: a refused undo of a grant leaves the grant, and is put to the arbiter",
          "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.play("Nf3 Nc6");
    const Both<Duration> shown = hall.readings;
    hall.refuse_next = "stale_epoch";
    hall.rule(undo(grant));
    CHECK(game::stands(hall.live(), grant));
    CHECK(game::control_of(hall.game()) == "1800+5");
    CHECK(hall.readings == shown);
    REQUIRE(hall.live().questions.size() == 1);  // the claim is answered still
    const game::Question question = hall.live().questions[0];
    CHECK(question.about == wire::Subject::refused);
    CHECK(fact(question.evidence, "refused") == "stale_epoch");
    const auto us = [](Duration time) { return std::to_string(time.us); };
    CHECK(fact(question.evidence, "white_time_us") == us(minutes(0)));
    CHECK(fact(question.evidence, "black_time_us") == us(minutes(-2)));
}

TEST_CASE("III.4: a refused undo of a grant may be sent again", "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.play("Nf3 Nc6");
    const Both<Duration> shown = hall.readings;
    hall.refuse_next = "stale_epoch";
    hall.rule(undo(grant));
    hall.rule(answer(hall, "again"));
    CHECK(hall.refused == "");
    CHECK_FALSE(game::stands(hall.live(), grant));
    CHECK(game::control_of(hall.game()) == "1800");
    CHECK(hall.readings[Side::black] == shown[Side::black] - minutes(2));
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::claim_quickplay_increment);
    hall.rule(undo_last(hall));
    CHECK(game::stands(hall.live(), grant));
    CHECK(hall.readings == shown);
    CHECK(game::control_of(hall.game()) == "1800+5");
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("US 14H: a delay that was granted is taken back with the time it cost", "[undo]") {
    Hall hall = quickplay_finish("uschess-regular", "losing_chances_claim", "5400");
    hall.claim(Side::white, "losing_chances");
    hall.rule(answer(hall, "delay_clock"));
    REQUIRE(hall.control_set == "5400d5");
    REQUIRE(hall.readings[Side::white] == seconds(30));
    const std::uint32_t grant = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    hall.rule(undo(grant));
    CHECK(hall.control_set == "5400");
    CHECK(hall.readings == Both<Duration>{{seconds(60), minutes(3)}});
    hall.rule(undo_last(hall));
    CHECK(hall.control_set == "5400d5");
    CHECK(hall.readings == Both<Duration>{{seconds(30), minutes(3)}});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.3.1: what ends a period comes back with the time control", "[undo]") {
    Hall hall("", "fide-rapid",
              {{"quickplay_finish", "true"}, {"period_trigger", "zero"}}, "1800");
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings = {{seconds(60), minutes(3)}};
    const PeriodTrigger before = hall.game().trigger;
    hall.claim(Side::white, "quickplay_increment");
    hall.rule(answer(hall, "grant"));
    const std::uint32_t grant = hall.live().rulings;
    const PeriodTrigger granted = hall.game().trigger;
    hall.rule(wire::PauseClock{});
    hall.rule(undo(grant));
    CHECK(hall.game().trigger == before);
    hall.rule(undo_last(hall));
    CHECK(hall.game().trigger == granted);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a time control that was set since stays when a grant is taken back", "[undo]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    hall.rule(control("1200+10"));
    REQUIRE(hall.refused.empty());
    hall.rule(undo(grant));
    CHECK(game::control_of(hall.game()) == "1200+10");
    CHECK(hall.readings == Both<Duration>{{minutes(20), minutes(18)}});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a correction of the clock outlasts a grant and its undo", "[undo]") {
    Hall hall = quickplay_finish("fide-rapid", "quickplay_finish", "1800");
    hall.rule(wire::AdjustClock{minutes(1), minutes(1)});
    hall.readings[Side::white] = seconds(60);
    hall.claim(Side::white, "quickplay_increment");
    hall.rule(answer(hall, "grant"));
    const std::uint32_t grant = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    CHECK(hall.game().at_start[Side::white] == minutes(91) + seconds(5));
    hall.rule(undo(grant));
    CHECK(hall.game().at_start[Side::white] == minutes(91));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what was granted in a game that is none goes with it, and comes back", "[undo]") {
    Hall hall = quickplay_finish("fide-rapid", "quickplay_finish", "1800");
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{});
    const std::uint32_t restart = hall.live().rulings;
    hall.rule(wire::ResumeClock{});
    hall.play("d4 d5");
    hall.readings[Side::white] = seconds(40);
    hall.claim(Side::white, "quickplay_increment");
    hall.rule(answer(hall, "grant"));
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    hall.rule(undo(restart));
    CHECK(hall.live().ply == Ply{2});
    CHECK(game::control_of(hall.game()) == "1800");
    CHECK(hall.readings == Both<Duration>{{seconds(60), minutes(3)}});
    CHECK(hall.game().at_start == Both<Duration>{{minutes(90), minutes(90)}});  // as opened
    hall.rule(undo_last(hall));
    CHECK(game::control_of(hall.game()) == "1800+5");
    CHECK(hall.readings == shown);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: a board of presses has its time control back, too", "[undo]") {
    Hall hall("", "fide-rapid", {{"quickplay_finish", "true"}}, "1800", wire::Reporting::presses);
    hall.increment = {};
    hall.press(Side::white);
    hall.press(Side::black);
    hall.readings = {{seconds(60), minutes(3)}};
    hall.claim(Side::white, "quickplay_increment");
    hall.rule(answer(hall, "grant"));
    REQUIRE(hall.control_set == "1800+5");
    const std::uint32_t grant = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    hall.rule(undo(grant));
    CHECK(hall.control_set == "1800");
    CHECK(hall.readings == Both<Duration>{{seconds(60), minutes(3)}});
    CHECK(hall.live().presses == Ply{2});
    CHECK(hall.replayed() == hall.games);
}

// The time under a control depends on the moves: an earlier position had less of the difference.
TEST_CASE("6.10.2: the clock of an earlier position goes by the control put right", "[regress]") {
    Hall hall;
    hall.play("Nf3 Nf6 Nc3 Nc6 g3 g6 Bg2 Bg7");
    const Both<Duration> then = game::clock_after(hall.game(), Ply{4});
    const Both<Duration> at_end = game::clock_after(hall.game(), Ply{8});
    hall.rule(wire::PauseClock{});
    wire::ChangeControl right;
    right.time_control = "6000+40";  // ten minutes and ten seconds a move more than 5400+30
    hall.rule(right);
    REQUIRE(hall.refused.empty());
    const Duration more = minutes(10) + seconds(30);  // for two moves and the next one
    const auto expect = [&](Ply ply, Duration time) {
        const Both<Duration> now = game::clock_after(hall.game(), ply);
        CHECK(now[Side::white] == then[Side::white] + time);
        CHECK(now[Side::black] == then[Side::black] + time);
    };
    expect(Ply{4}, more);
    SECTION("also where the later moves come back") {
        wire::SetClock back;
        back.ply = Ply{2};
        hall.rule(back);
        hall.rule(control("5400+30"));
        hall.rule(undo(hall.live().rulings - 1));
        REQUIRE(hall.live().ply == Ply{8});
        const Both<Duration> end = game::clock_after(hall.game(), Ply{8});
        expect(Ply{4}, end[Side::white] - at_end[Side::white]);  // the same at every position
    }
    SECTION("and once it is put right again") {
        right.time_control = "5400+30";
        hall.rule(right);
        expect(Ply{4}, Duration{});
    }
    CHECK(hall.replayed() == hall.games);
}
