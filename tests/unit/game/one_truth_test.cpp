// After every ruling the record, the clock and the questions agree: what is offered can be
// carried out, and questions that no longer hold are closed.
#include <algorithm>

#include "arbiterd/game/laws/moves.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// White has used two hands twice, and the first time does not count; the ruling that decides this.
std::uint32_t one_of_two_taken_back(Hall& hall) {
    hall.rule(two_hands(Side::white));
    hall.rule(undo_last(hall));
    const std::uint32_t taken_back = hall.live().rulings;
    hall.play("Nf3 Nc6");
    hall.rule(two_hands(Side::white));
    return taken_back;
}

// White resigns, and the end does not reach the clock, which runs on.
Hall end_that_was_lost(const std::string& option) {
    Hall hall;
    hall.play("e4 e5");
    hall.lose_next = true;
    hall.rule(give(drawn()), "12.9");
    REQUIRE(hall.live().result);
    REQUIRE(hall.running);
    REQUIRE(about(hall, wire::Subject::clock_command).size() == 1);
    if (!option.empty()) hall.rule(answer(hall, option));
    REQUIRE(hall.refused == "");
    return hall;
}

}  // namespace

TEST_CASE("a loss that another result has replaced is not asked about (7.5.5)", "[regress]") {
    Hall hall = doubted_loss();
    SECTION("at the clock") {
        hall.end({drawn(), Ending::arbiter_decision, "12.9"});
    }
    SECTION("at the desk") {
        hall.rule(give(drawn()), "12.9");
        REQUIRE(hall.refused == "");
        CHECK(about(hall, wire::Subject::loss).empty());
        hall.rule(undo_last(hall));  // it stands again, on one illegal move as before
        CHECK(about(hall, wire::Subject::loss).size() == 1);
        hall.rule(answer(hall, "reopen"));
        CHECK(hall.refused == "");
    }
    CHECK(about(hall, wire::Subject::loss).empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a loss that a person gives rests on no number of illegal actions", "[regress]") {
    Hall hall = doubted_loss();
    hall.rule(give(drawn()), "12.9");
    hall.rule(give(win_of(Side::black), "illegal-move-forfeit"));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::loss).empty());
}

TEST_CASE("a loss that a person was asked about is doubted like any other (7.5.5)", "[regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (const Side side : {Side::white, Side::black}) hall.press(side);
    hall.rule(two_hands(Side::white));
    const std::uint32_t first = hall.live().rulings;
    for (const Side side : {Side::white, Side::black}) hall.press(side);
    hall.rule(two_hands(Side::white));
    const std::string option = GENERATE("black_wins", "draw");
    hall.rule(answer(hall, option));  // can Black mate? No position shows it
    REQUIRE(hall.live().result);
    hall.rule(undo(first));
    REQUIRE(hall.refused == "");
    REQUIRE(about(hall, wire::Subject::loss).size() == 1);
    SECTION("counted again, it is doubted no more") {
        hall.rule(undo(game::tip_of(hall.live(), first)));
        CHECK(about(hall, wire::Subject::loss).empty());
    }
    SECTION("it stands all the same") {
        hall.rule(answer(hall, "stands"));
        CHECK(hall.live().result);
        CHECK(about(hall, wire::Subject::loss).empty());
    }
    SECTION("it does not stand, and the action costs what a first one does") {
        const Duration before = hall.readings[Side::black];
        hall.rule(answer(hall, "reopen"));
        CHECK_FALSE(hall.live().result);
        CHECK(hall.readings[Side::black] == before);  // that of the first went, once
        CHECK(hall.live().readings == hall.readings);
    }
    CHECK(hall.refused == "");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game that opens again shows no less than its clock is owed (7.5.5)", "[regress]") {
    Hall hall = doubted_loss();
    wire::AnswerQuestion low = answer(hall, "reopen");
    low.white = low.black = seconds(10);
    hall.rule(low);
    hall.rule(undo_last(hall));  // over again: the time that the ruling took is owed
    REQUIRE(hall.live().result);
    const Duration owed = game::owed(hall.live())[Side::white];
    REQUIRE(owed > seconds(10));
    low.question = about(hall, wire::Subject::loss)[0].number;
    CHECK(hall.rule(low).empty());
    CHECK(hall.refused == "bad_time");
    low.white = low.black = owed + seconds(10);
    hall.rule(low);
    CHECK(hall.refused == "");
    CHECK(hall.readings[Side::white] == owed + seconds(10));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a loss that could not be opened at the clock is asked about again (7.5.5)",
          "[regress]") {
    Hall hall = doubted_loss();
    hall.refuse_next = "stale_epoch";
    hall.rule(answer(hall, "reopen"));
    REQUIRE(hall.live().result);
    REQUIRE(about(hall, wire::Subject::loss).size() == 1);
    hall.rule(answer(about(hall, wire::Subject::loss)[0].number, "reopen"));
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.live().result);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a flag that is up with a move that goes back is not asked about (6.8)", "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.rule(bind(Side::white, "g1"));
    hall.play("d4 d5");
    const std::uint32_t touched = about(hall, wire::Subject::touch_move)[0].number;
    hall.feed(hall.flag_reached(Side::white));
    REQUIRE(about(hall, wire::Subject::flag).size() == 1);
    wire::AnswerQuestion back = answer(touched, "take_back");
    back.white = back.black = minutes(5);
    hall.rule(back);
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::flag).empty());
    hall.rule(wire::PauseClock{});
    hall.rule(undo(hall.live().rulings - 1));  // the flag is down again
    REQUIRE(hall.refused == "");
    CHECK(hall.readings[Side::white] == Duration{});
    CHECK(about(hall, wire::Subject::flag).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a penalty at a flag that has stopped the clocks is proposed once", "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white, true));
    hall.rule(two_hands(Side::white));
    REQUIRE(hall.refused == "");
    const auto asked = about(hall, wire::Subject::flag);
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].basis.proposed->readings[Side::black] == hall.readings[Side::black]);
}

