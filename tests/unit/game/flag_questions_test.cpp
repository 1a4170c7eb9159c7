// Questions about flags follow the clock: when it is set, when a ruling is taken back, and when
// it stands again (6.8, 6.9, III.3.1).
#include <algorithm>

#include "arbiterd/game/state/taken_back.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// White's flag falls at clockd, and nobody has called it.
void fall(Hall& hall, const Both<bool>& absent = {}) {
    hall.running = false;
    hall.fallen = true;
    hall.readings[Side::white] = {};
    wire::FlagFell fell;
    static_cast<wire::BoardEvent&>(fell) = hall.base();
    fell.side = Side::white;
    fell.ply = hall.ply;
    fell.last_period = true;
    fell.opponent_can_mate = "unknown";
    fell.absent = absent;
    hall.feed(fell);
}

Hall called() {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    return hall;
}

std::vector<game::Question> of_flags(const Hall& hall) {
    return about(hall, wire::Subject::flag);
}

void check_replay(const Hall& hall) { CHECK(hall.replayed() == hall.games); }

}  // namespace

TEST_CASE("6.8: a flag that is up again is asked about no longer, and again when it falls back",
          "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    REQUIRE(of_flags(hall).size() == 1);
    if (hall.running) hall.rule(wire::PauseClock{});
    const auto by = GENERATE(0, 1, 2, 3);
    if (by == 0) hall.rule(clock_of(minutes(5), minutes(5)));
    if (by == 1) {
        wire::AdjustClock act;
        act.white = minutes(5);
        hall.rule(act);
    }
    if (by == 2) {
        wire::SetClock back = clock_of(minutes(5), minutes(5));
        back.ply = Ply{1};
        hall.rule(back);
    }
    if (by == 3) {
        wire::Penalise act;
        act.side = Side::black;
        act.kind = wire::PenaltyKind::time_to_opponent;
        act.time = minutes(5);
        hall.rule(act);
    }
    REQUIRE(hall.refused == "");
    CHECK(of_flags(hall).empty());
    CHECK(last<wire::QuestionClosed>(hall.log)->how == wire::Closing::overtaken);
    check_replay(hall);
    const std::uint32_t ruling = hall.live().rulings;
    hall.rule(undo(ruling));
    REQUIRE(hall.refused == "");
    CHECK(hall.readings[Side::white] == Duration{});
    REQUIRE(of_flags(hall).size() == 1);
    check_replay(hall);
    hall.rule(undo(hall.live().rulings));
    CHECK(hall.readings[Side::white] == minutes(5));
    CHECK(of_flags(hall).empty());
    hall.rule(undo(hall.live().rulings));
    REQUIRE(of_flags(hall).size() == 1);
    hall.rule(answer(of_flags(hall)[0].number, "call"));
    CHECK(hall.refused == "");
    CHECK(hall.live().result->score == win_of(Side::black));
    check_replay(hall);
}

TEST_CASE("6.8: set at the clock, or by another control, a flag is up again", "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    SECTION("at the clock") {
        hall.pause();
        hall.set({.readings = {{minutes(5), minutes(5)}}, .turn = Side::white, .ply = hall.ply,
                  .run = true, .fen = {}, .article = "6.10.2", .reason = "", .answers = {}});
    }
    SECTION("another control") {
        wire::ChangeControl act;
        act.time_control = "3600+10";
        act.white = act.black = minutes(30);
        hall.rule(act);
        REQUIRE(hall.refused == "");
    }
    CHECK(of_flags(hall).empty());
    check_replay(hall);
}

TEST_CASE("6.8: a change that the clock refused lifts no flag", "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    hall.refuse_next = "bad_reading";
    wire::AdjustClock act;
    act.white = minutes(5);
    hall.rule(act);
    REQUIRE(of_flags(hall).size() == 1);
    hall.rule(answer(of_flags(hall)[0].number, "call"));
    CHECK(hall.live().result->score == win_of(Side::black));
    check_replay(hall);
}

TEST_CASE("6.8: at a flag that has stopped the clocks, what is proposed follows the clock",
          "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white, true));
    REQUIRE(of_flags(hall).size() == 1);
    const Duration own = of_flags(hall)[0].basis.proposed->readings[Side::white];
    hall.rule(clock_of({}, minutes(7)));
    REQUIRE(of_flags(hall).size() == 1);
    const game::Question question = of_flags(hall)[0];
    CHECK(question.basis.proposed->readings == Both<Duration>{{own, minutes(7)}});
    CHECK(fact(question.evidence, "proposed_black_us") == std::to_string(minutes(7).us));
    hall.rule(answer(question.number, "set_clock"));
    CHECK(hall.refused == "");
    CHECK(hall.readings == Both<Duration>{{own, minutes(7)}});
    CHECK(of_flags(hall).empty());
    check_replay(hall);
}

