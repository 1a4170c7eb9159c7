// 6.11.3: a paused clock waits for a person, whatever is ruled automatically meanwhile; and it
// is not started if the flag would fall at once (6.8, 6.9).
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::SetClock clock_at(Duration white, Duration black, bool run = false) {
    wire::SetClock act;
    act.white = white;
    act.black = black;
    act.run = run;
    return act;
}

wire::AdjustClock a_minute_for_white() {
    wire::AdjustClock act;
    act.white = minutes(1);
    return act;
}

}  // namespace

TEST_CASE("A.5.2: a claim does not start the clock that an arbiter has paused", "[paused]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    const bool paused = GENERATE(false, true);
    if (paused) hall.rule(wire::PauseClock{});
    SECTION("the opponent claims the illegal move") {
        hall.claim(Side::black, "illegal_move");
    }
    SECTION("the arbiter applies 7.5.5") { hall.rule(answer(hall, "apply")); }
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.turn == Side::white);
    CHECK(hall.running == !paused);
    CHECK(hall.live().running == !paused);
    if (paused) hall.rule(wire::ResumeClock{});
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
}

TEST_CASE("9.5.3: a wrong claim does not start the clock that an arbiter has paused",
          "[paused]") {
    Hall hall;
    hall.play("e4 e5");
    const bool paused = GENERATE(false, true);
    if (paused) hall.rule(wire::PauseClock{});
    SECTION("with a legal move") { hall.claim(Side::white, "threefold", "Nf3"); }
    SECTION("with an illegal move") { hall.claim(Side::white, "threefold", "Ke3"); }
    SECTION("without a move") { hall.claim(Side::white, "fifty_move"); }
    SECTION("by the player who is not on move") { hall.claim(Side::black, "threefold"); }
    CHECK(hall.live().running == !paused);
}

TEST_CASE("6.11.3: an answer starts no clock that an arbiter has paused", "[paused][regress]") {
    Hall hall("", "", {{"made_move_changed", "question"}});
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    hall.made(Side::white, "d4");
    const auto asked = about(hall, wire::Subject::made_move_changed);
    REQUIRE(asked.size() == 1);
    REQUIRE_FALSE(asked[0].holds);  // the player may still change the move
    const std::string option = GENERATE("stands", "take_back");
    const bool paused = GENERATE(true, false);
    if (paused) hall.rule(wire::PauseClock{});
    hall.rule(answer(asked[0].number, option));
    CHECK(hall.refused.empty());
    CHECK(hall.running == !paused);
    if (paused) hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

namespace {

// The claim is rejected, and the clock stands until the arbiter who paused it resumes.
void holds_after_reject(Hall& hall) {
    hall.rule(answer(hall, "reject"));
    CHECK(hall.refused.empty());
    CHECK(hall.live().questions.empty());
    CHECK_FALSE(hall.running);
    CHECK(hall.live().named_pause == "Anna Arbiter");
    hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

}  // namespace

TEST_CASE("6.11.3: a claim made during an arbiter's pause leaves it", "[paused][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.claim(Side::black, "flag");
    holds_after_reject(hall);
}

TEST_CASE("6.11.3: a pause while a claim stops the clock holds after the answer",
          "[paused][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.claim(Side::black, "flag");
    REQUIRE_FALSE(hall.running);
    hall.rule(wire::PauseClock{});
    CHECK(hall.refused.empty());
    hall.rule(wire::PauseClock{});
    CHECK(hall.refused == "clock_stands");  // it is already paused
    holds_after_reject(hall);
}

TEST_CASE("6.9: a clock at zero is not started, time comes first", "[paused]") {
    Hall hall("", "", {}, "300");
    hall.play("e4 e5");
    hall.readings[Side::white] = {};
    hall.flag(Side::white);
    REQUIRE(hall.over);
    hall.rule(undo(1));
    REQUIRE_FALSE(hall.over);
    const std::uint32_t rulings = hall.live().rulings;
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "no_time_left");
    hall.rule(clock_at({}, minutes(1), true));
    CHECK(hall.refused == "no_time_left");
    CHECK(hall.live().rulings == rulings);
    CHECK_FALSE(hall.running);
    SECTION("it is added") { hall.rule(a_minute_for_white()); }
    SECTION("it is set; the other side may have none") { hall.rule(clock_at(minutes(1), {})); }
    REQUIRE(hall.refused.empty());
    hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    CHECK(hall.readings[Side::white] == minutes(1));
}

TEST_CASE("US 13C: a clock at zero runs where only the players call flags", "[paused]") {
    Hall hall("", "uschess-regular", {}, "300");
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(clock_at({}, minutes(1)));
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused.empty());
    CHECK(hall.running);
}

