// Moves made and completed (4.7, 6.2), and the effect of Article 7 on the others.
#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// White has made an illegal move with the knight and only the press is missing; the office's
// commands wait.
Hall before_first() {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Ng1e2");
    hall.made(Side::white, "g1g3");
    hall.prompt = false;
    return hall;
}

}  // namespace

TEST_CASE("a legal move is recorded when it is completed", "[game]") {
    Hall hall;
    CHECK(count<wire::MovePending>(hall.made(Side::white, "g1f3")) == 1);
    CHECK(hall.live().ply == Ply{0});
    const Events events = hall.press(Side::white);
    const auto move = last<wire::MoveRecorded>(events);
    REQUIRE(move.has_value());
    CHECK(move->san == "Nf3");
    CHECK(move->uci == "g1f3");
    CHECK(move->written == "g1f3");
    CHECK(move->completed_by == wire::CompletedBy::press);
    CHECK(move->elapsed > Duration{});
    CHECK(move->readings == hall.readings);
    CHECK(move->cause.value > 0);
    CHECK(hall.live().ply == Ply{1});
    CHECK(hall.live().pending.empty());
}

TEST_CASE("a move may be corrected before the press", "[game]") {
    Hall hall;
    hall.made(Side::white, "e2e5");
    hall.made(Side::white, "e4");
    const Events events = hall.press(Side::white);
    REQUIRE(last<wire::MoveRecorded>(events).has_value());
    CHECK(the<wire::MoveRecorded>(events).uci == "e2e4");
    CHECK(hall.live().illegal[Side::white] == 0);
}

TEST_CASE("the opponent may reply before the press", "[game]") {
    Hall hall;
    hall.made(Side::white, "e4");
    hall.made(Side::black, "e5");
    CHECK(hall.live().pending.size() == 2);
    CHECK(last<wire::EventVoided>(hall.made(Side::white, "d4")).has_value());
    CHECK(the<wire::MoveRecorded>(hall.press(Side::white)).uci == "e2e4");
    CHECK(the<wire::MoveRecorded>(hall.press(Side::black)).uci == "e7e5");
}

TEST_CASE("who does not have the move cannot make one", "[game]") {
    Hall hall;
    CHECK(last<wire::EventVoided>(hall.made(Side::black, "e5")).has_value());
    CHECK(hall.live().pending.empty());
}

TEST_CASE("the first illegal move", "[game]") {
    Hall hall = before_first();
    const Events events = hall.press(Side::white);
    const auto found = last<wire::IrregularityFound>(events);
    REQUIRE(found.has_value());
    CHECK(found->kind == wire::Irregularity::illegal_move);
    CHECK(found->count == 1);
    CHECK(found->text == "g1g3");
    const auto penalty = last<wire::PenaltyGiven>(events);
    REQUIRE(penalty.has_value());
    CHECK(penalty->to_opponent == minutes(2));
    CHECK(penalty->taken_back == seconds(30));
    const auto ruling = last<wire::RulingGiven>(events);
    REQUIRE(ruling.has_value());
    CHECK(ruling->article == "7.5.1");
    CHECK(fact(ruling->evidence, "count") == "1");
    CHECK(fact(ruling->evidence, "must_move_from") == "g1");
}

TEST_CASE("the first illegal move: the clock is set for the position before it", "[game]") {
    Hall hall = before_first();
    const Both<Duration> before = hall.readings;
    const Events events = hall.press(Side::white);
    const Pos cause = the<wire::IrregularityFound>(events).cause;
    const wire::Correction set = correction(events);
    CHECK(set.turn == Side::white);
    CHECK(set.ply == Ply{2});
    CHECK(set.run);
    CHECK(set.article == "7.5.5");
    CHECK(set.answers == cause);
    CHECK(set.fen == hall.fen());
    CHECK(set.readings[Side::white] == before[Side::white] - seconds(1));
    CHECK(set.readings[Side::black] == before[Side::black] + minutes(2));
    const auto command = std::get<wire::SetReading>(the<wire::CommandIssued>(events).command);
    CHECK(command.id == "arb:L1:" + std::to_string(cause.value) + ":1");
    CHECK(command.epoch == hall.epoch);
}

