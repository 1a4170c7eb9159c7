// The arbiter's office: the time control corrected (6.10.2), arrivals (6.7), results approved
// (8.7), appeals (11.10), and breaks (6.11).
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using wire::Party;

wire::ChangeControl control(const std::string& text, Duration white, Duration black) {
    wire::ChangeControl act;
    act.time_control = text;
    act.white = white;
    act.black = black;
    return act;
}

wire::Approve approve(Party who) {
    wire::Approve act;
    act.who = who;
    return act;
}

wire::Appeal appeal(Side side, std::uint32_t ruling = 0) {
    wire::Appeal act;
    act.side = side;
    act.ruling = ruling;
    act.text = "my flag had not fallen";
    return act;
}

Events default_time(Hall& hall, bool white, bool black) {
    wire::DefaultTimePassed e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.absent = {{white, black}};
    return hall.feed(e);
}

std::string options(const wire::QuestionPut& question) {
    std::string all;
    for (const wire::Pair& option : question.options) all += option.name + " ";
    return all;
}

// After one move by each side.
Hall white_resigned() {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::white);
    return hall;
}

}  // namespace

TEST_CASE("6.10.2: a clock that was set wrong gets another control and readings", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const bool runs = GENERATE(true, false);
    if (!runs) hall.pause();
    const Events events =
        hall.rule(control("40/5400+30:1800+30", minutes(89), minutes(88)));
    CHECK(the<wire::RulingGiven>(events).article == "6.10.2");
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "control_before") == "5400+30");
    CHECK(hall.control_set == "40/5400+30:1800+30");
    CHECK(hall.live().control == hall.control_set);
    CHECK(hall.readings == Both<Duration>{{minutes(89), minutes(88)}});
    CHECK(hall.running == runs);
    CHECK(hall.live().running == runs);
    CHECK(hall.live().readings == hall.readings);
    CHECK(last<wire::ClockIntervention>(hall.log)->kind == wire::Intervening::control_set);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.10.2: what is no control is refused", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(hall.rule(control("soon", minutes(1), minutes(1))).empty());
    CHECK(hall.refused == "bad_control");
    CHECK(hall.rule(control("5400", Duration{-1}, minutes(1))).empty());
    CHECK(hall.refused == "bad_time");
}

TEST_CASE("6.10.2: a clock that stands keeps what was used, by the new control", "[desk]") {
    Hall hall;  // 5400+30
    hall.play("e4 e5 Nf3 Nc6");
    wire::ChangeControl act;
    act.time_control = "7200";
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "clock_running");
    hall.pause();
    const Both<Duration> before = hall.readings;
    SECTION("both sides, of which each has completed two moves") {
        // 30 minutes more, and three bonuses less: for two moves and for the next one.
        const Duration more = minutes(30) - seconds(90);
        hall.rule(act);
        CHECK(hall.refused == "");
        CHECK(hall.readings ==
              Both<Duration>{{before[Side::white] + more, before[Side::black] + more}});
        CHECK(!hall.running);
    }
    SECTION("one of them is said") {
        act.white = minutes(1);
        hall.rule(act);
        CHECK(hall.readings[Side::white] == minutes(1));
        CHECK(hall.readings[Side::black] == before[Side::black] + minutes(30) - seconds(90));
    }
    SECTION("more was used than there is") {
        act.time_control = "1";
        CHECK(hall.rule(act).empty());
        CHECK(hall.refused == "bad_time");
    }
}

TEST_CASE("6.10.2: readings are worked out only where the moves show both controls' periods",
          "[desk][regress]") {
    const bool before = GENERATE(true, false);
    const bool after = GENERATE(true, false);
    Hall hall;
    hall.play("e4 e5");
    hall.pause();
    wire::ChangeControl act = control("2/3600+30:1800+30", minutes(50), minutes(51));
    act.period_trigger = before ? PeriodTrigger::zero : PeriodTrigger::moves;
    hall.rule(act);
    REQUIRE(hall.refused == "");
    act.time_control = "2/5400+30:1800+30";
    act.white = act.black = std::nullopt;
    act.period_trigger = after ? PeriodTrigger::zero : PeriodTrigger::moves;
    hall.rule(act);
    CHECK(hall.refused == (before || after ? "times_missing" : ""));
}

