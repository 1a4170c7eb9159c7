// Clocks and questions after an act of a person: corrections stay, offered options
// work, and a question waits for its answer.
#include <algorithm>

#include "arbiterd/game/state/taken_back.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"
#include "tests/unit/game/random_acts.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

bool offers(const wire::QuestionPut& question, const std::string& option) {
    return std::ranges::find(question.options, option, &wire::Pair::name) !=
           question.options.end();
}

wire::FlagFell fallen(const Hall& hall, Side side) {
    wire::FlagFell e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.side = side;
    e.ply = hall.ply;
    e.opponent_can_mate = "unknown";
    e.readings[side] = {};
    return e;
}

}  // namespace

TEST_CASE("a clock put right stays so when the game goes back (6.10.2, 7.5.1)", "[after]") {
    Hall hall;
    hall.play("e4 e5");
    const Both<Duration> then = hall.readings;
    hall.play("Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    hall.rule(clock_of(minutes(60), minutes(60), true));
    hall.play("Bb5 a6");
    const auto ruling =
        the<wire::RulingGiven>(hall.rule(illegal(Side::white, Irregularity::illegal_move, 3)));
    CHECK(hall.readings[Side::white] == then[Side::white] + minutes(60) - shown[Side::white]);
    CHECK(hall.readings[Side::black] ==
          then[Side::black] + minutes(60) - shown[Side::black] + minutes(2));
    CHECK(fact(ruling.evidence, "recorded_white_us") == std::to_string(then[Side::white].us));
    CHECK(!fact(ruling.evidence, "changed_since").empty());
    // A later position of the moves made since has not changed.
    hall.rule(wire::ResumeClock{});
    hall.play("Nc3");
    const Both<Duration> at_three = hall.readings;
    hall.play("Nf6");
    const auto again =
        the<wire::RulingGiven>(hall.rule(illegal(Side::black, Irregularity::illegal_move, 4)));
    CHECK(fact(again.evidence, "changed_since").empty());
    CHECK(fact(again.evidence, "recorded_white_us") == std::to_string(at_three[Side::white].us));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game that begins again has the control in force and its corrections", "[after]") {
    Hall hall;
    hall.play("e4 e5");
    SECTION("another control") {
        wire::ChangeControl act;
        act.time_control = "3600+10";
        act.white = act.black = minutes(59);
        hall.rule(act);
        hall.rule(wire::RestartGame{});
        CHECK(hall.readings[Side::white] == minutes(60) + seconds(10));
        CHECK(game::control_of(hall.game()) == "3600+10");
        REQUIRE(hall.game().controls.size() == 1);
        CHECK(hall.game().controls[0].ply == Ply{2});
    }
    SECTION("a clock put right") {
        hall.rule(wire::PauseClock{});
        wire::SetClock set = clock_of(hall.readings[Side::white] - minutes(30),
                                      hall.readings[Side::black] - minutes(30), true);
        hall.rule(set);
        hall.rule(wire::RestartGame{});
        CHECK(hall.readings[Side::white] == minutes(60));
    }
    SECTION("a penalty is of the game that was cancelled") {
        const Both<Duration> before = hall.game().at_start;
        hall.rule(illegal(Side::white, Irregularity::two_hands));
        hall.rule(wire::RestartGame{});
        CHECK(hall.readings == before);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an automatic ruling goes on with the turn", "[after]") {
    Hall hall;
    hall.play("e4 e5");
    SECTION("a wrong claim") {
        CHECK(correction(hall.claim(Side::white, "threefold")).goes_on);
    }
    SECTION("an illegal move") {
        hall.made(Side::white, "e4e6");
        CHECK(correction(hall.press(Side::white)).goes_on);
    }
    SECTION("a correction by a person begins the turn, unless nothing changes") {
        hall.rule(wire::PauseClock{});
        const bool same = GENERATE(true, false);
        const Duration more = same ? Duration{} : seconds(1);
        const Events events = hall.rule(clock_of(hall.readings[Side::white] + more,
                                                 hall.readings[Side::black], true));
        CHECK(correction(events).goes_on == same);
    }
}

TEST_CASE("a clock change that clockd refused leaves no ruling that says it was done", "[after]") {
    Hall hall;
    hall.play("e4 e5");
    wire::AdjustClock act;
    act.white = Duration{} - seconds(100);
    SECTION("there is too little time left") {
        hall.refuse_next = "bad_reading";
        const auto given = the<wire::RulingGiven>(hall.rule(act));
        CHECK(last<wire::RulingGiven>(hall.log)->effect.undoes == given.number);
        const game::Question& question = hall.live().questions.back();
        CHECK(question.about == wire::Subject::refused);
        CHECK(fact(question.evidence, "refused") == "bad_reading");
        CHECK(fact(question.evidence, "command") == "adjust");
        CHECK(fact(question.evidence, "white_time_us") == "-100000000");
        CHECK(question.options.size() == 1);
        hall.rule(undo(given.number));
        CHECK(hall.refused == "already_undone");
    }
    SECTION("somebody intervened first: it may be sent again") {
        const Duration before = hall.readings[Side::white];
        hall.refuse_next = "stale_epoch";
        hall.rule(act);
        CHECK(hall.readings[Side::white] == before);
        hall.rule(answer(hall, "again"));
        CHECK(hall.readings[Side::white] == before - seconds(100));
        CHECK(hall.live().questions.empty());
    }
    SECTION("a control") {
        wire::ChangeControl control;
        control.time_control = "3600";
        control.white = control.black = minutes(50);
        hall.refuse_next = "stale_epoch";
        const auto given = the<wire::RulingGiven>(hall.rule(control));
        CHECK(last<wire::RulingGiven>(hall.log)->effect.unmet == given.number);
        CHECK(game::control_of(hall.game()) == "5400+30");
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("whatever clockd refuses, no ruling says that it was done", "[after][regress]") {
    const std::string code = GENERATE("bad_reading", "stale_epoch", "epoch_ahead", "malformed",
                                      "id_used", "unknown_game", "flag_fallen", "not_allowed");
    INFO(code);
    Hall hall;
    hall.play("e4 e5");
    const auto act = GENERATE(0, 1, 2);
    hall.refuse_next = code;
    if (act == 0) hall.rule(wire::AdjustClock{minutes(1), {}});
    if (act == 1) hall.rule(wire::PauseClock{});
    if (act == 2) {
        wire::ChangeControl control;
        control.time_control = "3600";
        control.white = control.black = minutes(50);
        hall.rule(control);
    }
    if (act == 1 && code == "flag_fallen") {  // it stands
        CHECK_FALSE(hall.live().running);
        return;
    }
    const std::uint32_t given = 1;
    const auto ruling = the<wire::RulingGiven>(hall.log);
    CHECK(ruling.number > given);
    CHECK((ruling.effect.undoes == given || ruling.effect.unmet == given));
    REQUIRE(hall.live().questions.size() == 1);
    const game::Question question = hall.live().questions[0];
    CHECK(fact(question.evidence, "refused") == code);
    for (const wire::Pair& option : question.options) {
        INFO(option.name);
        Hall taken = hall;
        taken.rule(answer(taken, option.name));
        CHECK(taken.refused == "");
        CHECK(taken.live().questions.empty());
        if (option.name != "again" || act != 0) continue;
        CHECK(taken.readings[Side::white] == hall.readings[Side::white] + minutes(1));
        taken.rule(undo(taken.live().rulings));
        CHECK(taken.readings == hall.readings);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("time that is given once more and refused is not given", "[after][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::AdjustClock{minutes(1), {}});
    hall.rule(undo(1));
    const Both<Duration> without = hall.readings;
    hall.refuse_next = "bad_reading";
    hall.rule(undo(2));
    CHECK_FALSE(game::stands(hall.live(), 1));
    CHECK(hall.readings == without);
    hall.rule(undo(1));
    CHECK(hall.refused == "already_undone");
    hall.rule(undo(hall.live().rulings));  // the refusal: the ruling stands again
    CHECK(hall.refused == "");
    CHECK(game::stands(hall.live(), 1));
    CHECK(hall.readings[Side::white] == without[Side::white] + minutes(1));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the refusal of a ruling given again may be undone, and is listed", "[after][regress]") {
    Hall hall;
    hall.refuse_next = "id_used";
    hall.rule(wire::AdjustClock{minutes(1), {}});
    CHECK(game::may_be_undone(hall.live()).empty());
    hall.rule(answer(hall, "again"));
    hall.rule(undo(1));
    CHECK(game::may_be_undone(hall.live()) == std::vector<std::uint32_t>{2, 4});
    hall.rule(undo(2));
    CHECK(hall.refused == "");
    CHECK(game::stands(hall.live(), 1));
}

TEST_CASE("6.7.1: an arrival that clockd refused is asked about", "[after][regress]") {
    Hall hall;
    hall.refuse_next = "stale_epoch";
    hall.rule(wire::Arrival{Side::black});
    CHECK_FALSE(hall.live().came[Side::black]);
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "again"));
    CHECK(hall.live().came[Side::black]);
    CHECK(hall.live().questions.empty());
}

TEST_CASE("an arrival sent again takes no ruling back", "[after][regress]") {
    Hall hall;
    std::uint32_t given = 0;
    SECTION("not the last of a person") {
        hall.resign(Side::white);
        given = the<wire::RulingGiven>(hall.rule(undo(1))).number;
    }
    SECTION("nor one of a command that clockd refused") {
        hall.refuse_next = "bad_reading";
        hall.rule(wire::AdjustClock{seconds(1), {}});
        given = last<wire::RulingGiven>(hall.log)->number;
        REQUIRE(last<wire::RulingGiven>(hall.log)->effect.undoes == 1);
    }
    hall.refuse_next = "stale_epoch";
    hall.rule(wire::Arrival{Side::black});
    const auto ruling = the<wire::RulingGiven>(hall.rule(answer(hall, "again")));
    CHECK(ruling.effect.undoes == 0);
    CHECK(game::stands(hall.live(), given));
    CHECK(hall.live().came[Side::black]);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a flag question's clock is set at once, and as proposed", "[after]") {
    Hall hall("", "", {}, "40/5400:1800", wire::Reporting::presses);
    for (int press = 0; press < 4; ++press) hall.press(hall.turn);
    const Duration turn_began = hall.readings[Side::white];
    wire::FlagFell flag = fallen(hall, Side::white);
    flag.moves = 39;
    flag.moves_required = 40;
    flag.last_period = false;
    hall.running = false;
    hall.readings = flag.readings;
    hall.feed(flag);
    CHECK(hall.live().locked);
    CHECK_FALSE(hall.live().running);
    CHECK(hall.rule(wire::ResumeClock{}).empty());
    CHECK(hall.refused == "question_open");
    hall.rule(answer(hall, "set_clock"));
    CHECK(hall.refused == "");
    CHECK(hall.running);
    // The count stays: the press that completes the period adds the next one's time.
    CHECK(hall.readings[Side::white] == turn_began);
    CHECK_FALSE(hall.live().locked);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.7.1: who has not come does not win by a flag", "[after]") {
    Hall hall;
    wire::FlagFell flag = fallen(hall, Side::white);
    flag.absent = {{true, true}};
    const auto question = the<wire::QuestionPut>(hall.feed(flag));
    CHECK(question.article == "6.7.1");
    CHECK_FALSE(hall.live().result);
    hall.rule(answer(hall, "forfeit_both"));
    CHECK(hall.live().result->score == Score{});
    CHECK(hall.live().result->ending == Ending::forfeit);
}

// Without a default time, too, and if the arbiter has let the game be played.
TEST_CASE("6.7.1: no flag decides against who has not come", "[after][regress]") {
    Hall hall;
    hall.play("e4");
    const int asked = GENERATE(0, 1, 2);  // never; and waits; and is answered
    wire::DefaultTimePassed late;
    static_cast<wire::BoardEvent&>(late) = hall.base();
    late.absent[Side::black] = true;
    if (asked > 0) hall.feed(late);
    if (asked > 1) hall.rule(answer(hall, "wait"));
    wire::FlagFell flag = fallen(hall, Side::black);
    flag.absent[Side::black] = true;
    flag.opponent_can_mate = "winnable";
    const Events events = hall.feed(flag);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.article == "6.7.1");
    CHECK(offers(question, "forfeit_black"));
    CHECK(offers(question, "white_wins"));
    CHECK_FALSE(hall.live().result);
    hall.rule(answer(hall, "forfeit_black"));
    CHECK(hall.live().result->score == win_of(Side::white));
    CHECK(hall.live().result->ending == Ending::forfeit);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.3.1: of two flags the first is named, and only that one is called", "[after]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white));
    const auto both = the<wire::QuestionPut>(hall.feed(hall.flag_reached(Side::black)));
    CHECK(fact(both.evidence, "fell_first") == "white");
    CHECK(offers(both, "draw"));
    CHECK(offers(both, "leave"));
    const auto option = GENERATE(std::string("call"), std::string("draw"));
    const Events ruled = hall.rule(answer(hall, option));
    if (option == "draw") {
        CHECK(hall.live().result->score == drawn());
        CHECK(hall.live().result->article == "III.3.1");
    } else {
        const auto call = std::get<wire::CallFlag>(the<wire::CommandIssued>(ruled).command);
        CHECK(call.side == Side::white);
        CHECK(hall.live().result->score == win_of(Side::black));
    }
}

TEST_CASE("4.7: a changed move that mates waits for the answer", "[after]") {
    Hall hall("", "", {{"made_move_changed", "question"}});
    hall.play("f3 e5 g4");
    hall.made(Side::black, "a6");
    hall.made(Side::black, "Qh4", Ending::checkmate);
    CHECK_FALSE(hall.live().result);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::made_move_changed);
    CHECK(hall.live().questions[0].holds);
    SECTION("it stands") {
        hall.rule(answer(hall, "stands"));
        CHECK(hall.live().result->ending == Ending::checkmate);
    }
    SECTION("the first must be played") {
        hall.rule(answer(hall, "take_back"));
        CHECK_FALSE(hall.live().result);
        CHECK(hall.running);
        CHECK(hall.turn == Side::black);
        hall.play("a6");
        CHECK(hall.live().ply == Ply{4});
        CHECK(hall.live().questions.empty());
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: the window closes with the reply, however it is written", "[after]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.made(Side::white, "Nf6");
    hall.press(Side::white);
    REQUIRE(hall.live().questions.size() == 1);
    hall.made(Side::black, "Nc6");
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::illegal_position);
    hall.rule(wire::PauseClock{});
    CHECK(hall.rule(wire::ResumeClock{}).empty());
    CHECK(hall.refused == "question_open");
    // Too late, but not lost.
    const auto late = the<wire::RulingGiven>(hall.claim(Side::black, "illegal_move"));
    CHECK(late.article == "A.5.2");
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.4: who has made an illegal move cannot claim, whenever it is put right",
          "[after][regress]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.made(Side::white, "g3f8");  // of a piece that the record does not know
    hall.press(Side::white);
    hall.rule(answer(hall, "apply"));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.running);
    CHECK(the<wire::RulingGiven>(hall.claim(Side::white, "threefold")).article == "9.4");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("1.4.1: a king that is taken is an illegal move, too, and is claimed by A.5.2 (B.3)",
          "[after][regress]") {
    Hall hall("4k3/p4R2/8/8/8/8/8/4K3 b - - 0 1", "fide-blitz-b3");
    hall.made(Side::black, "e8e7");  // beside the rook: check does not matter, it captures nothing
    hall.press(Side::black);
    hall.made(Side::white, "f7e7");
    const auto question = the<wire::QuestionPut>(hall.press(Side::white));
    CHECK(question.article == "1.4.1");
    CHECK(offers(question, "apply"));
    const auto claim = the<wire::RulingGiven>(hall.claim(Side::black, "illegal_move"));
    CHECK(claim.article == "A.5.2");
    const Events events = hall.rule(answer(hall, "apply"));
    CHECK(hall.refused == "");
    CHECK(the<wire::PenaltyGiven>(events).article == "7.5.5");
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.turn == Side::black);
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.5.4: two hands, ruled on or answered, settle the claim", "[after]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.claim(Side::white, "illegal_move");
    const bool answered = GENERATE(true, false);
    const Events events = answered ? hall.rule(answer(hall, "two_hands"))
                                   : hall.rule(illegal(Side::black, Irregularity::two_hands));
    CHECK(hall.refused == "");
    CHECK(the<wire::RulingGiven>(events).article == "7.5.4");
    CHECK(hall.live().questions.empty());
    CHECK(hall.running);
    CHECK(hall.live().illegal[Side::black] == 1);
}

