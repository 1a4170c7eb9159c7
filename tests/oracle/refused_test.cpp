// Commands of the desk that clockd does not carry out: no ruling claims that they were done.
#include <algorithm>
#include <iterator>

#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// Somebody pauses the clock before the command of this act arrives.
void overtaken(Pair& pair, wire::DeskAct act) {
    pair.prompt = false;
    pair.rule(std::move(act));
    pair.pause();
    pair.deliver();
    pair.prompt = true;
}

wire::ChangeControl control() {
    wire::ChangeControl act;
    act.time_control = "3600+10";
    act.white = act.black = minutes(50);
    return act;
}

}  // namespace

TEST_CASE("commands that clockd refuses are judged") {
    Pair pair = begun();
    SECTION("time that was given") { overtaken(pair, wire::AdjustClock{minutes(1), {}}); }
    SECTION("another time control") { overtaken(pair, control()); }
    SECTION("a pause") { overtaken(pair, wire::PauseClock{}); }
    SECTION("time that was given back") {
        pair.rule(wire::AdjustClock{minutes(1), {}});
        overtaken(pair, wire::UndoRuling{1});
    }
    SECTION("and once more") {
        overtaken(pair, wire::AdjustClock{minutes(1), {}});
        pair.rule(answer(1, "again"));
    }
    SECTION("another time control, once more") {
        overtaken(pair, control());
        pair.rule(answer(1, "again"));
    }
    SECTION("and that is taken back, and given again") {
        overtaken(pair, control());
        pair.rule(answer(1, "again"));
        const std::uint32_t again = last<wire::RulingGiven>(pair.record).number;
        pair.rule(wire::UndoRuling{again});
        pair.rule(wire::UndoRuling{again + 1});
    }
    SECTION("and that is taken back while the clock runs, and given again") {
        overtaken(pair, control());
        pair.rule(answer(1, "again"));
        const std::uint32_t again = last<wire::RulingGiven>(pair.record).number;
        pair.resume();
        pair.rule(wire::UndoRuling{again});
        REQUIRE(last<wire::ControlSet>(pair.clock).goes_on);
        pair.rule(wire::UndoRuling{again + 1});
        pair.pause();
    }
    SECTION("time that is given back at the third time of asking") {
        pair.rule(wire::AdjustClock{minutes(1), {}});
        pair.rule(wire::UndoRuling{1});
        overtaken(pair, wire::UndoRuling{2});
        pair.rule(answer(1, "again"));
    }
    SECTION("time that was not given back, and is then") {
        pair.rule(wire::AdjustClock{minutes(1), {}});
        overtaken(pair, wire::UndoRuling{1});
        pair.rule(wire::UndoRuling{1});
        pair.rule(answer(1, "noted"));
    }
    SECTION("a clock that was set") {
        pair.rule(wire::PauseClock{});
        pair.prompt = false;
        pair.rule(clocks(minutes(70), minutes(71), true));
        pair.resume();
        pair.deliver();
        pair.prompt = true;
        pair.pause();
    }
    pair.resume();
    plays_on(pair, "Bb5 a6");
    judged_clean(pair);
}

TEST_CASE("a clock that stopped before the correction was refused is judged") {
    Pair pair;
    pair.open("5400+30");
    pair.play("e4 e5 Qh5 Nc6 Bc4 Nf6");
    pair.rule(wire::PauseClock{});
    pair.prompt = false;
    pair.rule(clocks(minutes(70), minutes(71), true));
    pair.resume();
    std::string option = "resume";
    SECTION("by a flag") {
        pair.wait(minutes(120));
        option = "set_clock";  // with the times that the ruling gave
    }
    SECTION("by a claim") { pair.claim(black, "fifty_move"); }
    SECTION("by a mate") { pair.move(white, "Qxf7#"); }
    CHECK_FALSE(last<wire::ClockIntervention>(pair.record).run);
    pair.deliver();
    pair.prompt = true;
    pair.rule(answer(1, option));
    plays_on(pair, "Qxe5+ Nxe5");
    judged_clean(pair);
}

TEST_CASE("what is asked of a position before the start is judged") {
    Pair pair;
    pair.starts = false;
    pair.open("5400+30");
    wire::Correction set{.readings = {{minutes(80), minutes(80)}}, .turn = black, .ply = {1},
                         .run = false, .fen = {}, .article = "7.1", .reason = "",
                         .answers = {}};
    pair.set(set);
    SECTION("answered before it") {
        pair.rule(answer(1, "resume"));
        pair.give(wire::StartGame{});
    }
    SECTION("answered after it") {
        pair.give(wire::StartGame{});
        pair.rule(answer(1, "resume"));
    }
    set.turn = white;
    set.ply = {};
    set.run = true;
    pair.set(set);
    plays_on(pair, "e4 e5");
    judged_clean(pair);
}

