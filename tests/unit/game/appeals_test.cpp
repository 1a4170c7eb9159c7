// Rulings that would have failed before an appeals committee, each named for its fault.
#include "arbiterd/game/laws/mating.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::Correction set_at(Ply ply, Side turn, const std::string& fen = "") {
    return {.readings = {{minutes(70), minutes(71)}}, .turn = turn, .ply = ply, .run = true,
            .fen = fen, .article = "7.1", .reason = "as it stands", .answers = {}};
}

}  // namespace

TEST_CASE("a dead position that was set up is asked about with its proofs", "[game]") {
    const std::string wall = "8/8/1k2p3/1p1pPp1p/bPpP1PpP/2P3P1/8/B4K2 b - - 17 72";
    Hall hall(wall);
    REQUIRE(hall.live().questions.size() == 1);
    const wire::Pairs evidence = the<wire::QuestionPut>(hall.log).evidence;
    CHECK(fact(evidence, "white_can_mate") == "unwinnable");
    CHECK(fact(evidence, "white_method") == "wall");
    CHECK(fact(evidence, "white_proof")
              .starts_with(R"({"kind":"closed","positions":[],"walls":[{)"));
}

TEST_CASE("a dead position stands in the record with both proofs", "[game]") {
    Hall hall("7k/8/8/8/8/8/8/Kr6 w - - 0 1");
    const Events events = hall.play("Kxb1");
    const wire::Pairs& evidence = the<wire::RulingGiven>(events).evidence;
    for (const std::string side : {"white", "black"}) {
        CHECK(fact(evidence, side + "_can_mate") == "unwinnable");
        CHECK(fact(evidence, side + "_method") == "bare material");
        CHECK(fact(evidence, side + "_proof") == R"({"kind":"material","lemma":"bare king"})");
    }
}

TEST_CASE("an illegal move with a delay: the display gained nothing to take back", "[game]") {
    Hall hall;
    hall.made(Side::white, "e2e5");
    // Three seconds left, ten of delay, five of it used: the display stood still.
    hall.readings[Side::white] = seconds(3);
    wire::Pressed e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.side = Side::white;
    e.ply = {1};
    e.made = true;
    e.elapsed = e.gained = seconds(5);
    e.margin = seconds(8);
    hall.prompt = false;
    const Events events = hall.feed(e);
    CHECK(the<wire::PenaltyGiven>(events).taken_back == Duration{});
    CHECK(correction(events).readings[Side::white] == seconds(3));
    CHECK(correction(events).readings[Side::black] == minutes(92));
}

TEST_CASE("a press that does not follow from the record is a question, not an offence", "[game]") {
    Hall hall("no fen");
    hall.play("e4 e5");  // void: nobody has set the position
    REQUIRE(hall.live().hold == game::Hold::question);
    hall.pause();
    hall.resume();  // and nobody has yet
    const Events events = hall.play("Nf3");
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.about == wire::Subject::position);
    CHECK(question.holds);
    CHECK(fact(question.evidence, "clock_ply") == "3");
    CHECK(fact(question.evidence, "record_ply") == "0");
    CHECK(count<wire::MoveRecorded>(events) == 0);
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a flag is not judged on a position that the record does not have", "[game]") {
    Hall hall("no fen");
    hall.play("e4 e5");
    hall.pause();
    hall.resume();
    const Events events = hall.flag(Side::white);
    CHECK(result(events).empty());
    CHECK(the<wire::QuestionPut>(events).about == wire::Subject::flag_fall);
    CHECK(fact(the<wire::QuestionPut>(events).evidence, "clock_ply") == "2");
}

TEST_CASE("a draw agreed before the press: the move on the board is evidence", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    hall.offer(Side::white);
    const Events events = hall.accept(Side::black);
    CHECK(result(events) == "1/2-1/2 agreement 5.2.3");
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "made_not_completed") == "Nf3");
}

TEST_CASE("another claim does not free a player from the move announced first", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "Nf3");
    hall.claim(Side::white, "threefold");
    hall.made(Side::white, "d4");
    const Events events = hall.press(Side::white);
    CHECK(the<wire::IrregularityFound>(events).kind ==
          wire::Irregularity::announced_move_not_played);
    CHECK(count<wire::MoveRecorded>(events) == 0);
    CHECK(last<wire::MoveRecorded>(hall.play("Nf3")).has_value());
    CHECK(last<wire::MoveRecorded>(hall.play("Nc6 d4")).has_value());
}

TEST_CASE("a second claim cannot change the move announced with the first", "[game]") {
    Hall hall;
    hall.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    hall.claim(Side::black, "fifty_move", "d5");
    const Events events = hall.claim(Side::black, "threefold", "Ng8");  // otherwise correct
    const auto judged = the<wire::ClaimJudged>(events);
    CHECK_FALSE(judged.right);
    CHECK(judged.facts == "d5 was announced first and cannot be changed (9.2.1)");
    CHECK(the<wire::RulingGiven>(events).text ==
          "Black's claim is not right: White gets 2 minutes (9.5.3), and d5, announced first, "
          "must be played.");
}