TEST_CASE("the first illegal move: nothing counts until the clock is set", "[game]") {
    Hall hall = before_first();
    hall.press(Side::white);
    CHECK(last<wire::EventVoided>(hall.made(Side::black, "d5")).has_value());
    CHECK(last<wire::EventVoided>(hall.press(Side::black)).has_value());
    CHECK(last<wire::EventVoided>(hall.claim(Side::white, "threefold")).has_value());
    CHECK(last<wire::EventVoided>(hall.flag(Side::black)).has_value());
    hall.deliver();
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(hall.turn == Side::white);
    CHECK(hall.running);
    CHECK(last<wire::MoveRecorded>(hall.play("Nf3")).has_value());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the second illegal action loses, or draws", "[game]") {
    Hall hall;
    hall.made(Side::white, "e2e5");
    CHECK(result(hall.press(Side::white)).empty());
    hall.play("e4");
    hall.made(Side::black, "e7e4");
    CHECK(result(hall.press(Side::black)).empty());
    hall.play("e5");
    const Events events = hall.press(Side::white);  // without a move: 7.5.3
    CHECK(result(events) == "0-1 illegal-move-forfeit 7.5.5");
    CHECK(the<wire::IrregularityFound>(events).count == 2);
    CHECK(count<wire::PenaltyGiven>(events) == 0);

    Hall bare("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    bare.made(Side::white, "e2e5");
    bare.press(Side::white);
    bare.made(Side::white, "e2e6");
    CHECK(result(bare.press(Side::white)) == "1/2-1/2 illegal-move-draw 7.5.5");
}

TEST_CASE("press without a move", "[game]") {
    Hall hall;
    const Both<Duration> before = hall.readings;
    const Events events = hall.press(Side::white);
    CHECK(the<wire::IrregularityFound>(events).kind == wire::Irregularity::press_without_move);
    CHECK(the<wire::RulingGiven>(events).article == "7.5.3");
    CHECK(correction(events).readings[Side::white] == before[Side::white] - seconds(1));
    CHECK(correction(events).readings[Side::black] == before[Side::black] + minutes(2));
    CHECK(hall.turn == Side::white);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.live().illegal[Side::black] == 0);
}

TEST_CASE("a pawn not promoted becomes a queen", "[game]") {
    for (const std::string text : {"b7b8", "b8", "b7-b8", "b8+"}) {
        Hall hall("8/1P6/8/7k/8/8/8/K7 w - - 0 1");
        const Both<Duration> before = hall.readings;
        hall.made(Side::white, text);
        const Events events = hall.press(Side::white);
        INFO(text);
        REQUIRE(last<wire::IrregularityFound>(events).has_value());
        CHECK(the<wire::IrregularityFound>(events).kind ==
              wire::Irregularity::promotion_not_completed);
        const auto move = last<wire::MoveRecorded>(events);
        REQUIRE(move.has_value());
        CHECK(move->uci == "b7b8q");
        CHECK(move->completed_by == wire::CompletedBy::ruling);
        const auto ruling = last<wire::RulingGiven>(events);
        CHECK(ruling->article == "7.5.2");
        CHECK(!fact(ruling->evidence, "increment").empty());
        const wire::Correction set = correction(events);
        CHECK(set.turn == Side::black);
        CHECK(set.ply == Ply{1});
        CHECK(set.readings[Side::white] == before[Side::white] + seconds(28));
        CHECK(set.readings[Side::black] == before[Side::black] + minutes(2));
        CHECK(hall.turn == Side::black);
        CHECK(hall.live().hold == game::Hold::none);
    }
}