TEST_CASE("III.3.1: with both flags down, the times proposed are times", "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white, true));
    hall.rule(answer(hall, "leave"));
    hall.feed(hall.flag_reached(Side::black, true));
    REQUIRE(of_flags(hall).size() == 1);
    hall.rule(answer(hall, "set_clock"));
    CHECK(hall.refused == "");
    CHECK(hall.readings[Side::white] > Duration{});
    CHECK(hall.readings[Side::black] > Duration{});
    CHECK(hall.running);
    check_replay(hall);
}

TEST_CASE("III.3.1: both flags down by an undo are asked about once, as both", "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    hall.rule(wire::PauseClock{});
    const bool both_before = GENERATE(false, true);
    if (both_before) hall.feed(hall.flag_reached(Side::black, true));
    hall.rule(clock_of(minutes(5), both_before ? Duration{} : minutes(5)));
    const std::uint32_t given = hall.live().rulings;
    if (!both_before) hall.feed(hall.flag_reached(Side::black, true));
    REQUIRE(of_flags(hall).size() == 1);
    CHECK(game::facts_of<wire::OfFlag>(of_flags(hall)[0])->side == Side::black);
    CHECK_FALSE(offers(of_flags(hall)[0], "draw"));
    wire::AdjustClock less;  // White's remaining time is taken off
    less.white = Duration{} - minutes(5);
    if (both_before) hall.rule(undo(given));
    else hall.rule(less);
    REQUIRE(hall.refused == "");
    REQUIRE(of_flags(hall).size() == 1);
    const game::Question both = of_flags(hall)[0];
    CHECK(both.text.find("Both flags are down; White's fell first (III.3.1)") !=
          std::string::npos);
    CHECK(fact(both.evidence, "fell_first") == "white");
    CHECK(offers(both, "draw"));
    check_replay(hall);
    SECTION("it is drawn") {
        hall.rule(answer(both.number, "draw"));
        CHECK(hall.live().result->article == "III.3.1");
    }
    SECTION("the first is called") {
        hall.rule(answer(both.number, "call"));
        CHECK(hall.live().result->score == win_of(Side::black));
    }
    SECTION("White's is up again") {
        hall.rule(undo(hall.live().rulings));
        REQUIRE(of_flags(hall).size() == 1);
        CHECK_FALSE(offers(of_flags(hall)[0], "draw"));
        hall.rule(answer(of_flags(hall)[0].number, "call"));
        CHECK(hall.live().result->score == win_of(Side::white));
    }
    check_replay(hall);
}

TEST_CASE("III.3.1: an undo promises no question that waits already for both flags",
          "[flags][undo][regress]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    hall.rule(answer(hall, "leave"));
    const std::uint32_t left = hall.live().rulings;
    hall.feed(hall.flag_reached(Side::black));
    REQUIRE(of_flags(hall).size() == 1);
    hall.rule(undo(left));
    REQUIRE(hall.refused == "");
    CHECK(of_flags(hall).size() == 1);
    CHECK(the<wire::RulingGiven>(hall.log).text.find("asked again") == std::string::npos);
    check_replay(hall);
}

TEST_CASE("6.8: a clock that runs at zero again asks of its flag once", "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    hall.feed(hall.flag_reached(Side::white));
    CHECK(of_flags(hall).size() == 1);
    check_replay(hall);
}

