// An illegal action that was left open, with a ruling on it, is open again when the ruling is taken
// back (A.5.2, B.3).
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// After two moves White completed an illegal one, which is open, and Black has thought about it.
Hall left_open(const std::string& profile = "fide-rapid-a5") {
    Hall hall("", profile, {}, "900+5");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    REQUIRE(hall.live().unruled);
    return hall;
}

// A ruling on the illegal move: by the arbiter, who had paused the clock, or after a claim.
struct Ruled {
    Ruled(const std::string& profile, bool by_claim) : hall(left_open(profile)), claimed(by_claim) {
        if (!claimed) hall.rule(wire::PauseClock{});
        then = hall.live().readings;
        REQUIRE(hall.live().questions.size() == 1);
        if (claimed) hall.claim(Side::black, "illegal_move");
        else hall.rule(answer(hall, "apply"));
        REQUIRE(hall.live().illegal[Side::white] == 1);
        REQUIRE_FALSE(hall.live().unruled);
        number = hall.live().rulings;
    }

    Hall hall;
    bool claimed;
    Both<Duration> then;  // the readings before the ruling
    std::uint32_t number = 0;
};

// White's second illegal move, left open like the first, has lost the game.
struct Lost {
    Lost() {
        hall.rule(answer(hall, "apply"));
        hall.play("Ke2 Nf6");
        hall.made(Side::white, "a2a5");
        hall.press(Side::white);
        hall.rule(wire::PauseClock{});
        then = hall.readings;
        hall.rule(answer(hall, "apply"));
        REQUIRE(hall.live().result);
        number = hall.live().rulings;
    }

    Hall hall = left_open();
    Both<Duration> then;  // the readings before the ruling
    std::uint32_t number = 0;
};

}  // namespace

TEST_CASE("A.5.2, B.3: an illegal move is open again when the ruling on it is taken back",
          "[undo]") {
    const Ruled ruled(GENERATE("fide-rapid-a5", "fide-blitz-b3"), GENERATE(false, true));
    Hall hall = ruled.hall;
    const Both<Duration> shown = hall.readings;
    for (int times = 0; times < 2; ++times) {
        const Events back = hall.rule(undo(ruled.number));
        CHECK(game::needs_confirmation(back));
        CHECK(the<wire::RulingGiven>(back).text.find("White's illegal action Ke3 is open again") !=
              std::string::npos);
        REQUIRE(hall.live().unruled);
        CHECK(hall.live().unruled->text == "Ke3");
        CHECK(hall.live().illegal[Side::white] == 0);
        CHECK(hall.live().questions.size() == 1);
        if (!ruled.claimed) CHECK(hall.readings == ruled.then);
        hall.rule(undo_last(hall));
        CHECK_FALSE(hall.live().unruled);
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.live().questions.empty());
        CHECK(hall.turn == Side::white);
        CHECK(hall.readings == shown);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2, B.3: an illegal move that is open again stands, or is ruled on after all",
          "[undo]") {
    const Ruled ruled(GENERATE("fide-rapid-a5", "fide-blitz-b3"), GENERATE(false, true));
    Hall hall = ruled.hall;
    hall.rule(undo(ruled.number));
    CHECK(hall.turn == Side::black);
    CHECK(hall.ply == Ply{3});
    CHECK_FALSE(hall.running);
    SECTION("it stands") {
        hall.rule(answer(hall, "stands"));
        CHECK(hall.running);
        CHECK(the<wire::IllegalMoveStood>(hall.made(Side::black, "Nf6")).ply == Ply{3});
        CHECK(hall.live().illegal[Side::white] == 0);
        hall.rule(undo(ruled.number));  // alone: the other ruling is the last of the chain
        CHECK(hall.refused == "already_undone");
    }
    SECTION("it is applied after all") {
        hall.rule(answer(hall, "apply"));
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.live().ply == Ply{2});
        CHECK(hall.turn == Side::white);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: moves that were made since stay when the ruling is taken back", "[undo]") {
    Hall hall = left_open();
    hall.rule(answer(hall, "apply"));
    const std::uint32_t applied = hall.live().rulings;
    hall.play("Ke2 Nf6");
    const Duration black = hall.readings[Side::black];
    hall.rule(undo(applied));
    CHECK(hall.live().ply == Ply{4});
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.readings[Side::black] == black - minutes(1));
    CHECK(hall.live().questions.empty());  // it can no longer be applied
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: an action is open again also where clockd first refused to open the game",
          "[undo][regress]") {
    Hall hall = left_open();
    hall.rule(answer(hall, "apply"));
    const std::uint32_t applied = hall.live().rulings;
    hall.resign(Side::black);
    const std::uint32_t resigned = hall.live().rulings;
    hall.rule(undo(applied));
    const int tries = GENERATE(0, 1, 2);
    for (int i = 0; i < tries; ++i) {
        hall.refuse_next = "game_over";
        hall.rule(undo(resigned));
        REQUIRE(hall.live().result);
    }
    CHECK(hall.live().ends == 1);
    const bool at_clock = GENERATE(false, true);
    if (at_clock) hall.reopen();
    else hall.rule(undo(resigned));
    REQUIRE(hall.live().unruled);
    CHECK(hall.live().unruled->text == "Ke3");
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: the one that lost is open again, too", "[undo]") {
    const Lost lost;
    Hall hall = lost.hall;
    hall.rule(undo(lost.number));
    CHECK_FALSE(hall.live().result);
    REQUIRE(hall.live().unruled);
    CHECK(hall.live().unruled->text == "a2a5");
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.readings == lost.then);
    CHECK(hall.turn == Side::black);
    CHECK(hall.ply == Ply{5});
    CHECK(hall.live().questions.size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: the one that lost loses again, and stands when it is open once more", "[undo]") {
    const Lost lost;
    Hall hall = lost.hall;
    hall.rule(undo(lost.number));
    hall.rule(undo_last(hall));
    CHECK(hall.live().result->ending == Ending::illegal_move_forfeit);
    hall.rule(undo(lost.number));
    REQUIRE(hall.live().unruled);
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(answer(hall, "stands"));
    CHECK(hall.refused.empty());
    CHECK(hall.running);
    CHECK(the<wire::IllegalMoveStood>(hall.made(Side::black, "d6")).ply == Ply{5});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an undo names only the moves that differ after one that stood", "[undo][regress]") {
    Hall hall("", "fide-rapid-a5", {}, "900+10");
    hall.play("e4 e5");
    hall.made(Side::white, "f1f6");
    hall.press(Side::white);
    hall.rule(answer(hall, "apply"));
    hall.rule(undo_last(hall));
    hall.rule(wire::ResumeClock{});
    hall.made(Side::black, "g7f6");
    hall.press(Side::black);
    const Events back = hall.rule(undo(2));  // the first ruling stands again
    CHECK(the<wire::MovesRestored>(back).restored.empty());
    CHECK(the<wire::MovesRestored>(back).voided == "2 plies: 2... gxf6");
}

