// Another time control that an arbiter sets at the desk (6.10.2), as the oracle judges it.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

wire::ChangeControl control(const std::string& text, std::optional<PeriodTrigger> trigger = {}) {
    wire::ChangeControl act;
    act.time_control = text;
    act.period_trigger = trigger;
    return act;
}

wire::ChangeControl shown(const std::string& text, Duration white_time, Duration black_time) {
    wire::ChangeControl act = control(text);
    act.white = white_time;
    act.black = black_time;
    return act;
}

Pair stands(const std::string& time_control = "5400+30") {
    Pair pair;
    pair.open(time_control);
    pair.play("e4 e5 Nf3 Nc6 Bb5");
    pair.rule(wire::PauseClock{});
    return pair;
}

}  // namespace

TEST_CASE("another time control set at the desk is judged") {
    SECTION("with times, while the clock runs") {
        Pair pair = begun();
        pair.rule(shown("3600+10", minutes(50), minutes(51)));
        plays_on(pair, "Bb5 a6");
        judged_clean(pair);
    }
    SECTION("without: what was used stays used") {
        Pair pair = stands();
        SECTION("more in the first period") { pair.rule(control("7200")); }
        SECTION("another increment") { pair.rule(control("5400+10")); }
        SECTION("Bronstein") { pair.rule(control("5400b20")); }
        SECTION("a period that has ended") { pair.rule(control("2/5400+30:1800+30")); }
        SECTION("one that repeats") { pair.rule(control("1/5400:1/600")); }
        SECTION("one side said") {
            wire::ChangeControl act = control("7200");
            act.black = minutes(100);
            pair.rule(act);
        }
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "a6 Ba4");
        judged_clean(pair);
    }
    SECTION("from periods that have ended") {
        Pair pair = stands("2/5400+30:1800+10");
        pair.rule(control("3600"));
        judged_clean(pair);
    }
    SECTION("a game that begins again begins with it") {
        Pair pair = stands();
        pair.rule(control("3600+20"));
        pair.rule(clocks(minutes(20), minutes(30), false));
        pair.rule(wire::RestartGame{false, ""});
        judged_clean(pair);
        last<wire::GameRestarted>(pair.record).readings[white] += seconds(1);
        CHECK_THAT(said(pair.judged()), Contains("white_us is"));
    }
}

TEST_CASE("a clock that stands for nobody is asked about") {
    const bool by_control = GENERATE(true, false);
    Pair pair;
    pair.flag_call = wire::FlagCall::arbiter;
    pair.freeze = true;
    pair.open("60");
    pair.play("e4 e5");
    pair.wait(minutes(2));
    if (by_control) pair.rule(shown("3600", minutes(30), minutes(30)));
    else pair.rule(wire::AdjustClock{minutes(5), {}});
    REQUIRE(last<wire::QuestionPut>(pair.record).about == wire::Subject::pause);
    SECTION("and it runs on") {
        pair.rule(answer(2, "resume"));
        plays_on(pair, "Nf3 Nc6");
    }
    judged_clean(pair);
}

TEST_CASE("another time control spoilt") {
    Pair pair = stands();
    std::string wanted;
    SECTION("the clock shows another time") {
        pair.rule(control("7200"));
        issued<wire::SetControl>(pair).readings[white] += seconds(1);
        wanted = "white_us is";
    }
    SECTION("the clock gets another control") {
        pair.rule(shown("7200", minutes(110), minutes(110)));
        issued<wire::SetControl>(pair).control.time_control = "3600";
        wanted = "time_control is \"3600\", must be \"7200\"";
    }
    SECTION("periods that end another way") {
        pair.rule(control("7200"));
        issued<wire::SetControl>(pair).control.period_trigger = PeriodTrigger::zero;
        wanted = "period_trigger is";
    }
    SECTION("the clock takes another") {
        pair.rule(control("7200"));
        last<wire::ControlSet>(pair.clock).control.time_control = "3600";
        wanted = "the effect is not what the command says";
    }
    SECTION("the record has another") {
        pair.rule(control("7200"));
        last<wire::ClockIntervention>(pair.record).time_control = "3600";
        wanted = "time_control is \"3600\", must be \"7200\"";
    }
    SECTION("the command is never sent") {
        pair.rule(control("7200"));
        drop<wire::CommandIssued>(pair);
        wanted = "no command_issued";
    }
    SECTION("nobody ruled it") {
        pair.rule(control("7200"));
        last<wire::RulingGiven>(pair.record).about = wire::Subject::clock;
        wanted = "about is clock, must be control";
    }
    SECTION("no time is left") {
        pair.rule(control("7200"));
        std::get<wire::ChangeControl>(last<wire::DeskActed>(pair.record).act).time_control = "1";
        wanted = "less than nothing";
    }
    SECTION("the game begins again by the old one") {
        pair.rule(control("3600"));
        pair.rule(wire::RestartGame{false, ""});
        last<wire::GameRestarted>(pair.record).readings[white] = seconds(5430);
        wanted = "white_us is";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("a setting with another period than the game's is noticed", "[regress]") {
    Pair pair;
    pair.open("2/300:60");
    pair.play("e4 e5 Nf3");
    pair.rule(wire::PauseClock{});
    wire::SetClock set = clocks(minutes(3), minutes(4), false);
    const bool goes_back = GENERATE(false, true);
    if (goes_back) set.ply = Ply{2};
    pair.rule(set);
    SECTION("none is set") { judged_clean(pair); }
    SECTION("one is set") {
        issued<wire::SetReading>(pair).correction.period = {{2, 0}};
        CHECK_THAT(said(pair.judged()), Contains("white_period is 2, must be 0"));
    }
}