TEST_CASE("presses only: an undo leaves no clock that runs at zero, and asks once", "[flags]") {
    Hall hall("", "", {}, "40/5400:1800", wire::Reporting::presses);
    for (int press = 0; press < 4; ++press) hall.press(hall.turn);
    wire::FlagFell flag;
    hall.running = false;
    hall.readings[Side::white] = {};
    static_cast<wire::BoardEvent&>(flag) = hall.base();
    flag.side = Side::white;
    flag.ply = hall.ply;
    flag.opponent_can_mate = "unknown";
    hall.feed(flag);
    wire::AnswerQuestion given = answer(hall, "set_clock");
    given.white = minutes(5);
    hall.rule(given);
    REQUIRE(hall.running);
    const std::uint32_t ruling = hall.live().rulings;
    const auto ruled = the<wire::RulingGiven>(hall.rule(undo(ruling)));
    CHECK(ruled.text.find("it is stopped") != std::string::npos);
    CHECK_FALSE(hall.running);
    CHECK(hall.readings[Side::white] == Duration{});
    REQUIRE(about(hall, wire::Subject::flag_fall).size() == 1);
    CHECK(about(hall, wire::Subject::flag_fall)[0].holds);
    CHECK(hall.live().hold == game::Hold::question);
    check_replay(hall);
    SECTION("and once more") {
        hall.rule(undo(hall.live().rulings));
        CHECK(hall.refused == "");
        CHECK(hall.live().questions.empty());
        CHECK(hall.readings[Side::white] == minutes(5));
        hall.rule(wire::ResumeClock{});
        CHECK(hall.running);
        hall.press(Side::white);
    }
    SECTION("it is answered otherwise") {
        hall.rule(answer(hall, "black_wins"));
        CHECK(hall.live().result->ending == Ending::time_forfeit);
    }
    SECTION("as before") {
        hall.rule(answer(hall, "set_clock"));
        CHECK(hall.refused == "");
        CHECK(hall.running);
    }
    check_replay(hall);
}

TEST_CASE("6.8: a flag that was reached while a correction was under way is up after it",
          "[flags][regress]") {
    Hall hall = called();
    hall.prompt = false;
    hall.made(Side::white, "?!");
    hall.press(Side::white);  // the readings from before it are on their way to the clock
    REQUIRE_FALSE(hall.live().outbox.empty());
    hall.feed(hall.flag_reached(Side::black, true));
    REQUIRE(of_flags(hall).size() == 1);
    hall.deliver();
    REQUIRE(hall.readings[Side::black] > Duration{});
    CHECK(of_flags(hall).empty());
    check_replay(hall);
}

TEST_CASE("6.8: by another control a flag is up as soon as that is ruled", "[flags]") {
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white));
    REQUIRE(of_flags(hall).size() == 1);
    hall.prompt = false;
    wire::ChangeControl act;
    act.time_control = "3600+10";
    act.white = act.black = minutes(30);
    hall.rule(act);
    REQUIRE(hall.refused == "");
    CHECK(of_flags(hall).empty());
    hall.deliver();
    check_replay(hall);
}

// A command from before the intervention has no effect, so the clock's readings are known.
TEST_CASE("6.8: a flag is up again where somebody sets the clock while a command is under way",
          "[flags][regress]") {
    Hall hall = called();
    hall.prompt = false;
    wire::AdjustClock act;
    act.white = seconds(1);
    hall.rule(act);
    REQUIRE(hall.live().outbox.size() == 1);
    hall.feed(hall.flag_reached(Side::white));
    REQUIRE(of_flags(hall).size() == 1);
    hall.set({.readings = {{minutes(5), minutes(5)}}, .turn = hall.turn, .ply = hall.ply,
              .run = true, .fen = {}, .article = "6.10.2", .reason = "seen", .answers = {}});
    CHECK(hall.live().outbox.size() == 1);
    CHECK(of_flags(hall).empty());
    check_replay(hall);
}

TEST_CASE("6.8: the call of a flag is taken back after what the flag gave", "[undo][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5 Nf3 Nc6");
    SECTION("clockd had asked whether it is called") {
        hall.feed(hall.flag_reached(Side::white));
    }
    SECTION("it had fallen at clockd") {
        fall(hall);
    }
    const wire::Subject subject = hall.live().questions.back().about;
    hall.rule(answer(hall, "call"));
    REQUIRE(hall.live().result.has_value());
    hall.rule(undo(1));
    CHECK(hall.refused == "later_result");
    CHECK(hall.refusal.find("ruling 2 ") != std::string::npos);
    CHECK(hall.live().result.has_value());
    hall.rule(undo(2));
    CHECK_FALSE(hall.live().result.has_value());
    hall.rule(undo(1));
    CHECK(hall.refused.empty());
    CHECK(about(hall, subject).size() == 1);
    const std::uint32_t back = hall.live().rulings;
    hall.rule(undo(back - 1));  // no result stands again for a flag that is not called
    CHECK(hall.refused == "later_answer");
    CHECK(hall.refusal.find("ruling " + std::to_string(back) + " ") != std::string::npos);
    hall.rule(undo(back));
    hall.rule(undo(back - 1));
    CHECK(hall.live().result.has_value());
    CHECK(hall.replayed() == hall.games);
}