TEST_CASE("commands that come after the end of the game are judged") {
    Pair pair = begun();
    pair.prompt = false;
    SECTION("time that was given") { pair.rule(wire::AdjustClock{minutes(1), {}}); }
    SECTION("another time control") { pair.rule(control()); }
    SECTION("a pause") { pair.rule(wire::PauseClock{}); }
    pair.end({drawn(), Ending::arbiter_decision, "12.9"});
    judged_clean(pair);
}

TEST_CASE("a touch that is lifted when the clock gets the undo once more is judged", "[regress]") {
    Pair pair = begun();
    pair.claim(white, "threefold", "g1g3");
    pair.press(white, "d4");
    REQUIRE(last<wire::QuestionPut>(pair.record).about == wire::Subject::touch_move);
    overtaken(pair, wire::UndoRuling{1});
    REQUIRE(last<wire::QuestionPut>(pair.record).about == wire::Subject::refused);
    pair.rule(answer(last<wire::QuestionPut>(pair.record).number, "again"));
    const bool whole = GENERATE(true, false);
    if (whole) return judged_clean(pair);
    const auto closed =
        std::find_if(pair.record.rbegin(), pair.record.rend(), [](const GameRow& row) {
            const auto* e = std::get_if<wire::QuestionClosed>(&row.event);
            return e && e->how == wire::Closing::overtaken;
        });
    pair.record.erase(std::next(closed).base());
    for (Pos pos{}; GameRow& row : pair.record) row.pos = Pos{++pos.value};
    CHECK_THAT(said(pair.judged()), Contains("breaks no ruling that stands"));
}

TEST_CASE("a result that stands beside an answer given meanwhile is judged", "[regress]") {
    Pair pair = begun();
    pair.move(white, "Bb5");
    pair.offer(white);
    pair.press(white);
    wire::BindMove touch;
    touch.side = black;
    touch.squares = "g8";
    pair.rule(touch);
    pair.accept(black);
    pair.rule(answer(1, "draw"));
    pair.prompt = false;
    pair.rule(wire::UndoRuling{last<wire::RulingGiven>(pair.record).number});
    pair.lose(true);
    pair.deliver();
    pair.prompt = true;
    const auto asked = [&](wire::Subject about) {
        std::uint32_t number = 0;
        for (const GameRow& row : pair.record)
            if (const auto* put = std::get_if<wire::QuestionPut>(&row.event))
                if (put->about == about) number = put->number;
        return number;
    };
    pair.rule(answer(asked(wire::Subject::agreement), "noted"));
    pair.rule(answer(asked(wire::Subject::clock_command), "let_be"));
    wire::RulingGiven& stands = last<wire::RulingGiven>(pair.record);
    REQUIRE(stands.about == wire::Subject::result);
    CHECK(stands.effect.undoes == 0);
    SECTION("as it is") {
        CHECK(said(pair.judged(false)) == "");
        pair.rule(wire::UndoRuling{stands.number});
        judged_clean(pair);
    }
    SECTION("both answers stand") {
        stands.effect.undoes = 3;
        CHECK_THAT(said(pair.judged(false)), Contains("does not stand"));
    }
}

TEST_CASE("what was not done, spoilt") {
    Pair pair = begun();
    std::string wanted;
    SECTION("the ruling goes on saying it") {
        overtaken(pair, wire::AdjustClock{minutes(1), {}});
        last<wire::RulingGiven>(pair.record).effect.undoes = 0;
        wanted = "no ruling says that ruling 1 does not hold";
    }
    SECTION("no further ruling is given") {
        overtaken(pair, control());
        const auto is_second = [](const GameRow& row) {
            const auto* given = std::get_if<wire::RulingGiven>(&row.event);
            return given && given->number == 2;
        };
        std::erase_if(pair.record, is_second);
        wanted = "no ruling_given";
    }
    SECTION("nobody is asked") {
        overtaken(pair, wire::AdjustClock{minutes(1), {}});
        drop<wire::QuestionPut>(pair);
        wanted = "no question_put";
    }
    SECTION("other time is given again") {
        overtaken(pair, wire::AdjustClock{minutes(1), {}});
        pair.rule(answer(1, "again"));
        issued<wire::Adjust>(pair).deltas[white] = minutes(2);
        wanted = "white_us is";
    }
    SECTION("it came too late, and the ruling holds") {
        pair.prompt = false;
        pair.rule(wire::AdjustClock{minutes(1), {}});
        pair.end({drawn(), Ending::arbiter_decision, "12.9"});
        for (GameRow& row : pair.record)
            if (auto* given = std::get_if<wire::RulingGiven>(&row.event))
                given->effect.undoes = 0;
        wanted = "no ruling says that ruling 1 does not hold";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}