TEST_CASE("6.10.2: a control that the clock refuses is asked about, and sent again", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.refuse_next = "stale_epoch";
    hall.rule(control("3600", minutes(50), minutes(51)));
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::control);
    CHECK(hall.control_set.empty());
    SECTION("again") {
        hall.rule(answer(hall, "again"));
        CHECK(hall.control_set == "3600");
        CHECK(hall.readings[Side::black] == minutes(51));
    }
    SECTION("not") {
        hall.rule(answer(hall, "noted"));
        CHECK(hall.control_set.empty());
    }
    CHECK(hall.live().questions.empty());
}

TEST_CASE("A.5.1: after ten moves of both the clock's setting stays", "[desk]") {
    Hall hall("", "fide-rapid-a5", {}, "900+10");
    for (int i = 0; i < 5; ++i) hall.play("Nf3 Nf6 Ng1 Ng8");
    if (hall.over) return;
    CHECK(hall.rule(control("900", minutes(10), minutes(10))).empty());
    CHECK(hall.refused == "too_late");
    CHECK_FALSE(hall.rule(control("900", minutes(10), minutes(10)), "A.5.1").empty());
}

TEST_CASE("6.7.1: who is absent at the default time may be declared lost by forfeit", "[desk]") {
    Hall hall;
    SECTION("one") {
        const auto question = the<wire::QuestionPut>(default_time(hall, true, false));
        CHECK(options(question) == "forfeit_white wait ");
        hall.rule(answer(hall, "forfeit_white"));
        CHECK(hall.live().result->score == win_of(Side::black));
        CHECK(hall.live().result->ending == Ending::forfeit);
        CHECK(hall.live().result->article == "6.7.1");
    }
    SECTION("both") {
        const auto question = the<wire::QuestionPut>(default_time(hall, true, true));
        CHECK(options(question) == "forfeit_white forfeit_black forfeit_both wait ");
        hall.rule(answer(hall, "forfeit_both"));
        CHECK(hall.live().result->score == Score{});
    }
    SECTION("the arbiter decides otherwise") {
        default_time(hall, false, true);
        hall.rule(answer(hall, "wait"));
        CHECK_FALSE(hall.over);
        CHECK(hall.running);
        hall.play("e4 e5");
        CHECK(hall.live().ply == Ply{2});
    }
}

TEST_CASE("6.7.2: White's clock runs though nobody is there", "[desk]") {
    Hall hall;
    CHECK(hall.live().running);
    default_time(hall, true, true);
    CHECK(hall.running);
    CHECK(hall.turn == Side::white);
    hall.rule(answer(hall, "wait"));
    CHECK(hall.running);
}

TEST_CASE("6.7.1: an arrival is sent to the clock and comes back as its event", "[desk]") {
    Hall hall;
    wire::Arrival arrival;
    arrival.side = Side::black;
    hall.rule(arrival);
    CHECK(last<wire::PlayerArrived>(hall.log)->side == Side::black);
    CHECK(hall.live().outbox.empty());
    hall.refuse_next = "already_arrived";
    hall.rule(arrival);
    CHECK(hall.live().outbox.empty());
    CHECK(hall.live().questions.empty());
    hall.rule(give(drawn()), "12.9");
    CHECK(hall.rule(arrival).empty());
    CHECK(hall.refused == "game_over");
}

