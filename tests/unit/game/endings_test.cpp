// How games end: by the position (5.1.1, 5.2, 9.6), by resignation (5.1.2), by the flag (6.9).

#include "arbiterd/game/laws/mating.hpp"
#include "common/mate/mate.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("checkmate ends the game unpressed", "[game]") {
    Hall hall;
    hall.play("f3 e5 g4");
    const Events events = hall.made(Side::black, "Qh4#", Ending::checkmate);
    CHECK(result(events) == "0-1 checkmate 5.1.1");
    const auto move = last<wire::MoveRecorded>(events);
    REQUIRE(move.has_value());
    CHECK(move->san == "Qh4#");
    CHECK(move->uci == "d8h4");
    CHECK(move->ply == Ply{4});
    CHECK(move->completed_by == wire::CompletedBy::end);
    CHECK(the<wire::RulingGiven>(events).text == "Black has checkmated White.");
    CHECK(hall.over);
    CHECK(hall.live().outbox.empty());
}

TEST_CASE("stalemate ends the game unpressed", "[game]") {
    Hall hall("7k/8/4Q3/8/8/8/8/K7 w - - 0 1");
    const Events events = hall.made(Side::white, "Qf7", Ending::stalemate);
    CHECK(result(events) == "1/2-1/2 stalemate 5.2.1");
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "fen") == hall.fen());
}

TEST_CASE("a dead position ends the game unpressed", "[game]") {
    Hall hall("8/8/8/8/4k3/8/8/3rK3 w - - 0 1");
    CHECK(result(hall.made(Side::white, "Kxd1", Ending::dead_position)) ==
          "1/2-1/2 dead-position 5.2.2");
    Hall alive("8/8/8/8/8/4k3/p7/3nK3 w - - 0 1");
    CHECK(result(alive.made(Side::white, "Kxd1")).empty());
}

TEST_CASE("the fifth occurrence ends the game without a claim", "[game]") {
    Hall hall;
    Events events = hall.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    CHECK(result(events).empty());
    events = hall.made(Side::black, "Ng8");
    CHECK(result(events) == "1/2-1/2 fivefold 9.6.1");
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "plies") == "0 4 8 12 16");
}

TEST_CASE("seventy-five moves end the game, mate first", "[game]") {
    Hall quiet("4k3/8/8/8/8/8/3R4/4K3 w - - 149 200");
    const Events events = quiet.made(Side::white, "Ra2");
    CHECK(result(events) == "1/2-1/2 seventy-five-move 9.6.2");
    CHECK(fact(the<wire::RulingGiven>(events).evidence,
               "plies_without_capture_or_pawn_move") == "150");
    Hall mate("7k/8/6K1/8/8/8/8/R7 w - - 149 200");
    CHECK(result(mate.made(Side::white, "Ra8#")) == "1-0 checkmate 5.1.1");
    Hall early("4k3/8/8/8/8/8/3R4/4K3 w - - 148 200");
    CHECK(result(early.made(Side::white, "Ra2")).empty());
}

TEST_CASE("a reply to an unpressed move may end the game", "[game]") {
    Hall hall;
    hall.play("f3 e5");
    hall.made(Side::white, "g4");
    const Events events = hall.made(Side::black, "Qh4", Ending::checkmate);
    CHECK(result(events) == "0-1 checkmate 5.1.1");
    CHECK(count<wire::MoveRecorded>(events) == 2);
}

TEST_CASE("the clock's shadow stopped the game, the record disagrees", "[game]") {
    Hall hall;
    const Events events = hall.made(Side::white, "e4", Ending::checkmate);
    CHECK(result(events).empty());
    const auto question = last<wire::QuestionPut>(events);
    REQUIRE(question.has_value());
    CHECK(question->holds);
    CHECK(hall.live().hold == game::Hold::question);
}

TEST_CASE("resignation", "[game]") {
    Hall lost;
    const Events events = lost.resign(Side::white);
    CHECK(result(events) == "0-1 resignation 5.1.2");
    const auto ruling = last<wire::RulingGiven>(events);
    CHECK(fact(ruling->evidence, "opponent_can_mate") == "winnable");
    CHECK(!fact(ruling->evidence, "line").empty());

    Hall drawn("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(result(drawn.resign(Side::white)) == "1/2-1/2 resignation-draw 5.1.2");
    Hall won("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(result(won.resign(Side::black)) == "1-0 resignation 5.1.2");
}

TEST_CASE("a made move counts for what the opponent can still do", "[game]") {
    Hall hall("4k3/8/8/8/8/5p2/4P3/4K3 w - - 0 1");
    hall.made(Side::white, "exf3");
    CHECK(result(hall.flag(Side::white)) == "1/2-1/2 time-forfeit-draw 6.9");
    Hall illegal("4k3/8/8/8/8/5p2/4P3/4K3 w - - 0 1");
    illegal.made(Side::white, "e2d3");  // not completed, and not legal: the pawn is still there
    const Events events = illegal.flag(Side::white);
    CHECK(result(events) == "0-1 time-forfeit 6.9");
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "made_not_completed") == "e2d3");
}