TEST_CASE("a pawn not promoted that mates as a queen, and a second offence", "[game]") {
    Hall mate("7k/1P6/6K1/8/8/8/8/8 w - - 0 1");
    mate.made(Side::white, "b7b8");
    const Events events = mate.press(Side::white);
    CHECK(result(events) == "1-0 checkmate 5.1.1");
    CHECK(the<wire::MoveRecorded>(events).uci == "b7b8q");

    Hall second("8/1P6/8/7k/8/8/7p/K7 w - - 0 1");
    second.press(Side::white);
    second.made(Side::white, "b7b8");
    CHECK(result(second.press(Side::white)) == "0-1 illegal-move-forfeit 7.5.5");
    CHECK(second.live().ply == Ply{0});
}

TEST_CASE("what cannot be read is no offence", "[game]") {
    for (const std::string text : {"Nd2", "hello", ""}) {
        INFO(text);
        Hall hall("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
        const Both<Duration> before = hall.readings;
        hall.made(Side::white, text);
        const Events events = hall.press(Side::white);
        CHECK(the<wire::IrregularityFound>(events).kind == wire::Irregularity::unreadable_move);
        CHECK(the<wire::IrregularityFound>(events).count == 0);
        CHECK(count<wire::PenaltyGiven>(events) == 0);
        REQUIRE(last<wire::QuestionPut>(events).has_value());
        CHECK(!correction(events).run);
        CHECK(correction(events).readings[Side::black] == before[Side::black]);
        CHECK(!hall.running);
        CHECK(hall.turn == Side::white);
        hall.resume();
        CHECK(the<wire::MoveRecorded>(hall.play("Nbd2")).uci == "b1d2");
    }
}

TEST_CASE("a correction that came too late is put to the arbiter", "[game]") {
    Hall hall;
    hall.prompt = false;
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    hall.pause();
    hall.deliver();
    CHECK(hall.refusals == 1);
    CHECK(hall.live().outbox.empty());
    const auto question = last<wire::QuestionPut>(hall.log);
    REQUIRE(question.has_value());
    CHECK(question->about == wire::Subject::correction);
    CHECK(question->holds);
    CHECK(fact(question->evidence, "turn") == "white");
    CHECK(fact(question->evidence, "ply") == "0");
    CHECK(fact(question->evidence, "black_us") == "5520000000");
    wire::Correction own{.readings = {{minutes(80), minutes(92)}},
                         .turn = Side::white, .ply = {}, .run = true, .fen = {},
                         .article = "7.5.5", .reason = "as proposed", .answers = {}};
    hall.set(own);
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(last<wire::MoveRecorded>(hall.play("e4")).has_value());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a person set the clock before the correction came", "[game]") {
    Hall hall;
    hall.prompt = false;
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    wire::Correction own{.readings = {{minutes(80), minutes(92)}},
                         .turn = Side::white, .ply = {}, .run = true, .fen = {},
                         .article = "7.5.5", .reason = "mine", .answers = {}};
    hall.set(own);
    hall.deliver();
    const auto question = last<wire::QuestionPut>(hall.log);
    REQUIRE(question.has_value());
    CHECK(!question->holds);
    CHECK(hall.readings == own.readings);
    CHECK(last<wire::MoveRecorded>(hall.play("e4")).has_value());
}

TEST_CASE("resignation and agreement count while a correction is under way", "[game]") {
    Hall resigned;
    resigned.prompt = false;
    resigned.made(Side::white, "e2e5");
    resigned.press(Side::white);
    CHECK(result(resigned.resign(Side::black)) == "1-0 resignation 5.1.2");
    resigned.deliver();
    CHECK(resigned.over);
    CHECK(resigned.live().outbox.empty());
    CHECK(resigned.refusals == 1);  // the end of the game, issued again under the new epoch
    CHECK(resigned.replayed() == resigned.games);

    Hall agreed;
    agreed.play("e4 e5");
    agreed.prompt = false;
    agreed.made(Side::white, "e4e6");
    agreed.offer(Side::white);
    agreed.press(Side::white);
    CHECK(result(agreed.accept(Side::black)) == "1/2-1/2 agreement 5.2.3");
    agreed.deliver();
    CHECK(agreed.over);
}
