// Faults of both daemons together that the oracle found: one test for each fixed fault.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle::test;
using enum Side;

namespace {

wire::Correction back(std::uint32_t ply, Side turn, const std::string& fen = "") {
    return {.readings = {{minutes(5), minutes(5)}}, .turn = turn, .ply = {ply}, .run = true,
            .fen = fen, .article = "7.1", .reason = "test", .answers = {}};
}

}  // namespace

// 7.5.5: a display that showed 60 s before the press gets these back, and not 62: the rest
// of the simple delay is no time on the clock. It went wrong when the next period has no delay.
TEST_CASE("an illegal move at the end of a period with delay", "[regress]") {
    Pair pair;
    pair.open("1/60d3:60+2");
    pair.press(white, "Ke3");
    CHECK(said(pair.judged()) == "");
}

// 6.3.1: while the correction is under way the opponent's clock reaches zero and the next period
// begins; the correction's readings are older, its time is gone, and the period stays the second.
TEST_CASE("a correction that comes after the next period has begun", "[regress]") {
    Pair pair;
    pair.open("1/10:30", "", PeriodTrigger::zero);
    pair.play("e4 e5");
    pair.prompt = false;
    pair.press(white, "Ke3");
    pair.wait(seconds(12));
    pair.deliver();
    CHECK(said(pair.judged()) == "");
}

// 9.2.1: the move announced first cannot be changed, and it binds; but the ruling on the
// second claim says that the other one must be played.
TEST_CASE("a second claim that announces another move", "[regress]") {
    Pair pair;
    pair.open();
    pair.play("e4 e5");
    pair.claim(white, "threefold", "Nf3");
    pair.claim(white, "threefold", "Nc3");
    CHECK(said(pair.judged()) == "");
}

// 5.1.1: the clock no longer sees the mate. A correction that sends the position makes it
// forget the plies before, though it knew this position.
TEST_CASE("a mate after moves were taken back beyond a correction", "[regress]") {
    Pair pair;
    pair.open();
    pair.play("f3 e5");
    pair.press(white, "Ke3");
    pair.set(back(1, black));
    pair.play("e5 g4");
    pair.prompt = false;
    pair.move(black, "Qh4");
    CHECK(last<wire::Made>(pair.clock).ending == Ending::checkmate);
}

// 6.9: the clock judges a position that is not on the board. The position that a correction set for
// ply 4 comes back after moves were taken back to ply 2 and others were played.
TEST_CASE("a flag judged on a position of an abandoned line", "[regress]") {
    Pair pair;
    pair.open();
    pair.play("e4 e5 Nf3 Nc6");
    pair.set(back(4, white,
                  "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"));
    pair.set(back(2, white));
    pair.play("d4");
    pair.set(back(4, white));
    pair.wait(minutes(6));
    CHECK(said(pair.judged()) == "");
}

// The record knows for how long White thought about the move that the mate completed.
TEST_CASE("the time of a move that the reply to it completes", "[regress]") {
    Pair pair;
    pair.open();
    pair.play("f3 e5");
    pair.move(white, "g4");
    pair.move(black, "Qh4");
    const auto& rows = pair.record;
    const auto g4 = std::find_if(rows.begin(), rows.end(), [](const auto& row) {
        const auto* move = std::get_if<wire::MoveRecorded>(&row.event);
        return move && move->san == "g4";
    });
    REQUIRE(g4 != rows.end());
    CHECK(std::get<wire::MoveRecorded>(g4->event).elapsed > Duration{});
}

// 9.5.3: White has announced Nf3 and made it; the move that Black announces in reply binds Black,
// too. The record had only one announcement.
TEST_CASE("both players have announced a move", "[regress]") {
    Pair pair;
    pair.open();
    pair.claim(white, "threefold", "Nf3");
    pair.move(white, "Nf3");
    pair.claim(black, "threefold", "Nf6");
    pair.press(white);
    pair.press(black, "d5");
    CHECK(last<wire::IrregularityFound>(pair.record).text == "d5");
    pair.press(black, "Nf6");
    CHECK(said(pair.judged()) == "");
}

// 9.5.3: what Black announced was the reply to a move that had to be taken back; it would be
// legal after the announced move, too, but there Black has announced nothing. (The oracle
// demanded it.)
TEST_CASE("a move was announced in reply to one that is taken back", "[regress]") {
    Pair pair;
    pair.open();
    pair.claim(white, "threefold", "Nf3");
    pair.move(white, "Nh3");
    pair.claim(black, "threefold", "Nf6");
    pair.press(white);
    pair.play("Nf3 d5");
    CHECK(last<wire::MoveRecorded>(pair.record).san == "d5");
    CHECK(said(pair.judged()) == "");
}

// 6.2.2, 6.10.2: an arbiter sets the times while a move and the reply to it are on the board. The
// clock forgot both and accepted another move; the record did not.
TEST_CASE("the times are set while a move and its reply stand on the board", "[regress]") {
    Pair pair;
    pair.open("300", "8/5k2/8/8/3N4/8/4K2n/8 w - - 0 1");
    pair.move(white, "Nf3");
    pair.move(black, "Kf6");
    pair.set(back(0, white));
    pair.press(white);
    pair.press(black);
    pair.move(white, "Nxh2");
    CHECK(last<wire::Made>(pair.clock).ending == Ending::dead_position);
    CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending == Ending::dead_position);
    CHECK(said(pair.judged()) == "");
}

// The same after a wrong claim: its correction sets the times and no position.
TEST_CASE("a wrong claim while a move and its reply stand on the board", "[regress]") {
    Pair pair;
    pair.open();
    pair.move(white, "e4");
    pair.move(black, "e5");
    pair.claim(white, "threefold");
    pair.press(white);
    pair.press(black);
    CHECK(last<wire::Pressed>(pair.clock).made);
    CHECK(last<wire::MoveRecorded>(pair.record).san == "e5");
    CHECK(said(pair.judged()) == "");
}

// 7.5.3: Black's move did not count, as a correction was under way; then a person set the times
// first. The press is not one without a move: the move is to be entered again. (The oracle demanded
// the penalty.)
TEST_CASE("a press for a move that did not count when it was made", "[regress]") {
    Pair pair;
    pair.open("300", "7k/4P3/8/8/8/8/7p/K7 w - - 0 1");
    pair.prompt = false;
    pair.press(white, "e8");
    pair.move(black, "Kg7");
    pair.set(back(1, black));
    pair.deliver();
    pair.press(black);
    CHECK(last<wire::IrregularityFound>(pair.record).kind ==
          wire::Irregularity::unreadable_move);
    pair.deliver();
    CHECK(said(pair.judged()) == "");
}