namespace {

// White's flag fell, and as far as known nobody has come: an arbiter is asked.
Hall fallen_with_nobody() {
    Hall hall;
    fall(hall, {{true, true}});
    REQUIRE(hall.live().hold == game::Hold::question);
    return hall;
}

wire::AdjustClock to_white(Duration time) {
    wire::AdjustClock act;
    act.white = time;
    return act;
}

}  // namespace

TEST_CASE("6.8: a call that the clock got at the second time is taken back after the result",
          "[undo][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5 Nf3 Nc6");
    hall.feed(hall.flag_reached(Side::white));
    hall.refuse_next = "id_used";
    hall.rule(answer(hall, "call"));
    hall.rule(answer(hall, "again"));
    REQUIRE(hall.live().result.has_value());
    const std::uint32_t result = hall.live().rulings;
    hall.rule(undo(1));
    CHECK(hall.refused == "later_result");
    hall.rule(undo(result));
    hall.rule(undo(1));
    CHECK(hall.refused.empty());
    CHECK_FALSE(hall.live().result.has_value());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.8: a result given while the call of a flag was taken back does not rest on it",
          "[undo][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5 Nf3 Nc6");
    fall(hall);
    hall.rule(answer(hall, "call"));
    hall.rule(undo(2));
    hall.rule(undo(1));
    REQUIRE(hall.refused == "");
    hall.rule(give(drawn()), "12.9");
    REQUIRE(hall.live().result.has_value());
    for (int times = 0; times < 4; ++times) {
        hall.rule(undo(game::tip_of(hall.live(), 1)));
        INFO(hall.refusal);
        CHECK(hall.refused == "");
    }
    check_replay(hall);
}

TEST_CASE("12.9.2: time is given while a flag waits for a decision", "[desk][regress]") {
    const bool resigned = GENERATE(false, true);
    Hall hall = resigned ? Hall("", "", {{"resignation_from_move", "30"}}) : fallen_with_nobody();
    if (resigned) {
        hall.play("e4 e5 Nf3 Nc6");
        hall.resign(Side::black);
    }
    REQUIRE(hall.live().hold == game::Hold::question);
    const Both<Duration> before = hall.readings;
    Both<Duration> then = before;
    if (resigned) {  // for an illegal action, once
        hall.rule(two_hands(Side::white));
        then[Side::black] += minutes(2);
    } else {
        hall.rule(to_white(minutes(1)));
        then[Side::white] += minutes(1);
    }
    CHECK(hall.refusals == 0);
    CHECK(hall.readings == then);
    CHECK(hall.live().readings == then);
    CHECK(hall.live().hold == game::Hold::question);
    CHECK_FALSE(hall.running);
    hall.rule(undo_last(hall));
    CHECK(hall.readings == before);
    CHECK(hall.live().hold == game::Hold::question);
    CHECK(hall.refusals == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.8: a flag is asked about again, whatever gave the time that is taken back",
          "[undo][regress]") {
    const bool freeze = GENERATE(false, true);
    Hall hall = called();
    hall.feed(hall.flag_reached(Side::white, freeze));
    REQUIRE(of_flags(hall).size() == 1);
    hall.rule(to_white(seconds(30)));
    const std::uint32_t first = hall.live().rulings;
    CHECK(of_flags(hall).empty());
    hall.rule(to_white(seconds(30)));
    hall.rule(undo(first));
    CHECK(of_flags(hall).empty());
    hall.rule(undo(first + 1));
    CHECK(hall.readings[Side::white] == Duration{});
    REQUIRE(of_flags(hall).size() == 1);
    CHECK(about(hall, wire::Subject::pause).empty());
    CHECK_FALSE(hall.running);
    hall.rule(answer(of_flags(hall)[0].number, "leave"));
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11.3: a clock that stands for nothing is seen beside other questions",
          "[desk][regress]") {
    Hall hall = called();
    wire::Appeal appeal;
    appeal.side = Side::black;
    appeal.text = "the game before";
    hall.rule(appeal);
    hall.feed(hall.flag_reached(Side::white, true));
    hall.rule(to_white(seconds(30)));
    CHECK(of_flags(hall).empty());
    CHECK(about(hall, wire::Subject::appeal).size() == 1);
    CHECK(about(hall, wire::Subject::pause).size() == 1);
    CHECK(hall.replayed() == hall.games);
}
