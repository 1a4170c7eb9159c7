// Games that come back with what was open in them, or adjourned, when a ruling is taken back.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("an illegal action that is open comes back beside one that was counted in its move",
          "[regress]") {
    Hall hall("", "fide-blitz-b3", {}, "180+2");
    hall.play("e2e6");
    REQUIRE(hall.live().unruled);
    hall.rule(wire::PauseClock{});
    hall.rule(illegal(Side::white, "press_without_move"));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.live().illegal[Side::white] == 1);
    REQUIRE(hall.live().unruled);
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
