// Games that come back with their open matters, or adjourned, when a ruling is taken back.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("7.5.5: whichever offence of a move that is open is ruled by hand, it counts once",
          "[regress]") {
    const auto* profile = GENERATE("fide-rapid-a5", "fide-blitz-b3");
    const auto kind = GENERATE(Irregularity::illegal_move, Irregularity::two_hands,
                               Irregularity::press_without_move,
                               Irregularity::promotion_not_completed);
    const bool by_ply = GENERATE(false, true);
    Hall hall("", profile, {}, "180+2");
    hall.play("e4 e5");
    const std::string fen = hall.fen();
    hall.play("Ke3");
    REQUIRE(hall.live().unruled);
    wire::IllegalAction act = illegal(Side::white, kind);
    if (by_ply) act.ply = Ply{3};
    hall.rule(act);
    REQUIRE(hall.refused == "");
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.live().questions.empty());
    CHECK(hall.fen() == fen);
    CHECK(hall.turn == Side::white);
    hall.rule(act);
    CHECK_FALSE(hall.refused.empty());
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.live().unruled);
    CHECK(hall.live().illegal[Side::white] == 0);
    hall.rule(undo_last(hall));
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game that begins again has nothing open, and comes back with what was",
          "[regress]") {
    Hall hall("", "fide-blitz-b3", {}, "180+2");
    hall.play("e2e6");
    REQUIRE(hall.live().unruled);
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{});
    REQUIRE(hall.refused == "");
    for (int depth = 1; depth <= 4; ++depth) {
        hall.rule(undo_last(hall));
        REQUIRE(hall.refused == "");
        CHECK(hall.live().unruled.has_value() == (depth % 2 == 1));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a restart is taken back though the game was set elsewhere while it was adjourned",
          "[regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    REQUIRE(hall.refused == "");
    hall.rule(wire::OpenSealed{"Bb5"});
    REQUIRE(hall.refused == "");
    wire::Correction back{.readings = hall.readings, .turn = Side::white, .ply = Ply{2},
                          .run = false, .fen = {}, .article = "7.1", .reason = "seen",
                          .answers = {}};
    hall.set(back);
    REQUIRE(hall.live().adjourned);
    const std::string fen = hall.fen();
    hall.rule(wire::RestartGame{});
    REQUIRE(hall.refused == "");
    REQUIRE(hall.fen() != fen);
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.fen() == fen);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("time that an undo could not take in full is given back as it was taken",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::AdjustClock{{}, minutes(2)});
    const std::uint32_t given = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    hall.rule(clock_of(minutes(60), minutes(1)));
    const bool runs = GENERATE(false, true);
    if (runs) hall.rule(wire::ResumeClock{});
    REQUIRE(hall.turn == Side::white);
    hall.rule(undo(given));
    REQUIRE(hall.refused == "");
    CHECK(hall.readings[Side::black] == Duration{});
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    CHECK(hall.readings[Side::black] == minutes(1));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.4.3: a look at the record that was shown at the wrong board is not counted",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::ShowRecord{Side::white});
    REQUIRE(hall.refused == "");
    CHECK(hall.live().looks[Side::white] == 1);
    hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(hall.live().looks[Side::white] == 0);
    hall.rule(undo_last(hall));
    CHECK(hall.live().looks[Side::white] == 1);
    CHECK(hall.replayed() == hall.games);
}