TEST_CASE("US 13C: a flag that the clock lets fall has to be called all the same", "[after]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5");
    const auto question = the<wire::QuestionPut>(hall.feed(fallen(hall, Side::white)));
    CHECK(question.article == "13C");
    CHECK_FALSE(hall.live().result);
    hall.rule(answer(hall, "call"));
    CHECK(hall.live().result->score == win_of(Side::black));
    CHECK(hall.live().result->article == "13C");
}

TEST_CASE("6.8: a game of FIDE's does not cite US Chess when players call flags",
          "[after][regress]") {
    Hall hall("", "", {{"flag_call", "players"}});
    hall.play("e4 e5");
    CHECK(the<wire::QuestionPut>(hall.feed(fallen(hall, Side::white))).article == "6.8");
    CHECK(the<wire::ClockIntervention>(hall.log).article == "6.8");
}

TEST_CASE("a position that ends the game is reported when it is set up", "[after]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock set = clock_of(minutes(50), minutes(50), true);
    set.fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    set.ply = Ply{2};
    hall.rule(set);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::position_ends);
    CHECK_FALSE(hall.running);
    hall.rule(answer(hall, "black_wins"));
    CHECK(hall.live().result->ending == Ending::checkmate);
    CHECK(hall.live().result->article == "5.1.1");
}

