// The clock has another ply or side on move than the record, and play must go on.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// A person sets the clock for Black, but according to the record White has the move.
wire::Correction for_black(bool run) {
    return {.readings = {{minutes(70), minutes(71)}}, .turn = Side::black, .ply = {2}, .run = run,
            .fen = {}, .article = "6.10.2", .reason = "as it stands", .answers = {}};
}

void goes_on_for_white(Hall& hall, const Both<Duration>& shown) {
    CHECK(hall.refused == "");
    CHECK(hall.running);
    CHECK(hall.turn == Side::white);
    CHECK(hall.ply == Ply{2});
    CHECK(hall.readings == shown);
    CHECK(hall.live().questions.empty());
    hall.play("Nf3 Nc6");
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

}  // namespace

TEST_CASE("7.1: play goes on from the record's move where the clock was set for another",
          "[clock][regress]") {
    Hall hall;
    hall.play("e4 e5");
    SECTION("it stands") { hall.set(for_black(false)); }
    SECTION("it runs, and is stopped first") { hall.set(for_black(true)); }
    REQUIRE(about(hall, wire::Subject::position).size() == 1);
    hall.rule(answer(hall, "resume"));
    goes_on_for_white(hall, {{minutes(70), minutes(71)}});
}

TEST_CASE("7.1: set_clock without times gives a running clock no time of its turn back",
          "[clock][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.set(for_black(true));
    REQUIRE(about(hall, wire::Subject::position).size() == 1);
    hall.readings[Side::black] = minutes(61);
    wire::AnswerQuestion one = answer(hall, "set_clock");
    one.white = minutes(70);
    hall.rule(one);
    CHECK(hall.refused == "times_missing");
    hall.rule(answer(hall, "set_clock"));
    goes_on_for_white(hall, {{minutes(70), minutes(61)}});
}

TEST_CASE("7.1: the clock is paused by somebody else before it is set to the record",
          "[clock][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.set(for_black(true));
    hall.prompt = false;
    hall.rule(answer(hall, "resume"));
    hall.pause("device");
    hall.prompt = true;
    hall.deliver();
    // The command came too late: the question is asked again.
    REQUIRE(about(hall, wire::Subject::position).size() == 1);
    const std::uint32_t question = about(hall, wire::Subject::position).front().number;
    hall.rule(answer(question, "resume"));
    CHECK(hall.running);
    CHECK(hall.turn == Side::white);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.5.1: after a refused correction the clock runs for the right side",
          "[clock][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.refuse_next = "stale_epoch";
    hall.play("Ke3");
    REQUIRE(about(hall, wire::Subject::correction).size() == 1);
    REQUIRE(hall.turn == Side::black);
    hall.rule(answer(hall, "resume"));
    CHECK(hall.turn == Side::white);
    CHECK(hall.ply == Ply{2});
    CHECK(hall.running);
    hall.play("Nf3 Nc6");
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.replayed() == hall.games);
}