TEST_CASE("a result is withdrawn whose end never reached the clock", "[regress]") {
    Hall hall = end_that_was_lost(GENERATE("let_be", ""));
    const std::uint32_t ruling = hall.live().rulings;
    hall.rule(undo(1));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().rulings > ruling);
    CHECK_FALSE(hall.live().result);
    CHECK_FALSE(hall.live().withdrawn);
    CHECK_FALSE(hall.running);  // the clock stands, as in the record
    CHECK_FALSE(hall.live().running);
    CHECK(hall.readings == hall.live().readings);
    CHECK(hall.live().outbox.empty());
    CHECK(about(hall, wire::Subject::correction).empty());
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "");
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an end that is sent again after a refusal is still that of who gave the result",
          "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.refuse_next = "stale_epoch";
    hall.rule(give(drawn()), "12.9");
    REQUIRE(hall.over);
    const auto end = the<wire::CommandIssued>(hall.log);
    CHECK(end.by == "Anna Arbiter");
    CHECK(end.ruling == hall.live().rulings);
    CHECK(hall.live().outbox.empty());
}

TEST_CASE("a result stands again by the article that it was given by", "[us][regress]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5");
    hall.rule(give(win_of(Side::white), "time-forfeit"), "6.9");  // as the arbiter named it
    REQUIRE(hall.live().result->article == "6.9");
    SECTION("another result is taken back") {
        hall.rule(give(drawn()), "12.9");
        hall.rule(undo_last(hall));
    }
    SECTION("it could not be withdrawn at the clock") {
        hall.refuse_next = "stale_epoch";
        hall.rule(undo_last(hall));
    }
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->article == "6.9");
}

TEST_CASE("a loss that counts again is by the profile's own article", "[us][regress]") {
    Hall hall("", "uschess-regular", {{"left_to_players_below_seconds", "0"},
                                      {"repeated_offence", "loss"}});
    hall.play("e4 e5");
    const std::uint32_t taken_back = one_of_two_taken_back(hall);
    hall.rule(undo(taken_back), "7.5.5");
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->article == "11D");
}

TEST_CASE("a command of a game that is none is not sent for the ruling that it had", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{});
    const std::uint32_t restart = hall.live().rulings;
    hall.refuse_next = "id_used";
    hall.rule(wire::AdjustClock{minutes(1), {}});
    REQUIRE(about(hall, wire::Subject::clock_command).size() == 1);
    hall.rule(undo(restart));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::clock_command).empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a result that was withdrawn at the clock is not in the way of an undo",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    const std::uint32_t taken_back = one_of_two_taken_back(hall);
    hall.resign(Side::black);
    hall.reopen();
    REQUIRE_FALSE(hall.live().result);
    hall.rule(undo(taken_back));  // counted again, it loses
    REQUIRE(hall.refused == "");
    REQUIRE(hall.live().result);
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.live().result);
}