TEST_CASE("a position that ends the game is not asked about when another one stands",
          "[after][regress]") {
    const std::string dead = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock set = clock_of(minutes(50), minutes(50));
    set.fen = dead;
    set.run = false;
    hall.rule(set);
    wire::AnswerQuestion same = answer(hall, "set_up");
    same.text = dead;
    const auto first = the<wire::RulingGiven>(hall.rule(same));
    REQUIRE_FALSE(first.effect.moves);
    wire::AnswerQuestion other = answer(hall, "set_up");
    other.text = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    hall.rule(other);
    REQUIRE(hall.live().questions.empty());
    hall.rule(undo(first.number));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().questions.empty());
}

TEST_CASE("a result that stands since the clock stays shut asks nothing of the position",
          "[after]") {
    Hall hall;
    hall.play("f3 e5 g4 Qh4");
    REQUIRE(hall.live().result);
    hall.refuse_next = "bad_reading";
    hall.rule(undo(hall.live().rulings));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::checkmate);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::game_end);
    hall.rule(answer(hall, "noted"));
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim while a question is open is kept", "[after]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "other");
    const auto second = the<wire::QuestionPut>(hall.claim(Side::white, "threefold"));
    CHECK(second.about == wire::Subject::claim);
    CHECK(hall.live().questions.size() == 2);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
}

