// When an undo of moves is itself undone, more than the moves comes back: questions, unpressed
// moves, illegal actions that were open, offers.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::SetClock back_to(const Hall& hall, std::uint32_t ply) {
    wire::SetClock act;
    act.white = hall.readings[Side::white];
    act.black = hall.readings[Side::black];
    act.ply = Ply{ply};
    return act;
}

// The last ruling.
}  // namespace

TEST_CASE("a question that a going-back closed is open again when that is undone", "[undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.claim(Side::white, "other");
    const game::Question asked = hall.live().questions.back();
    REQUIRE(asked.holds);
    hall.rule(back_to(hall, 2));
    REQUIRE(hall.live().questions.empty());
    for (int times = 0; times < 2; ++times) {
        hall.rule(undo_last(hall));
        CHECK(hall.live().ply == Ply{4});
        REQUIRE(hall.live().questions.size() == 1);
        const game::Question& again = hall.live().questions.back();
        CHECK(again.about == asked.about);
        CHECK(again.text == asked.text);
        CHECK(again.options == asked.options);
        CHECK_FALSE(fact(again.evidence, "asked_before").empty());
        CHECK(hall.live().hold == game::Hold::question);
        hall.rule(undo_last(hall));
        CHECK(hall.live().ply == Ply{2});
        CHECK(hall.live().questions.empty());
        CHECK(hall.live().hold == game::Hold::none);
    }
    hall.rule(undo_last(hall));
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a question that was answered by a going-back is open again, too", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock mated = back_to(hall, 2);
    mated.fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    hall.rule(mated);
    wire::AnswerQuestion act = answer(hall, "set_up");
    act.text = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    hall.rule(act);
    REQUIRE(hall.live().questions.empty());
    hall.rule(undo_last(hall));
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "black_wins"));
    CHECK(hall.live().result->ending == Ending::checkmate);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a move that was not pressed stands on the board again", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    const bool told_again = GENERATE(false, true);
    SECTION("the game went back to an earlier position") {
        hall.rule(wire::PauseClock{});
        hall.rule(back_to(hall, 1));
    }
    SECTION("only that move was taken back") {
        hall.rule(wire::PauseClock{});
        hall.rule(back_to(hall, 2));
    }
    SECTION("an earlier move was found illegal") {
        wire::IllegalAction illegal;
        illegal.side = Side::white;
        illegal.kind = wire::Irregularity::illegal_move;
        illegal.ply = Ply{1};
        hall.rule(illegal);
    }
    REQUIRE(hall.live().pending.empty());
    hall.rule(undo_last(hall));
    CHECK(hall.live().ply == Ply{2});
    REQUIRE(hall.live().pending.size() == 1);
    CHECK(hall.live().pending.front().text == "Nf3");
    CHECK(hall.live().hold == game::Hold::none);
    hall.rule(wire::ResumeClock{});
    if (told_again) hall.made(Side::white, "Nf3");
    CHECK(the<wire::MoveRecorded>(hall.press(Side::white)).san == "Nf3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: an illegal action that was open is open again", "[undo]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    hall.rule(wire::PauseClock{});
    hall.rule(back_to(hall, 1));
    REQUIRE_FALSE(hall.live().unruled);
    REQUIRE(hall.live().questions.empty());
    hall.rule(undo_last(hall));
    REQUIRE(hall.live().unruled);
    CHECK(hall.turn == Side::black);
    CHECK(hall.ply == Ply{3});
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(wire::ResumeClock{});
    SECTION("it is applied") {
        hall.rule(answer(hall, "apply"));
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.live().ply == Ply{2});
    }
    SECTION("it stands when the opponent moves") {
        CHECK(the<wire::IllegalMoveStood>(hall.made(Side::black, "Nf6")).ply == Ply{3});
    }
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: an illegal action that is open again says nothing of what the clock shows",
          "[undo][regress]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    hall.rule(wire::PauseClock{});
    hall.rule(back_to(hall, 1));
    hall.play("d5 e5");
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    const std::uint32_t back = 2;
    hall.rule(undo(back));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.live().unruled);
    CHECK(the<wire::ClockIntervention>(hall.log).before == shown);
    CHECK(hall.live().readings == hall.readings);
}