TEST_CASE("8.7: a result is approved by both players and the arbiter", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(hall.rule(approve(Party::white)).empty());
    CHECK(hall.refused == "not_over");
    hall.resign(Side::white);
    for (const Party who : {Party::white, Party::black, Party::arbiter}) {
        const auto approved = the<wire::ResultApproved>(hall.rule(approve(who)));
        CHECK(approved.who == who);
        CHECK(approved.by == "Anna Arbiter");
        CHECK(hall.rule(approve(who)).empty());
        CHECK(hall.refused == "nothing_to_change");
    }
    CHECK(game::approved_by(hall.live(), wire::Party::arbiter));
    const std::vector<game::Approval> approvals = hall.live().approvals;
    hall.rule(wire::ReverseColours{});  // for the players it is another result
    CHECK_FALSE(game::approved_by(hall.live(), wire::Party::arbiter));
    CHECK(hall.live().approvals.empty());
    hall.rule(approve(Party::white));
    hall.rule(wire::ReverseColours{});
    CHECK(hall.live().approvals == approvals);
    hall.rule(wire::ReverseColours{});
    CHECK(hall.live().approvals.size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("8.7: another result of the arbiter's is approved again; a wrong one stands", "[desk]") {
    Hall hall = white_resigned();
    hall.rule(approve(Party::white));
    hall.rule(approve(Party::black));
    hall.rule(approve(Party::arbiter));
    SECTION("only the arbiter changes it") {
        hall.resign(Side::black);
        hall.offer(Side::black);
        CHECK(hall.live().result->score == win_of(Side::black));
        CHECK(game::approved_by(hall.live(), wire::Party::arbiter));
    }
    SECTION("another result") { hall.rule(give(drawn()), "8.7"); }
    SECTION("withdrawn") {
        hall.rule(wire::UndoRuling{hall.live().rulings});
        CHECK_FALSE(hall.live().result.has_value());
    }
    const bool changed = hall.live().result != std::nullopt &&
                         hall.live().result->score == win_of(Side::black);
    CHECK(game::approved_by(hall.live(), wire::Party::arbiter) == changed);
    CHECK(game::approved_by(hall.live(), wire::Party::white) == changed);
    CHECK(game::approved_by(hall.live(), wire::Party::black) == changed);
}

TEST_CASE("8.7: a result that stands again is approved as before", "[desk][undo][regress]") {
    Hall hall = white_resigned();
    hall.rule(approve(Party::white));
    hall.rule(approve(Party::arbiter));
    const std::vector<game::Approval> approvals = hall.live().approvals;
    REQUIRE(approvals.size() == 2);
    SECTION("it was corrected by mistake") { hall.rule(give(drawn(), "agreement")); }
    SECTION("it was taken back by mistake") { hall.rule(undo_last(hall)); }
    CHECK(hall.live().approvals.empty());
    hall.rule(undo_last(hall));
    CHECK(hall.live().result->score == win_of(Side::black));
    CHECK(hall.live().approvals == approvals);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("8.7: what leaves the score and the players by side leaves the approvals",
          "[desk][regress]") {
    Hall hall = white_resigned();
    for (const Party who : {Party::white, Party::black, Party::arbiter}) hall.rule(approve(who));
    const auto approved = [&] { return hall.live().approvals.size() == 3; };
    SECTION("the same score by another article, and back") {
        hall.rule(give(win_of(Side::black)), "8.7");
        CHECK(hall.live().result->ending == Ending::arbiter_decision);
        CHECK(approved());
        hall.rule(undo_last(hall));
        CHECK(hall.live().result->ending == Ending::resignation);
    }
    SECTION("the wrong score, and the right one again") {
        hall.rule(give(drawn()), "8.7");
        hall.rule(approve(Party::white));
        hall.rule(give(win_of(Side::black), "resignation"));
    }
    SECTION("a score that was set aside twice, and taken away between") {
        hall.rule(give(drawn()), "8.7");
        const std::uint32_t corrected = hall.live().rulings;
        hall.rule(wire::ReverseColours{});
        hall.rule(undo(corrected));
        CHECK(hall.live().approvals.empty());  // the players have changed sides
        hall.rule(undo(1));
        CHECK_FALSE(hall.live().result);
        hall.rule(undo_last(hall));
        CHECK(hall.live().approvals.empty());
        hall.rule(wire::ReverseColours{});
    }
    CHECK(hall.live().result->score == win_of(Side::black));
    CHECK(approved());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("8.7: a game that is opened and ends again is approved again", "[desk][regress]") {
    Hall hall = white_resigned();
    hall.rule(approve(Party::white));
    SECTION("at the desk") {
        hall.rule(undo_last(hall));
        hall.rule(wire::ResumeClock{});
    }
    SECTION("at the clock") {
        hall.reopen();
        hall.resume();
    }
    hall.resign(Side::white);
    REQUIRE(hall.live().result);
    CHECK(hall.live().approvals.empty());
    hall.rule(wire::ReverseColours{});
    hall.rule(wire::ReverseColours{});
    CHECK(hall.live().approvals.empty());
}

TEST_CASE("11.10: an appeal waits, even after signing, until it is decided", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.flag(Side::white);
    hall.rule(approve(Party::white));
    const auto question = the<wire::QuestionPut>(hall.rule(appeal(Side::white, 1)));
    CHECK(question.about == wire::Subject::appeal);
    CHECK(question.article == "11.10");
    CHECK(fact(question.evidence, "ruling") == "1");
    wire::DecideAppeal decide;
    decide.appeal = question.number;
    decide.upheld = GENERATE(true, false);
    decide.text = "the film shows it";
    const Events events = hall.rule(decide);
    CHECK(the<wire::QuestionClosed>(events).option == (decide.upheld ? "upheld" : "dismissed"));
    CHECK(the<wire::RulingGiven>(events).effect.answers == question.number);
    CHECK(hall.live().questions.empty());
    CHECK(hall.live().result->score == win_of(Side::black));  // until another ruling
    CHECK(hall.rule(decide).empty());
    CHECK(hall.refused == "unknown_question");
}

TEST_CASE("11.10: an appeal made in play is still there when the game is over", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(appeal(Side::black));
    hall.pause();
    hall.resume();
    hall.resign(Side::white);
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "dismissed"));
    CHECK(hall.live().questions.empty());
}

TEST_CASE("11.10: the event's rules may say otherwise", "[desk]") {
    SECTION("no appeals") {
        Hall hall("", "", {{"appeals", "never"}});
        CHECK(hall.rule(appeal(Side::white)).empty());
        CHECK(hall.refused == "no_appeal");
    }
    SECTION("not after signing") {
        Hall hall("", "", {{"appeals", "until-signed"}});
        hall.play("e4 e5");
        hall.resign(Side::white);
        hall.rule(approve(Party::white));
        CHECK(hall.rule(appeal(Side::white)).empty());
        CHECK(hall.refused == "no_appeal");
        CHECK_FALSE(hall.rule(appeal(Side::black)).empty());
    }
    SECTION("what is no appeal") {
        Hall hall;
        wire::Appeal silent = appeal(Side::white);
        silent.text.clear();
        CHECK(hall.rule(silent).empty());
        CHECK(hall.refused == "text_missing");
        CHECK(hall.rule(appeal(Side::white, 9)).empty());
        CHECK(hall.refused == "unknown_ruling");
    }
}

TEST_CASE("6.11: why the clock was stopped and why it runs again are kept", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{}, "", "fire alarm");
    const auto paused = *last<wire::ClockIntervention>(hall.log);
    CHECK(paused.reason == "fire alarm");
    const Events events = hall.rule(wire::ResumeClock{}, "", "false alarm");
    CHECK(the<wire::RulingGiven>(events).article == "6.11.3");
    CHECK(the<wire::RulingGiven>(events).text.find("false alarm") != std::string::npos);
    CHECK(hall.running);
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
}