TEST_CASE("A.5.2: a pawn that became a queen by the ruling is none again", "[undo]") {
    Hall hall("7k/P7/8/8/8/8/7r/K7 w - - 0 1", "fide-rapid-a5", {}, "900+5");
    hall.made(Side::white, "a7a8");
    hall.press(Side::white);
    REQUIRE(hall.live().unruled);
    hall.rule(wire::PauseClock{});
    const Both<Duration> then = hall.readings;
    hall.rule(answer(hall, "apply"));
    REQUIRE(hall.live().ply == Ply{1});
    hall.rule(undo_last(hall));
    CHECK(hall.live().ply == Ply{});
    REQUIRE(hall.live().unruled);
    CHECK(hall.readings == then);
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.turn == Side::black);
    hall.rule(undo_last(hall));
    CHECK(hall.live().ply == Ply{1});
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: time that was given since stays with an action that is open again", "[undo]") {
    Hall hall = left_open();
    hall.rule(wire::PauseClock{});
    const Both<Duration> then = hall.readings;
    hall.rule(answer(hall, "apply"));
    const std::uint32_t applied = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    hall.rule(wire::AdjustClock{seconds(30), {}});
    hall.rule(undo(applied));
    CHECK(hall.readings[Side::white] == then[Side::white] + seconds(30));
    CHECK(hall.readings[Side::black] == then[Side::black]);
    CHECK(hall.replayed() == hall.games);
}

// The clock counts the illegal move and the reply to it, and the record has neither.
TEST_CASE("A.5.4: setting the clock while the reply to an illegal move waits keeps the turn",
          "[desk][regress]") {
    Hall hall("7k/4P3/8/8/8/8/8/KR6 w - - 0 1", "fide-blitz-b3", {}, "180+2");
    hall.made(Side::white, "e7e8");
    hall.press(Side::white);
    hall.made(Side::black, "h8g7");
    hall.press(Side::black);
    REQUIRE(hall.live().hold == game::Hold::question);
    REQUIRE(hall.ply == Ply{2});
    hall.rule(clock_of(seconds(50), seconds(55)));
    CHECK(hall.refused == "");
    CHECK(hall.readings == Both<Duration>{{seconds(50), seconds(55)}});
    CHECK(hall.ply == Ply{2});
    CHECK(hall.turn == Side::white);
    CHECK(hall.live().questions.size() == 1);
    CHECK(hall.replayed() == hall.games);
}
