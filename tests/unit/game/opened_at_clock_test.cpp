// Games that a person reopens at the clock: the clock is as it was before the end, the
// result is removed, and the other parts of the rulings hold.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// White loses by a second illegal move, at the press (7.5.5).
Hall lost_by_two() {
    Hall hall;
    hall.play("e4 e5");
    hall.play("Ke3");
    hall.play("Ke3");
    REQUIRE(hall.over);
    REQUIRE(hall.live().illegal[Side::white] == 2);
    return hall;
}

// A move that nobody has pressed checkmates White.
Hall mated() {
    Hall hall;
    hall.play("f3 e5 g4");
    hall.made(Side::black, "Qh4#", Ending::checkmate);
    return hall;
}

void clock_shows_record(const Hall& hall) {
    CHECK(hall.turn == hall.game().history.current().side_to_move());
    CHECK(hall.ply == hall.live().ply);
    CHECK_FALSE(hall.running);
}

}  // namespace

TEST_CASE("opened at the clock after an illegal move, the clock is set to the record",
          "[undo][regress]") {
    Hall hall = lost_by_two();
    REQUIRE(hall.turn == Side::black);  // the move was pressed
    hall.reopen();
    clock_shows_record(hall);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "");
    CHECK(hall.running);
    CHECK(hall.turn == Side::white);
    hall.play("Nf3 Nc6");
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("opened at the clock after a move that ended the game, the clock is set to the record",
          "[undo][regress]") {
    Hall hall = mated();
    REQUIRE(hall.live().result);
    REQUIRE(hall.ply == Ply{3});
    hall.reopen();
    clock_shows_record(hall);
    CHECK(hall.live().ply == Ply{4});
    CHECK(about(hall, wire::Subject::position_ends).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("opened at the clock after the game went back for a loss, the clock is set to the record",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.play("Ke3");
    hall.play("Nf3 Nc6 Bc4 Bc5");
    hall.rule(illegal(Side::white, Irregularity::illegal_move, 5));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.over);
    const std::uint32_t loss = hall.live().rulings;
    hall.reopen();
    clock_shows_record(hall);
    CHECK(hall.live().ply == Ply{4});
    SECTION("and the ruling is taken back") {
        hall.rule(undo(loss));
        CHECK(hall.refused == "");
        CHECK(hall.live().ply == Ply{6});
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK_FALSE(hall.live().result);
        clock_shows_record(hall);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a loss whose result was withdrawn at the clock can be taken back: its count goes",
          "[undo][regress]") {
    Hall hall = lost_by_two();
    const std::uint32_t loss = hall.live().rulings;
    hall.reopen();
    CHECK(hall.live().illegal[Side::white] == 2);
    hall.rule(undo(loss));
    CHECK(hall.refused == "");
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK_FALSE(hall.live().result);
    SECTION("and again: the game goes on with it, as the person at the clock had it") {
        hall.rule(undo_last(hall));
        CHECK(hall.refused == "");
        CHECK_FALSE(hall.live().result);
        CHECK(hall.live().illegal[Side::white] == 2);
        hall.rule(undo_last(hall));
        CHECK(hall.live().illegal[Side::white] == 1);
    }
    SECTION("and the game has another result since") {
        const std::uint32_t back = hall.live().rulings;
        hall.rule(wire::ResumeClock{});
        hall.resign(Side::black);
        hall.rule(undo(back));
        CHECK(hall.refused == "later_result");
        CHECK(hall.live().result->score == win_of(Side::white));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("of a result that was withdrawn at the clock there is nothing to take back", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::white);
    const std::uint32_t resigned = hall.live().rulings;
    hall.reopen();
    CHECK(hall.rule(undo(resigned)).empty());
    CHECK(hall.refused == "later_result");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a question that was answered with a result is asked again without it",
          "[undo][regress]") {
    Hall hall("", "", {}, "5400", wire::Reporting::presses);
    for (int times = 0; times < 2; ++times) {
        hall.press(Side::white);
        hall.press(Side::black);
        hall.rule(two_hands(Side::white));
    }
    REQUIRE(hall.live().questions.size() == 1);
    const std::uint32_t first = hall.live().questions[0].first;
    hall.rule(answer(hall, "black_wins"));
    REQUIRE(hall.live().result);
    hall.reopen();
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].first == first);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: a loss by an open action that is opened at the clock counts once",
          "[undo][regress]") {
    Hall hall("", "fide-rapid-a5", {}, "1500+5");
    hall.play("e4 e5");
    hall.made(Side::white, "e1e3");
    hall.press(Side::white);
    hall.rule(answer(hall, "apply"));
    hall.rule(wire::ResumeClock{});
    hall.made(Side::white, "e1e3");
    hall.press(Side::white);
    REQUIRE(hall.live().unruled);
    const bool claimed = GENERATE(false, true);
    if (claimed) hall.claim(Side::black, "illegal_move");
    else hall.rule(answer(hall, "apply"));
    REQUIRE(hall.live().result);
    REQUIRE(hall.live().illegal[Side::white] == 2);
    hall.reopen();
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.live().questions.empty());
    clock_shows_record(hall);
    hall.rule(illegal(Side::white, Irregularity::illegal_move));
    CHECK(hall.refused != "");
    CHECK(hall.live().illegal[Side::white] == 2);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.2.1: a draw opened at the clock and then taken back sets the clock",
          "[undo][regress]") {
    Hall hall;
    hall.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    hall.claim(Side::black, "threefold", "Ng8");
    REQUIRE(hall.live().result);
    const std::uint32_t draw = hall.live().rulings;
    hall.reopen();
    clock_shows_record(hall);
    const bool resumed = GENERATE(false, true);
    if (resumed) hall.rule(wire::ResumeClock{});
    if (resumed && hall.running) hall.pause();
    hall.rule(undo(draw));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().ply == Ply{7});
    clock_shows_record(hall);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.turn == Side::black);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("5.1.1: a mated position that is resumed at the clock is asked about still",
          "[regress]") {
    Hall hall = mated();
    hall.reopen();
    hall.resume();
    CHECK(about(hall, wire::Subject::position_ends).size() == 1);
    CHECK(hall.live().hold == game::Hold::question);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.5.5: the first action counted again loses no game that was let go on at the clock",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5 Ke3");
    const std::uint32_t first = hall.live().rulings;
    hall.play("Ke3");
    REQUIRE(hall.over);
    hall.reopen();
    hall.rule(undo(first));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().illegal[Side::white] == 1);
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.live().illegal[Side::white] == 2);
    CHECK_FALSE(hall.live().result);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.5.3: a press that was counted with a loss, opened at the clock, is not counted again",
          "[undo][regress]") {
    Hall hall("", "", {{"press_without_move_is_illegal", "false"}});
    hall.play("e4 e5");
    hall.play("Ke3");  // the first illegal action
    hall.press(Side::white);
    REQUIRE(about(hall, wire::Subject::press_without_move).size() == 1);
    hall.rule(answer(hall, "offence"));
    REQUIRE(hall.live().result);
    const std::uint32_t loss = hall.live().rulings;
    hall.reopen();
    for (int times = 0; times < 2; ++times) {
        CHECK(about(hall, wire::Subject::press_without_move).empty());
        CHECK(hall.live().illegal[Side::white] == 2);
        hall.rule(undo(times == 0 ? loss : hall.live().rulings));
        CHECK(hall.refused == "");
        CHECK(about(hall, wire::Subject::press_without_move).size() == 1);
        CHECK(hall.live().illegal[Side::white] == 1);
        hall.rule(undo_last(hall));
        CHECK(hall.refused == "");
    }
    CHECK(hall.live().illegal[Side::white] == 2);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim is not taken back once another position was set up at the clock (9.2.1)",
          "[undo][regress]") {
    Hall hall;
    hall.play("Nf3 Nf6 Ng1 Ng8");
    hall.play("Nf3 Nf6 Ng1");
    REQUIRE(result(hall.claim(Side::black, "threefold", "Ng8")) == "1/2-1/2 threefold 9.2.1");
    const std::uint32_t claim = hall.live().rulings;
    hall.reopen();
    hall.set({.readings = hall.readings, .turn = Side::white, .ply = {8}, .run = false,
              .fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5", .article = "7.1",
              .reason = "as it stands", .answers = {}});
    REQUIRE(hall.game().base == Ply{8});
    hall.rule(undo(claim));
    CHECK(hall.refused == "later_position");
    CHECK(hall.replayed() == hall.games);
}