TEST_CASE("9.1.2.1: an offer of the game that began again stands again with it", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::black);
    hall.rule(wire::PauseClock{});
    const Events began = hall.rule(wire::RestartGame{});
    CHECK(the<wire::DrawOfferEnded>(began).how == wire::OfferEnd::game_over);
    REQUIRE_FALSE(hall.live().offer[Side::black]);
    SECTION("and is accepted") {
        CHECK(the<wire::DrawOfferMade>(hall.rule(undo_last(hall))).how == wire::Offering::again);
        CHECK(hall.live().offers_and_claims[Side::black] == 1);
        hall.rule(wire::ResumeClock{});
        hall.accept(Side::white);
        CHECK(hall.live().result->ending == Ending::agreement);
    }
    SECTION("one that was made in the other game does not") {
        hall.rule(wire::ResumeClock{});
        hall.offer(Side::white);
        hall.rule(wire::PauseClock{});
        hall.rule(undo(2));
        CHECK(hall.live().offer[Side::black]);
        CHECK_FALSE(hall.live().offer[Side::white]);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.1.2.1: who refused an offer after a going-back has refused it", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::black);
    hall.rule(wire::PauseClock{});
    hall.rule(back_to(hall, 1));
    CHECK(hall.live().offer[Side::black]);
    const std::uint32_t back = hall.live().rulings;
    hall.decline(Side::white);
    hall.rule(undo(back));
    CHECK(hall.live().ply == Ply{2});
    CHECK_FALSE(hall.live().offer[Side::black]);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an answer that is taken back opens its question again, at any depth", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "other");
    const game::Question asked = hall.live().questions.back();
    hall.rule(answer(hall, "resume"));
    REQUIRE(hall.live().questions.empty());
    const bool stands = GENERATE(true, false);
    if (stands) hall.rule(wire::PauseClock{});
    const std::uint32_t answered = stands ? hall.live().rulings - 1 : hall.live().rulings;
    for (int times = 0; times < 2; ++times) {
        hall.rule(undo(answered));
        REQUIRE(hall.live().questions.size() == 1);
        const game::Question& again = hall.live().questions.back();
        CHECK(again.text == asked.text);
        CHECK(again.options == asked.options);
        CHECK(again.first == asked.number);
        CHECK(fact(again.evidence, "asked_before") == std::to_string(asked.number));
        CHECK(again.holds == stands);  // a clock that runs goes on
        hall.rule(undo_last(hall));
        CHECK(hall.live().questions.empty());
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a result that an answer gave is taken back, and the question waits again", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock mated = back_to(hall, 2);
    mated.fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    hall.rule(mated);
    hall.rule(answer(hall, "black_wins"));
    REQUIRE(hall.over);
    hall.rule(undo_last(hall));
    CHECK_FALSE(hall.over);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions.back().about == wire::Subject::position_ends);
    CHECK(hall.live().hold == game::Hold::question);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an appeal whose decision is taken back is open again", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::white);
    hall.rule(wire::Appeal{Side::white, 1, "not so"});
    hall.rule(answer(hall, "dismissed"));
    REQUIRE(hall.live().questions.empty());
    hall.rule(undo_last(hall));
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions.back().about == wire::Subject::appeal);
}