TEST_CASE("a question has one answer that stands", "[undo][regress]") {
    Hall hall("", "unheard-of");
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    REQUIRE(about(hall, wire::Subject::terms).size() == 1);
    hall.rule(answer(about(hall, wire::Subject::terms)[0].number, "noted"));
    hall.rule(undo_last(hall));
    const std::uint32_t taken_back = hall.live().rulings;
    hall.rule(answer(about(hall, wire::Subject::terms)[0].number, "noted"));
    const std::uint32_t second = hall.live().rulings;
    hall.rule(undo(taken_back));
    CHECK(hall.refused == "later_answer");
    hall.rule(undo(second));
    REQUIRE(about(hall, wire::Subject::terms).size() == 1);
    const std::uint32_t second_taken_back = hall.live().rulings;
    hall.rule(undo(taken_back));
    CHECK(hall.refused == "");
    CHECK(about(hall, wire::Subject::terms).empty());
    hall.rule(undo(second_taken_back));  // the first stands again
    CHECK(hall.refused == "later_answer");
    hall.rule(undo(second));
    CHECK(hall.refused == "already_undone");
    hall.rule(undo_last(hall));
    CHECK(about(hall, wire::Subject::terms).size() == 1);
}

TEST_CASE("time sent again where another answer stands is the ruling's", "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.rule(wire::PauseClock{});
    hall.refuse_next = "stale_epoch";
    hall.rule(wire::ResumeClock{});
    REQUIRE(about(hall, wire::Subject::resume).size() == 1);
    wire::AnswerQuestion set = answer(about(hall, wire::Subject::resume)[0].number, "set_clock");
    set.black = minutes(7);
    hall.rule(set);
    hall.rule(undo_last(hall));
    hall.refuse_next = "stale_epoch";
    hall.rule(undo_last(hall));  // the answer stands again, but not at the clock
    REQUIRE(about(hall, wire::Subject::resume).size() == 1);
    REQUIRE(about(hall, wire::Subject::refused).size() == 1);
    hall.rule(answer(about(hall, wire::Subject::resume)[0].number, "resume"));
    const Both<Duration> shown = hall.readings;
    hall.rule(answer(about(hall, wire::Subject::refused)[0].number, "again"));
    REQUIRE(hall.refused == "");
    CHECK(hall.readings != shown);
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.readings == shown);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the readings of a game that begins again, or comes back, are the clock's",
          "[regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.rule(wire::PauseClock{});
    const bool back = GENERATE(false, true);
    if (back) hall.rule(wire::RestartGame{});
    const Both<Duration> shown = hall.readings;
    hall.lose_next = true;
    if (back) hall.rule(undo_last(hall));
    else hall.rule(wire::RestartGame{});
    REQUIRE(hall.readings == shown);
    CHECK(hall.live().readings == shown);
    SECTION("let be") {
        hall.rule(answer(about(hall, wire::Subject::clock_command)[0].number, "let_be"));
        CHECK(hall.live().readings == shown);
    }
    SECTION("sent again") {
        hall.rule(answer(about(hall, wire::Subject::clock_command)[0].number, "again"));
        CHECK(hall.readings != shown);
        CHECK(hall.live().readings == hall.readings);
    }
    CHECK(hall.refused == "");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what the record says of the clock before a game began again is what it showed",
          "[regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    hall.rule(wire::RestartGame{});
    const auto set = the<wire::ClockIntervention>(hall.log);
    CHECK(set.before == shown);
    CHECK(set.after == hall.game().at_start);
}

TEST_CASE("moves entered from a sheet and taken back leave the clock", "[regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    wire::EnterMoves moves;
    moves.language = "english";
    moves.notation = "algebraic";
    moves.sheet = "1. e4 e5";
    hall.rule(moves);
    moves.from = Ply{1};
    moves.sheet = "1. d4 d5";
    hall.rule(moves);  // other moves were played
    REQUIRE(hall.refused == "");
    const std::uint32_t entered = hall.live().rulings;
    hall.press(Side::white);
    hall.rule(wire::PauseClock{});
    hall.rule(undo(entered));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().readings == hall.readings);
}

