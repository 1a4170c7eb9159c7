// The time that rulings have given to the clocks, and what is left of it after an undo. The
// clocks stand during the test, so that only rulings change them.
#include "arbiterd/game/state/taken_back.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// After four plies, with this much time left; the clock stands.
Hall standing(Duration white, Duration black) {
    Hall hall("", "", {}, "5400");
    hall.increment = {};
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    hall.rule(clock_of(white, black));
    REQUIRE(hall.refused == "");
    return hall;
}

wire::Penalise time_off(Side side, Duration time) {
    wire::Penalise penalty;
    penalty.side = side;
    penalty.kind = wire::PenaltyKind::time_off;
    penalty.time = time;
    return penalty;
}

void rule(Hall& hall, const wire::DeskAct& act) {
    hall.rule(act);
    INFO(hall.refusal);
    REQUIRE(hall.refused == "");
}

wire::DeskAct some_act(const Hall& hall, Dice& dice) {
    const Side side = dice.one_in(2) ? Side::white : Side::black;
    const Duration time = seconds(1 + dice.below(150));
    switch (dice.below(6)) {
        case 0: return time_off(side, time);
        case 1: return wire::AdjustClock{time, Duration{} - seconds(dice.below(60))};
        case 2: return wire::AdjustClock{Duration{} - time, {}};
        case 3: {
            wire::SetClock set = clock_of(seconds(dice.below(200)), seconds(dice.below(200)));
            if (dice.one_in(2)) set.black.reset();
            return set;
        }
        case 4:
            if (hall.live().ply > Ply{}) {
                const std::uint32_t ply = 1 + dice.below(hall.live().ply.count);
                return illegal(ply % 2 == 1 ? Side::white : Side::black,
                               Irregularity::illegal_move, ply);
            }
            [[fallthrough]];
        default: return illegal(side, Irregularity::two_hands);
    }
}

// An undo of some ruling given since; false: none is possible.
bool undo_one(Hall& hall, Dice& dice, std::uint32_t since) {
    const std::uint32_t all = hall.live().rulings - since;
    const std::uint32_t from = all > 0 ? dice.below(all) : 0;
    for (std::uint32_t n = 0; n < all; ++n) {
        const std::uint32_t number = since + 1 + (from + n) % all;
        const auto& ruled = hall.live().ruled;
        const auto at = std::ranges::find(ruled, number, &game::Ruled::number);
        if (at == ruled.end() || at->undone || at->effect.undoes > 0) continue;
        hall.rule(undo(number));
        if (hall.refused.empty()) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("time that could not be taken back is not given by another undo", "[undo][regress]") {
    Hall hall = standing(seconds(49), seconds(100));
    rule(hall, wire::AdjustClock{seconds(60), {}});
    const std::uint32_t more = hall.live().rulings;
    rule(hall, time_off(Side::white, seconds(90)));
    const std::uint32_t less = hall.live().rulings;
    rule(hall, undo(more));
    CHECK(hall.readings[Side::white] == Duration{});
    SECTION("the other one") {
        rule(hall, undo(less));
        CHECK(hall.readings[Side::white] == seconds(49));
    }
    SECTION("the same one again") {
        rule(hall, undo(hall.live().rulings));
        CHECK(hall.readings[Side::white] == seconds(19));
    }
    SECTION("after an arbiter has set the clock") {
        rule(hall, clock_of(seconds(30), seconds(100)));
        const std::uint32_t set = hall.live().rulings;
        rule(hall, undo(less));
        CHECK(hall.readings[Side::white] == seconds(120));
        rule(hall, undo(set));
        CHECK(hall.readings[Side::white] == seconds(49));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a clock set from 0:00, the game gone back, and both taken back", "[undo][regress]") {
    Hall hall = standing({}, seconds(100));
    const Duration then = hall.game().clocks.at(2)[Side::white];
    rule(hall, clock_of(minutes(20), seconds(100)));
    const std::uint32_t set = hall.live().rulings;
    rule(hall, illegal(Side::white, Irregularity::illegal_move, 3));
    const std::uint32_t back = hall.live().rulings;
    CHECK(hall.readings[Side::white] == then);
    const bool set_first = GENERATE(true, false);
    CAPTURE(set_first);
    rule(hall, undo(set_first ? set : back));
    CHECK(hall.readings[Side::white] == (set_first ? then : minutes(20)));
    rule(hall, undo(set_first ? back : set));
    CHECK(hall.readings[Side::white] == Duration{});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a clock that was set twice is not moved by taking back the first", "[undo][regress]") {
    Hall hall = standing(seconds(60), seconds(100));
    rule(hall, clock_of(seconds(30), seconds(100)));
    const std::uint32_t first = hall.live().rulings;
    const bool undone = GENERATE(true, false);
    CAPTURE(undone);
    if (undone) rule(hall, undo(first));
    const std::uint32_t tip = hall.live().rulings;
    const Both<Duration> before = hall.readings;
    rule(hall, clock_of(seconds(30), seconds(90)));
    const std::uint32_t second = hall.live().rulings;
    hall.rule(undo(tip));
    CHECK(hall.refused == "later_setting");
    CHECK(hall.readings[Side::white] == seconds(30));
    rule(hall, undo(second));
    CHECK(hall.readings == before);
    rule(hall, undo(tip));
    CHECK(hall.readings[Side::white] == seconds(undone ? 30 : 60));
    CHECK(hall.readings[Side::black] == seconds(100));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a position set with its times leaves nothing of an earlier setting", "[undo][regress]") {
    Hall hall = standing(seconds(60), seconds(100));
    const Both<Duration> before = hall.readings;
    rule(hall, clock_of(seconds(30), seconds(100)));
    const std::uint32_t first = hall.live().rulings;
    wire::SetClock back = clock_of(seconds(45), seconds(95));
    back.ply = Ply{2};
    rule(hall, back);
    const std::uint32_t second = hall.live().rulings;
    hall.rule(undo(first));
    CHECK(hall.refused == "later_setting");
    CHECK(hall.readings == Both<Duration>{{seconds(45), seconds(95)}});
    rule(hall, undo(second));
    CHECK(hall.readings[Side::white] == seconds(30));
    rule(hall, undo(first));
    CHECK(hall.readings == before);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("whatever was ruled on the clock, all taken back leaves it as it was", "[undo]") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 600)));
    Dice dice(seed);
    Hall hall = standing(seconds(dice.below(100)), seconds(dice.below(100)));
    const Both<Duration> before = hall.readings;
    const std::uint32_t from = hall.live().rulings;
    INFO("seed " << seed);
    for (int n = 0; n < 6; ++n) {
        hall.rule(some_act(hall, dice));
        if (dice.one_in(3)) undo_one(hall, dice, from);
    }
    while (undo_one(hall, dice, from)) {}
    CHECK(hall.live().ply == Ply{4});
    for (const Side side : {Side::white, Side::black})
        CHECK(hall.readings[side].us == before[side].us);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what was thought until moves went back is not given by their coming back",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.offer(Side::white);
    hall.readings[Side::white] -= minutes(10);  // the clock runs, and the record does not know it
    const Duration before = hall.readings[Side::white];
    const bool restart = GENERATE(false, true);
    if (restart) rule(hall, wire::RestartGame{});
    else rule(hall, illegal(Side::white, Irregularity::illegal_move, 3));
    rule(hall, undo_last(hall));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.readings[Side::white] == before);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("11.10: an undo and its undo take and give the same, whatever was left at zero before",
          "[undo][regress]") {
    Hall hall = standing(seconds(10), minutes(5));
    wire::AdjustClock more;
    more.white = minutes(2);
    rule(hall, more);
    const std::uint32_t given = hall.live().rulings;
    rule(hall, time_off(Side::white, seconds(125)));
    rule(hall, undo(given));
    REQUIRE(hall.readings[Side::white] == Duration{});  // 115 s could not be taken
    more.white = minutes(10);
    rule(hall, more);
    const std::uint32_t later = hall.live().rulings;
    for (const std::uint32_t root : {later, given}) {
        const Duration before = hall.readings[Side::white];
        rule(hall, undo(game::tip_of(hall.live(), root)));
        const Duration after = hall.readings[Side::white];
        for (int times = 0; times < 4; ++times) {
            rule(hall, undo(game::tip_of(hall.live(), root)));
            CHECK(hall.readings[Side::white] == (times % 2 == 0 ? before : after));
        }
        rule(hall, undo(game::tip_of(hall.live(), root)));
    }
    CHECK(hall.replayed() == hall.games);
}