TEST_CASE("presses only: a count that was set wrongly is taken back with its times", "[undo]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (const Side side : {Side::white, Side::black, Side::white, Side::black, Side::white,
                            Side::black})
        hall.press(side);
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    wire::SetClock set;
    set.ply = Ply{4};
    set.white = set.black = minutes(5);
    hall.rule(set);
    for (int times = 0; times < 2; ++times) {
        const Events back = hall.rule(undo_last(hall));
        CHECK(hall.live().presses == Ply{6});
        CHECK(hall.readings == shown);
        CHECK(the<wire::RulingGiven>(back).text.find("after press 6") != std::string::npos);
        hall.rule(undo_last(hall));
        CHECK(hall.live().presses == Ply{4});
        CHECK(hall.readings == Both<Duration>{{minutes(5), minutes(5)}});
    }
    hall.rule(undo_last(hall));
    SECTION("a game that begins again has its own times") {
        hall.rule(wire::RestartGame{});
        CHECK(hall.readings == hall.game().at_start);
        CHECK(hall.readings[Side::white] > minutes(89));
        hall.rule(undo_last(hall));
        CHECK(hall.readings == shown);
        CHECK(hall.live().presses == Ply{6});
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("moves come back under another control, which has fewer periods", "[desk]") {
    Hall hall("", "", {}, "2/5400+30:1800+30");
    hall.play("e4 e5 Nf3 Nc6 Bb5 a6");  // in the second period
    const auto restart = the<wire::RulingGiven>(hall.rule(wire::RestartGame{}));
    wire::ChangeControl control;
    control.time_control = "3600";
    control.white = control.black = minutes(50);
    hall.rule(control);
    REQUIRE(hall.refused.empty());
    hall.rule(undo(restart.number));
    REQUIRE(hall.refused.empty());
    REQUIRE(hall.live().ply == Ply{6});
    CHECK(hall.game().period == Both<std::uint32_t>{{1, 1}});
    hall.resume();
    hall.pause();
    CHECK(the<wire::ClockIntervention>(hall.log).kind == wire::Intervening::paused);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("US 11D: a question is asked again beside that of a later action", "[undo]") {
    Hall hall("", "uschess-regular");
    for (int times = 0; times < 3; ++times) {
        hall.made(Side::white, "e2e5");
        hall.press(Side::white);
    }
    REQUIRE(hall.live().questions.size() == 2);
    const std::uint32_t asked = hall.live().questions.front().number;
    hall.rule(answer(asked, "noted"));
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(undo_last(hall));
    REQUIRE(hall.live().questions.size() == 2);
    CHECK(hall.live().questions.back().first == asked);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("presses only: an offer of the game that began again stands again with it (9.1.2.1)",
          "[undo][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    hall.offer(Side::white);
    REQUIRE(hall.live().offer[Side::white]);
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{});
    REQUIRE_FALSE(hall.live().offer[Side::white]);
    hall.rule(undo_last(hall));
    CHECK(hall.live().offer[Side::white]);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a result whose withdrawal is let be stands, and can be taken back again",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(give(win_of(Side::white), "resignation"));
    hall.prompt = false;
    hall.rule(undo(1));
    REQUIRE_FALSE(hall.live().result);
    while (!hall.live().outbox.empty()) {
        const std::string id =
            std::visit([](const auto& c) { return c.id; },
                       hall.live().outbox.front().issued.command);
        for (const wire::GameEvent& event :
             game::decide_lost(hall.games, "g1", id, game::Lost::no_answer, hall.now))
            game::apply(hall.games, event);
        hall.rule(answer(hall, "let_be"));
        REQUIRE(hall.refused == "");
    }
    REQUIRE(hall.live().result);
    CHECK(game::stands(hall.live(), 1));
    hall.rule(undo(1));
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.live().result);
}

TEST_CASE("a clock that moves were made on since is not set again for the old one", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.prompt = false;
    hall.rule(back_to(hall, 2));
    const auto out = hall.live().outbox.front().issued.command;
    const std::string id = std::visit([](const auto& c) { return c.id; }, out);
    for (const wire::GameEvent& event :
         game::decide_lost(hall.games, "g1", id, game::Lost::no_answer, hall.now))
        game::apply(hall.games, event);
    SECTION("nothing was made: it is sent again") {
        hall.rule(answer(hall, "again"));
        CHECK(hall.refused == "");
    }
    SECTION("a person has started the clock, and White has moved") {
        wire::Correction set;
        set.readings = hall.readings;
        set.turn = Side::white;
        set.ply = Ply{2};
        set.run = true;
        hall.set(set);
        hall.play("Nf3");
        REQUIRE(hall.live().ply == Ply{3});
        const game::Question& question = hall.live().questions.back();
        REQUIRE(question.about == wire::Subject::clock_command);
        REQUIRE(question.options.size() == 1);  // "again" is no longer offered
        hall.rule(answer(hall, "let_be"));
        CHECK(hall.refused == "");
    }
}

TEST_CASE("a ruling that was undone and given again does not hold when its command is refused",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    hall.rule(wire::AdjustClock{minutes(1), {}});
    hall.resign(Side::white);
    hall.rule(undo(1));
    REQUIRE(hall.refused == "");
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    REQUIRE(game::stands(hall.live(), 1));
    hall.refuse_next = "game_over";
    hall.deliver();
    CHECK(hall.live().ruled.back().effect.undoes == 4);
    CHECK_FALSE(game::stands(hall.live(), 1));
    hall.rule(undo_last(hall));  // the chain has one end
    CHECK(hall.refused == "");
    CHECK(game::stands(hall.live(), 1));
}

TEST_CASE("what a person at the clock has seen to does not come back with a later ruling",
          "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("device");
    REQUIRE(hall.live().questions.size() == 1);
    hall.set({.readings = hall.readings, .turn = Side::white, .ply = {2}, .run = false, .fen = {},
              .article = {}, .reason = "seen to", .answers = {}});
    REQUIRE(hall.live().questions.empty());
    hall.end({drawn(), Ending::arbiter_decision, "12.9"});
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}