// ---- what is offered works ----------------------------------------------------------------------

namespace {

void step(Hall& hall, Dice& dice) {
    const Side any = dice.one_in(2) ? Side::white : Side::black;
    switch (dice.below(30)) {
        case 0: hall.offer(any); return;
        case 1: hall.claim(any, dice.one_in(2) ? "threefold" : "flag"); return;
        case 2: hall.claim(any, dice.one_in(2) ? "illegal_move" : "touch_move"); return;
        case 3: hall.claim(any, "threefold", some_move(hall, dice)); return;
        case 4: if (hall.running) hall.pause("device"); return;
        case 5: if (hall.running) hall.press(hall.turn); return;
        case 6: if (hall.running && dice.one_in(8)) hall.flag(hall.turn, dice.below(4)); return;
        case 7: if (dice.one_in(20)) hall.resign(any); return;
        case 8: hall.rule(illegal(any, Irregularity::two_hands)); return;
        case 9: hall.refuse_next = dice.one_in(2) ? "stale_epoch" : "bad_reading"; return;
        case 10: {
            wire::AdjustClock act;
            act.white = seconds(1);
            hall.rule(act);
            return;
        }
        default: break;
    }
    if (!hall.running) return;
    const Epoch epoch = hall.epoch;
    hall.made(hall.turn, some_move(hall, dice));
    if (hall.running && hall.epoch == epoch) hall.press(hall.turn);
}

wire::AnswerQuestion given(const Hall& hall, const game::Question& question,
                           const std::string& option) {
    wire::AnswerQuestion act = answer(question.number, option);
    if (option == "set_up") act.text = hall.fen();
    if (option == "move_was") {
        const chess::Position board =
            game::on_board(hall.live(), hall.game().history.current());
        act.text = chess::uci(board, chess::legal_moves(board)[0]);
    }
    return act;
}

// Chooses every option that is offered, each in a copy of the game.
void take_every_option(std::uint32_t games) {
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
        Dice dice(seed);
        const auto profiles = game::profiles();
        Hall hall("", std::string(profiles[seed % profiles.size()].id));
        for (int number = 0; number < 120 && !hall.over; ++number) {
            step(hall, dice);
            if (!hall.live().outbox.empty()) continue;
            for (const game::Question& question : hall.live().questions) {
                for (const wire::Pair& option : question.options) {
                    INFO("seed " << seed << ", step " << number << ": " << name(question.about)
                                 << " " << question.article << ", " << option.name);
                    Hall taken = hall;
                    taken.refuse_next.clear();
                    taken.rule(given(hall, question, option.name));
                    REQUIRE(taken.refused == "");
                    REQUIRE(taken.replayed() == taken.games);
                }
            }
            if (hall.live().questions.empty() || !dice.one_in(3)) continue;
            const game::Question question = hall.live().questions.front();
            const auto at = dice.below(static_cast<std::uint32_t>(question.options.size()));
            hall.rule(given(hall, question, question.options[at].name));
        }
        REQUIRE(hall.replayed() == hall.games);
    }
}

}  // namespace

TEST_CASE("every option that is offered is accepted when it is taken at once", "[after]") {
    take_every_option(12);
}
TEST_CASE("every option of 60 games is accepted when it is taken at once", "[.slow]") {
    take_every_option(60);
}