TEST_CASE("a game that is opened again at the clock has the clock's readings", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::white);
    hall.readings[Side::white] = minutes(3);
    hall.reopen();
    CHECK(hall.live().readings == hall.readings);
    CHECK_FALSE(hall.live().running);
    CHECK(hall.live().named_pause);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game begins again with the side that has the first move at the clock", "[regress]") {
    Hall hall;
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{false, "8/8/8/4k3/8/R7/8/4K3 b - - 0 1"});
    CHECK(hall.refused == "bad_fen");
    hall.rule(wire::RestartGame{false, "8/8/8/4k3/8/R7/8/4K3 w - - 0 1"});
    CHECK(hall.refused == "");
}

TEST_CASE("6.8: an event that does not count says what the clock shows, too", "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white));
    hall.claim(Side::white, "other");
    REQUIRE(about(hall, wire::Subject::flag).size() == 1);
    hall.readings[Side::white] = minutes(30);  // time of the next period
    hall.press(Side::white);
    CHECK(about(hall, wire::Subject::flag).empty());
}

TEST_CASE("6.8: a flag that a person lifted while a command was on its way is not asked about",
          "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white));
    hall.prompt = false;
    hall.rule(wire::PauseClock{});
    hall.set({.readings = {{minutes(5), minutes(5)}}, .turn = Side::white, .ply = hall.ply,
              .run = true, .fen = {}, .article = "6.10.2", .reason = "", .answers = {}});
    hall.deliver();  // refused: somebody intervened first
    CHECK(about(hall, wire::Subject::flag).empty());
}

TEST_CASE("a clock without time is not started by an illegal move found later", "[regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    wire::IllegalAction act = illegal(Side::white, Irregularity::illegal_move, 3);
    act.white = Duration{};
    act.run = true;
    hall.rule(act);
    CHECK(hall.refused == "no_time_left");
    act.run = false;
    hall.rule(act);
    CHECK(hall.refused == "");
}

TEST_CASE("a delay is part of a turn, whatever an event says of that", "[regress]") {
    wire::Pressed press;
    press.side = Side::white;
    press.margin = seconds(10);
    press.readings[Side::white] = seconds(8);
    press.elapsed = seconds(3);
    CHECK(game::shown_gain(press) == Duration{} - seconds(2));
    press.elapsed = seconds(1);
    CHECK(game::shown_gain(press) == Duration{} - seconds(1));
    press.elapsed = Duration{} - seconds(1);
    CHECK(game::shown_gain(press) == Duration{});
    press.margin = seconds(5);
    CHECK(game::shown_gain(press) == Duration{});
}

TEST_CASE("US Chess: king and rook touched bind by 10I", "[us][regress]") {
    Hall hall("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "uschess-regular");
    CHECK(the<wire::RulingGiven>(hall.rule(bind(Side::white, "e1 h1"))).article == "10I");
    hall.play("Ke2");
    REQUIRE(about(hall, wire::Subject::touch_move).size() == 1);
    CHECK(about(hall, wire::Subject::touch_move)[0].article == "10I");
}

TEST_CASE("US Chess: a touched piece binds by 10B", "[us][regress]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5");
    const Events events = hall.rule(bind(Side::white, "g1"));
    CHECK(the<wire::MoveBound>(events).article == "10B");
    CHECK(the<wire::RulingGiven>(events).article == "10B");
    CHECK(about(hall, wire::Subject::touch_move).empty());
    hall.play("d4");
    REQUIRE(about(hall, wire::Subject::touch_move).size() == 1);
    CHECK(about(hall, wire::Subject::touch_move)[0].article == "10B");
    CHECK(offers(about(hall, wire::Subject::touch_move)[0], "take_back"));
}