TEST_CASE("what stopped the clock before a correction was refused has stopped it", "[paused]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.prompt = false;
    hall.rule(clock_at(minutes(70), minutes(71), true));
    hall.resume();
    Events events;
    SECTION("a flag") { events = hall.flag(Side::white); }
    SECTION("a claim of a draw") { events = hall.claim(Side::black, "fifty_move"); }
    SECTION("a move that ends the game for the clock") {
        events = hall.made(Side::white, "Qh5", Ending::checkmate);
    }
    CHECK(count<wire::EventVoided>(events) == 1);
    CHECK_FALSE(the<wire::ClockIntervention>(events).run);
    CHECK_FALSE(hall.live().running);
    hall.prompt = true;
    hall.deliver();
    CHECK(hall.refusals == 1);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::correction);
    CHECK(hall.live().hold == game::Hold::question);
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
    CHECK(hall.live().running);
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a correction starts a clock that was stopped while it was on its way", "[paused]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(wire::ResumeClock{});
    hall.prompt = false;
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    REQUIRE(hall.live().outbox.size() == 1);
    SECTION("a flag") { hall.flag(Side::black); }
    SECTION("a claim of a draw") { hall.claim(Side::black, "fifty_move"); }
    CHECK_FALSE(hall.live().running);
    hall.prompt = true;
    hall.deliver();
    CHECK(hall.refusals == 0);
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK_FALSE(hall.live().locked);
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11: who pauses while a claim is being judged has paused the clock",
          "[paused][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    const std::string announced = GENERATE("Nf3", "Ke3", "");  // 9.5.3, or just play on
    const Side claimant = GENERATE(Side::white, Side::black);
    hall.claim(claimant, "threefold", announced);
    const std::string by = GENERATE("arbiter", "device");
    hall.pause(by);
    hall.prompt = true;
    hall.deliver();
    CHECK_FALSE(hall.running);
    CHECK_FALSE(hall.live().running);
    REQUIRE_FALSE(hall.live().questions.empty());
    for (int each = 0; each < 3 && !hall.live().questions.empty(); ++each) {
        hall.rule(answer(hall, "resume"));
        CHECK(hall.refused.empty());
    }
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.live().readings == hall.readings);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("no ruling says that a clock was changed when the game was over before it",
          "[paused]") {
    Hall hall("", "", {}, "300");
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.prompt = false;
    wire::SetClock set = clock_at(minutes(4), minutes(3));
    SECTION("time was added") { hall.rule(a_minute_for_white()); }
    SECTION("the clock was set") { hall.rule(set); }
    const std::uint32_t number = hall.live().rulings;
    REQUIRE(hall.live().outbox.size() == 1);
    const bool told = GENERATE(false, true);
    if (told) {
        hall.end({win_of(Side::black), Ending::time_forfeit, "6.9"});
    } else {
        hall.over = true;
        hall.deliver();
    }
    CHECK(hall.live().outbox.empty());
    const auto rulings = [&](std::uint32_t undoes) {
        return std::ranges::count_if(hall.log, [&](const wire::GameEvent& event) {
            const auto* ruling = std::get_if<wire::RulingGiven>(&event);
            return ruling && ruling->effect.undoes == undoes;
        });
    };
    CHECK(rulings(number) == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11.2: a pause by an electronic board is put to a person, and is no arbiter's",
          "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("boards");
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions.front().about == wire::Subject::pause);
    CHECK_FALSE(hall.live().named_pause);
}

TEST_CASE("a named pause keeps the name of who stopped the clock when somebody else gives time",
          "[paused][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("arbiter");
    REQUIRE(hall.live().named_pause == "arbiter");
    wire::AdjustClock act;
    act.white = minutes(1);
    hall.rule(act, "12.9");
    CHECK(hall.refused == "");
    CHECK(hall.live().named_pause == "arbiter");
    hall.rule(wire::ResumeClock{});
    CHECK_FALSE(hall.live().named_pause);
    hall.rule(wire::PauseClock{});
    CHECK(hall.live().named_pause == "Anna Arbiter");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.10.1: an undo does not ask about a power cut while the clock runs",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("clockd");
    REQUIRE(about(hall, wire::Subject::pause).size() == 1);
    hall.rule(clock_of(minutes(80), minutes(81), true));
    REQUIRE(hall.refused.empty());
    REQUIRE(hall.running);
    REQUIRE(hall.live().questions.empty());
    const std::uint32_t set = hall.live().rulings;
    const bool stands = GENERATE(false, true);
    if (stands) hall.rule(wire::PauseClock{});
    hall.rule(undo(set));
    CHECK(hall.running == !stands);
    CHECK(about(hall, wire::Subject::pause).size() == (stands ? 1 : 0));
    CHECK(hall.refused.empty());
    CHECK(hall.replayed() == hall.games);
}

// The question is open again, and the clock runs on meanwhile.
TEST_CASE("an answer that sets a running clock gives no thinking time back when it is undone",
          "[undo][regress]") {
    Hall hall("", "", {}, "5400");
    hall.increment = {};
    hall.play("e4 e5");
    hall.claim(Side::white, "touch_move");
    hall.rule(answer(hall, "resume"));
    hall.rule(undo_last(hall));
    REQUIRE(hall.running);
    REQUIRE(hall.live().questions.size() == 1);
    hall.readings[Side::white] = hall.readings[Side::white] - seconds(100);
    const Both<Duration> shown = hall.readings;
    wire::AnswerQuestion set = answer(hall, "set_clock");
    set.white = set.black = seconds(5000);
    hall.rule(set);
    REQUIRE(hall.readings[Side::white] == seconds(5000));
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.readings == shown);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an undo promises no question about a pause of a clock that runs", "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("white");
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "resume"));
    const Events back = hall.rule(undo_last(hall));
    CHECK(the<wire::RulingGiven>(back).text.find("is asked again") == std::string::npos);
    CHECK(hall.live().questions.empty());
}
