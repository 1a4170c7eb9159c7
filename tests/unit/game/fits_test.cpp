// What a game collects over hours fits into the events that have it: the record can read them.
#include "common/base/limits.hpp"
#include "common/wire/read_back.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The record can read every event so far.
void can_be_read(const Hall& hall) {
    for (const wire::GameEvent& event : hall.log)
        REQUIRE(wire::why_not_read_back(event) == "");
}

}  // namespace

TEST_CASE("a game goes back whose clock was changed more often than an event has room for",
          "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    for (std::size_t i = 0; i < 2 * limits::tags; ++i) {
        const Both<Duration> before = hall.readings;
        auto event = added(hall, seconds(1), std::string(limits::text_bytes, '7'));
        for (const Side side : {Side::white, Side::black}) event.before[side] = before[side];
        hall.feed(event);
    }
    REQUIRE(hall.game().changes.size() == 2 * limits::tags);
    hall.rule(wire::PauseClock{});
    const Events events = hall.rule(illegal(Side::white, Irregularity::illegal_move, 3));
    REQUIRE(hall.refused == "");
    const auto ruling = the<wire::RulingGiven>(events);
    CHECK(ruling.evidence.back().name == "more");
    CHECK(ruling.text.size() == limits::line_bytes);
    CHECK(ruling.text.ends_with(" ..."));
    can_be_read(hall);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim is answered after more touches than an event has room for", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    wire::BindMove bind;
    bind.side = Side::white;
    bind.squares = "g1";
    for (std::size_t i = 0; i <= limits::tags; ++i) {
        hall.rule(bind);
        REQUIRE(hall.refused == "");
    }
    hall.claim(Side::white, "threefold");
    CHECK(the<wire::RulingGiven>(hall.log).evidence.back().name == "more");
    can_be_read(hall);
}

TEST_CASE("wrong rules are asked about again, however many they are", "[desk][regress]") {
    Hall hall("", "", wire::Pairs(limits::tags, {"speed", "9"}));
    hall.play("e4 e5");
    hall.rule(give(drawn(), "agreement"));
    REQUIRE(hall.refused == "");
    REQUIRE(about(hall, wire::Subject::terms).empty());
    hall.rule(undo_last(hall));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::terms).size() == 1);
    can_be_read(hall);
}
TEST_CASE("a number among the rules has no zeros before it without end", "[game][regress]") {
    game::Settings settings;
    CHECK_FALSE(game::set(settings, "penalty_seconds", "0000000030"));
    CHECK(game::set(settings, "penalty_seconds", "00000000030"));
}