TEST_CASE("each player must play the move that they announced themselves", "[game]") {
    Hall hall;
    hall.claim(Side::white, "threefold", "e4");
    hall.made(Side::white, "e4");  // as announced, not pressed yet
    hall.claim(Side::black, "threefold", "e5");
    CHECK(the<wire::MoveRecorded>(hall.press(Side::white)).uci == "e2e4");
    hall.made(Side::black, "d5");
    const Events events = hall.press(Side::black);
    CHECK(the<wire::IrregularityFound>(events).kind ==
          wire::Irregularity::announced_move_not_played);
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "announced") == "e7e5");
    CHECK(the<wire::MoveRecorded>(hall.play("e5")).uci == "e7e5");
    CHECK(hall.live().announced.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a move announced in reply to another move than was played binds nobody", "[game]") {
    Hall hall;
    hall.made(Side::white, "e4");
    hall.claim(Side::black, "threefold", "d5");
    hall.made(Side::white, "Nc3");
    hall.press(Side::white);
    CHECK(the<wire::MoveRecorded>(hall.play("e5")).uci == "e7e5");
    CHECK(hall.live().announced.empty());

    Hall taken_back;  // here the reply would even be illegal
    taken_back.claim(Side::white, "threefold", "e4");
    taken_back.made(Side::white, "d4");
    taken_back.claim(Side::black, "threefold", "e5");
    taken_back.claim(Side::white, "threefold", "dxe5");  // no: the reply may be made
    taken_back.press(Side::white);
    taken_back.play("e4 d5");
    CHECK(taken_back.live().ply == Ply{2});

    Hall same;  // the same move in other words is the same move
    same.made(Side::white, "Nf3");
    same.claim(Side::black, "threefold", "d5");
    same.made(Side::white, "g1f3");
    same.press(Side::white);
    same.made(Side::black, "e5");
    CHECK(last<wire::IrregularityFound>(same.press(Side::black)).has_value());
}

TEST_CASE("a wrong claim takes back no move that stands on the board", "[game]") {
    Hall hall;
    hall.made(Side::white, "e4");
    hall.made(Side::black, "e5");
    CHECK(correction(hall.claim(Side::white, "threefold")).fen.empty());
    hall.press(Side::white);
    CHECK(the<wire::MoveRecorded>(hall.press(Side::black)).uci == "e7e5");
    CHECK_FALSE(correction(hall.claim(Side::white, "threefold")).fen.empty());
}

TEST_CASE("a move taken back takes its draw offer's mark with it", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    hall.offer(Side::white);
    hall.press(Side::white);
    hall.decline(Side::black);
    hall.set(set_at({0}, Side::white));
    const Events events = hall.play("d4 d5 c4");
    for (const wire::GameEvent& event : events) {
        if (const auto* move = std::get_if<wire::MoveRecorded>(&event)) CHECK(move->marks.empty());
    }
    CHECK(count<wire::MoveRecorded>(events) == 3);
}

TEST_CASE("set to the recorded position, the clock knows of no pending move", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    const std::string fen = hall.fen();
    hall.made(Side::white, "Nf3");
    const Events events = hall.set(set_at({2}, Side::white, fen));
    CHECK(the<wire::PositionRestored>(events).ply == Ply{2});
    CHECK(hall.live().pending.empty());
    CHECK(the<wire::MoveRecorded>(hall.play("Bc4")).uci == "f1c4");

    Hall kept;  // only the times were set: the move is still on the board
    kept.made(Side::white, "e4");
    kept.set(set_at({0}, Side::white));
    CHECK(the<wire::MoveRecorded>(kept.press(Side::white)).uci == "e2e4");
}

TEST_CASE("a flag that falls as our command arrives is not the command's effect", "[game]") {
    Hall hall;
    hall.prompt = false;
    hall.made(Side::white, "e2e5");
    const Events ruled = hall.press(Side::white);
    const auto command = std::get<wire::SetReading>(the<wire::CommandIssued>(ruled).command);
    wire::FlagFell flag;
    static_cast<wire::BoardEvent&>(flag) = hall.base();
    flag.side = Side::black;
    flag.ply = {1};
    const Events events = hall.feed(flag, command.id);
    CHECK(count<wire::CommandSettled>(events) == 0);
    CHECK(the<wire::EventVoided>(events).event == "flag_fell");
    hall.deliver();
    CHECK(hall.live().outbox.empty());
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(hall.live().running);
    REQUIRE(count<wire::ClockIntervention>(hall.log) == 1);  // the flag stopped the clock
    CHECK(the<wire::ClockIntervention>(hall.log).kind == wire::Intervening::stopped);
}

TEST_CASE("a clock that a player or a power cut stopped waits for a person", "[game]") {
    for (const std::string by : {"device", "clockd"}) {
        Hall hall;
        hall.play("e4");
        const auto question = the<wire::QuestionPut>(hall.pause(by));
        CHECK(question.article == (by == "clockd" ? "6.10.1" : "6.11.2"));
        CHECK(!question.holds);
        CHECK(fact(question.evidence, "white_us") ==
              std::to_string(hall.readings[Side::white].us));
        hall.resume();
        CHECK(last<wire::MoveRecorded>(hall.play("e5")).has_value());
    }
    Hall hall;
    CHECK(count<wire::QuestionPut>(hall.pause("arbiter")) == 0);
}