TEST_CASE("flag-fall", "[game]") {
    Hall lost;
    lost.play("e4 e5");
    const Events events = lost.flag(Side::white, 40);
    CHECK(result(events) == "0-1 time-forfeit 6.9");
    const auto ruling = last<wire::RulingGiven>(events);
    CHECK(fact(ruling->evidence, "moves_recorded") == "1");
    CHECK(fact(ruling->evidence, "moves_required") == "40");
    CHECK(fact(ruling->evidence, "clock_verdict") == "unknown");
    Hall drawn("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(result(drawn.flag(Side::white)) == "1/2-1/2 time-forfeit-draw 6.9");
}

TEST_CASE("the record shows that the moves of the period were made", "[game]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    const Events events = hall.flag(Side::white, 2);
    CHECK(result(events).empty());
    const auto question = last<wire::QuestionPut>(events);
    REQUIRE(question.has_value());
    CHECK(question->article == "6.4");
    CHECK(question->holds);
    CHECK(fact(question->evidence, "moves_recorded") == "2");
    Hall short_of;
    short_of.play("e4 e5 Nf3 Nc6");
    short_of.made(Side::white, "Bb5");  // made, not completed: it does not count
    CHECK(result(short_of.flag(Side::white, 3)) == "0-1 time-forfeit 6.9");
}

TEST_CASE("a result on the board beats the flag that falls after it", "[game]") {
    Hall hall;
    hall.prompt = false;
    hall.play("f3 e5 g4");
    hall.made(Side::black, "Qh4");
    const Events events = hall.flag(Side::black);
    REQUIRE(events.size() == 1);
    const auto voided = last<wire::EventVoided>(events);
    REQUIRE(voided.has_value());
    CHECK(voided->event == "flag_fell");
    CHECK(voided->reason == "the game was over: checkmate");
    hall.deliver();
    CHECK(hall.live().result->ending == Ending::checkmate);
}

TEST_CASE("what is not found out is put to the arbiter", "[game]") {
    // Can White mate? Once the answer is found, this needs another position.
    const std::string fen = "7k/1p1p1p1p/8/8/8/1p6/pP1P1P1P/K7 b - - 0 1";
    Hall resigned(fen);
    const auto question = the<wire::QuestionPut>(resigned.resign(Side::black));
    CHECK(question.article == "5.1.2");
    CHECK(fact(question.evidence, "opponent_can_mate") == "undetermined");
    CHECK(fact(question.evidence, "method") == "budget");
    CHECK(fact(question.evidence, "positions") == "400000");
    CHECK(!resigned.live().result);

    Hall flag(fen);
    CHECK(the<wire::QuestionPut>(flag.flag(Side::black)).holds);
    CHECK(the<wire::QuestionPut>(flag.press_late(Side::black)).about == wire::Subject::late_press);

    Hall illegal(fen);
    illegal.press(Side::black);
    const Both<Duration> before = illegal.readings;
    const Events events = illegal.press(Side::black);
    CHECK(the<wire::QuestionPut>(events).article == "7.5.5");
    CHECK(correction(events).readings[Side::white] == before[Side::white]);
    CHECK(!illegal.running);
    CHECK(!illegal.live().result);
    CHECK(illegal.live().hold == game::Hold::question);
    illegal.resume();
    CHECK(illegal.live().hold == game::Hold::none);
}

TEST_CASE("a late press is a question when the flag decided", "[game]") {
    Hall hall;
    hall.flag(Side::white);
    const Events events = hall.press_late(Side::white);
    const auto question = last<wire::QuestionPut>(events);
    REQUIRE(question.has_value());
    CHECK(question->about == wire::Subject::late_press);
    CHECK(fact(question->evidence, "early_us") == "3000");
    Hall other;
    other.resign(Side::white);
    CHECK(count<wire::EventVoided>(other.press_late(Side::white)) == 1);
}

TEST_CASE("nothing counts after the game", "[game]") {
    Hall hall;
    hall.prompt = false;
    hall.play("e4 e5");
    hall.resign(Side::white);
    CHECK(last<wire::EventVoided>(hall.made(Side::white, "d4")).has_value());
    CHECK(last<wire::EventVoided>(hall.press(Side::white)).has_value());
    CHECK(last<wire::EventVoided>(hall.offer(Side::black)).has_value());
    CHECK(last<wire::EventVoided>(hall.resign(Side::black)).has_value());
    CHECK(last<wire::EventVoided>(hall.claim(Side::black, "threefold")).has_value());
    CHECK(hall.live().ply == Ply{2});
    hall.deliver();
    CHECK(hall.live().outbox.empty());
    CHECK(hall.replayed() == hall.games);
}