namespace {

// Black thinks after an illegal move by White that stands in the record or is open (A.5.2). With
// `second` it is the one that loses (7.5.5).
Hall thinking(const std::string& profile, bool second) {
    Hall hall("", profile, {}, "900");
    hall.increment = {};
    hall.play("e4 e5");
    if (second) hall.play("Ke3");
    if (second && !profile.empty()) hall.claim(Side::black, "illegal_move");
    REQUIRE(hall.live().illegal[Side::white] == (second ? 1 : 0));
    hall.play(profile.empty() ? "Nf3 Nc6 Bb5" : "Ke3");
    REQUIRE(hall.turn == Side::black);
    hall.readings[Side::black] -= seconds(70);
    return hall;
}

}  // namespace

TEST_CASE("what was thought until an illegal action was ruled on is used when that is taken back",
          "[undo][regress]") {
    const std::string profile = GENERATE("", "fide-rapid-a5");
    const bool second = GENERATE(false, true);
    const bool answers = GENERATE(false, true);
    if (answers && profile.empty()) return;
    CAPTURE(profile, second, answers);
    Hall hall = thinking(profile, second);
    const Duration before = hall.readings[Side::black];
    const auto asked = about(hall, wire::Subject::illegal_move);
    if (answers && asked.empty()) return;
    if (answers) rule(hall, answer(asked.front().number, "apply"));
    else if (profile.empty()) rule(hall, illegal(Side::white, Irregularity::illegal_move, 5));
    else rule(hall, illegal(Side::white, Irregularity::illegal_move));
    CHECK(hall.live().result.has_value() == second);
    rule(hall, undo_last(hall));
    CHECK(hall.readings[Side::black] == before);
    CHECK(hall.live().readings[Side::black] == before);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an undo that empties a clock has taken what that showed", "[undo][regress]") {
    Hall hall("", "", {}, "600");
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings[Side::white] = seconds(600);
    hall.play("Nf3 Nc6");
    rule(hall, wire::AdjustClock{Duration{} - seconds(500), {}});
    rule(hall, undo_last(hall));
    const std::uint32_t back = hall.live().rulings;
    rule(hall, wire::AdjustClock{Duration{} - seconds(200), {}});
    hall.readings[Side::white] -= seconds(40);  // the clock runs, and the record does not know it
    const Duration before = hall.readings[Side::white];
    rule(hall, undo(back));
    CHECK(hall.readings[Side::white] == Duration{});
    CHECK_FALSE(hall.running);
    rule(hall, undo_last(hall));
    CHECK(hall.readings[Side::white] == before);
    CHECK(hall.replayed() == hall.games);
}