TEST_CASE("another control that the clock got after the end is taken back with the result",
          "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.rule(give(drawn()), "12.9");
    const std::uint32_t result = hall.live().rulings;
    wire::ControlSet other;
    static_cast<wire::BoardEvent&>(other) = hall.flag_reached(Side::white);  // as it is now
    other.by = "arbiter";
    other.control.time_control = "4/60:2/10:60+1";
    other.run = true;
    hall.feed(other);
    CHECK(game::control_of(hall.game()) == hall.game().terms.time_control);
    hall.rule(undo(result));
    REQUIRE(hall.refused == "");
    CHECK(hall.control_set == hall.game().terms.time_control);
    wire::FlagReached flag = hall.flag_reached(Side::white);
    flag.period = 2;  // of a control that the record does not know: nothing is looked up for it
    flag.last_period = false;
    hall.feed(flag);
    CHECK(about(hall, wire::Subject::flag).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a clock that was set after the end of the game is known when the end is taken back",
          "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(give(drawn()), "12.9");
    wire::ReadingSet set;
    static_cast<wire::BoardEvent&>(set) = hall.flag_reached(Side::white);  // as it is now
    set.by = "arbiter";
    hall.readings = set.correction.readings = {{minutes(5), minutes(7)}};
    hall.feed(set);
    const Both<Duration> record = hall.live().readings;
    CHECK(the<wire::EventVoided>(hall.log).readings[Side::black] == minutes(7));
    CHECK(hall.live().clock_shows == set.correction.readings);
    CHECK(record != set.correction.readings);
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().readings == hall.readings);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an answer that was refused is not given again beside another one", "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    wire::FlagReached flag = hall.flag_reached(Side::white);
    flag.freeze = true;
    hall.running = false;
    hall.feed(flag);
    hall.lose_next = true;
    hall.rule(answer(about(hall, wire::Subject::flag)[0].number, "leave"));
    REQUIRE(hall.refused == "");
    REQUIRE(about(hall, wire::Subject::clock_command).size() == 1);
    wire::AnswerQuestion other = answer(about(hall, wire::Subject::flag)[0].number, "set_clock");
    other.white = other.black = minutes(5);
    hall.rule(other);
    REQUIRE(hall.refused == "");
    const std::uint32_t set = hall.live().rulings;
    hall.rule(answer(about(hall, wire::Subject::clock_command)[0].number, "again"));
    CHECK(hall.refused == "");
    CHECK(game::stands(hall.live(), set));
    CHECK_FALSE(game::stands(hall.live(), 1));
}

TEST_CASE("a game that was opened again is not asked to end at the clock", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    const std::string code = GENERATE("bad_reading", "unknown_game");
    hall.refuse_next = code;
    hall.rule(give(drawn()), "12.9");
    REQUIRE(hall.live().result);
    REQUIRE(hall.live().questions.size() == 1);
    SECTION("and goes on") {
        hall.rule(undo_last(hall));
        REQUIRE(hall.refused == "");
        CHECK_FALSE(hall.live().result);
        CHECK(hall.live().questions.empty());
        hall.rule(wire::ResumeClock{});
        CHECK(hall.refused == "");
        CHECK(hall.running);
    }
    SECTION("and another result ends it with that") {
        hall.rule(give(win_of(Side::white), "resignation"), "5.1.2");
        REQUIRE(hall.refused == "");
        REQUIRE(hall.live().questions.size() == 1);
        hall.rule(answer(hall.live().questions[0].number, "again"));
        REQUIRE(hall.refused == "");
        const auto issued = the<wire::CommandIssued>(hall.log);
        CHECK(std::get<wire::EndGame>(issued.command).outcome == *hall.live().result);
        CHECK(hall.over);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim that is asked about again can be answered when the game has gone on",
          "[regress]") {
    const std::string profile = GENERATE(as<std::string>(), "fide-blitz-b3", "uschess-blitz");
    Hall hall("", profile, {}, "180+2");
    hall.play("e4 e5 Nf3 Nc6");
    hall.claim(Side::white, "illegal_move");
    REQUIRE(about(hall, wire::Subject::claim_illegal_move).size() == 1);
    INFO(profile << " " << wire::encode_body(hall.log.back()));
    hall.rule(answer(about(hall, wire::Subject::claim_illegal_move)[0].number, "stands"));
    REQUIRE(hall.refused == "");
    hall.rule(undo_last(hall));
    for (const char* moves : {"", "Bb5", "a6"}) {
        INFO(moves);
        hall.play(moves);
        const auto asked = about(hall, wire::Subject::claim_illegal_move);
        REQUIRE(asked.size() == 1);
        for (const wire::Pair& option : asked[0].options) {
            INFO(option.name);
            Hall copy = hall;
            copy.rule(answer(asked[0].number, option.name));
            CHECK(copy.refused == "");
        }
    }
    CHECK(hall.replayed() == hall.games);
}
