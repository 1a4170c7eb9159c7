// What is stored of an earlier moment, and what is corrected at the clock since (6.10.2).
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr Both<Duration> correction{{seconds(-100), seconds(60)}};

// The method of the arbiter to change the clock by `correction`, or a part of it.
enum class How { not_at_all, adjusted, set, penalty, at_the_clock };

Both<Duration> given(How how) {
    if (how == How::not_at_all) return {};
    if (how == How::penalty) return {{Duration{}, seconds(60)}};
    if (how == How::at_the_clock) return {{seconds(30), seconds(30)}};
    return correction;
}

void change(Hall& hall, How how) {
    if (how == How::adjusted)
        hall.rule(wire::AdjustClock{correction[Side::white], correction[Side::black]});
    if (how == How::set)
        hall.rule(clock_of(hall.readings[Side::white] + correction[Side::white],
                           hall.readings[Side::black] + correction[Side::black]));
    if (how == How::penalty) {
        wire::Penalise act;
        act.side = Side::white;
        act.kind = wire::PenaltyKind::time_to_opponent;
        act.time = seconds(60);
        hall.rule(act);
    }
    if (how == How::at_the_clock) hall.feed(added(hall, seconds(30)));
    CHECK(hall.refused == "");
}

Hall open_action() {
    Hall hall("", "fide-rapid-a5", {}, "1500");
    hall.play("e4 e5 Ke3");
    REQUIRE(hall.live().unruled);
    return hall;
}

Hall touch_not_kept() {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(bind(Side::white, "g1"));
    hall.play("d4");
    REQUIRE(about(hall, wire::Subject::touch_move).size() == 1);
    return hall;
}

Hall king_taken() {
    Hall hall("4k3/p4R2/8/8/8/8/8/4K3 b - - 0 1", "fide-blitz-b3", {}, "1500");
    hall.made(Side::black, "e8e7");
    hall.press(Side::black);
    hall.made(Side::white, "f7e7");
    hall.press(Side::white);
    REQUIRE(about(hall, wire::Subject::illegal_reply).size() == 1);
    return hall;
}

Hall claimed() {
    Hall hall("", "fide-rapid-a5", {}, "1500");
    hall.play("e4 e5");
    hall.claim(Side::white, "illegal_move");
    REQUIRE(about(hall, wire::Subject::claim_illegal_move).size() == 1);
    return hall;
}

struct Kept {
    const char* name;
    Hall (*hall)();
    void (*settle)(Hall&);
};

const Kept all[] = {
    {"an open action, claimed", open_action,
     [](Hall& hall) { hall.claim(Side::black, "illegal_move"); }},
    {"an open action, ruled by hand", open_action,
     [](Hall& hall) { hall.rule(illegal(Side::white, Irregularity::illegal_move)); }},
    {"an open action, answered", open_action,
     [](Hall& hall) { hall.rule(answer(hall, "apply")); }},
    {"a touch not kept", touch_not_kept,
     [](Hall& hall) { hall.rule(answer(hall, "take_back")); }},
    {"a king taken, counted", king_taken, [](Hall& hall) { hall.rule(answer(hall, "apply")); }},
    {"a king taken, set back", king_taken,
     [](Hall& hall) { hall.rule(answer(hall, "go_back")); }},
    {"a claim of an illegal move, answered", claimed,
     [](Hall& hall) { hall.rule(answer(hall, "apply")); }},
    {"a claim of an illegal move, ruled by hand", claimed,
     [](Hall& hall) { hall.rule(illegal(Side::black, Irregularity::illegal_move)); }},
};

}  // namespace

TEST_CASE("6.10.2: what sets the clock to an earlier moment keeps what was corrected since",
          "[regress]") {
    const Kept& kept = all[GENERATE(range(0, 8))];
    const How how = GENERATE(How::adjusted, How::set, How::penalty, How::at_the_clock);
    CAPTURE(kept.name, static_cast<int>(how));
    Both<Duration> without;
    for (const How each : {How::not_at_all, how}) {
        Hall hall = kept.hall();
        if (hall.running) hall.rule(wire::PauseClock{});
        // Setting the clock settles a claim that has stopped it.
        if (each == How::set && kept.hall == claimed) return;
        change(hall, each);
        kept.settle(hall);
        CHECK(hall.refused == "");
        CHECK(hall.replayed() == hall.games);
        const Both<Duration> time = given(each);
        if (each == How::not_at_all) without = hall.readings;
        for (const Side side : {Side::white, Side::black})
            CHECK(hall.readings[side] == without[side] + time[side]);
    }
}

TEST_CASE("6.10.2: a question that is asked again knows what was corrected in between",
          "[regress]") {
    const How how = GENERATE(How::adjusted, How::set, How::penalty);
    Both<Duration> without;
    for (const How each : {How::not_at_all, how}) {
        Hall hall = touch_not_kept();
        hall.rule(wire::PauseClock{});
        hall.rule(answer(hall, "take_back"));
        const std::uint32_t ruling = hall.live().rulings;
        hall.rule(wire::PauseClock{});
        change(hall, each);
        hall.rule(undo(ruling));
        REQUIRE(hall.refused == "");
        hall.rule(answer(hall, "take_back"));
        CHECK(hall.refused == "");
        CHECK(hall.replayed() == hall.games);
        if (each == How::not_at_all) without = hall.readings;
        for (const Side side : {Side::white, Side::black})
            CHECK(hall.readings[side] == without[side] + given(each)[side]);
    }
}

TEST_CASE("A.5.2: an action that stands leaves the clock as it was corrected", "[regress]") {
    Hall hall = open_action();
    hall.rule(wire::PauseClock{});
    change(hall, How::set);
    const Both<Duration> set = hall.readings;
    hall.resume();
    hall.made(Side::black, "a6");
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.live().readings == set);
    hall.press(Side::black);
    hall.rule(wire::PauseClock{});
    hall.rule(undo_last(hall));
    CHECK(hall.replayed() == hall.games);
}

namespace {

// The acts that change the clock and are taken back.
void change_clock(Hall& hall, int how) {
    const Both<Duration> shown = hall.readings;
    wire::Penalise penalty;
    penalty.side = Side::white;
    penalty.kind = wire::PenaltyKind::time_off;
    penalty.time = shown[Side::white];
    wire::SetClock here = clock_of(shown[Side::white] - seconds(50), minutes(3));
    here.ply = hall.live().ply;
    const wire::DeskAct acts[] = {
        wire::AdjustClock{seconds(-100), seconds(60)},
        wire::AdjustClock{Duration{} - shown[Side::white], {}},  // to zero
        clock_of(minutes(3), minutes(4)),
        here,  // with the position that stands
        penalty,
    };
    hall.rule(acts[how]);
    REQUIRE(hall.refused == "");
}

}  // namespace

TEST_CASE("6.10.2: a change of the clock that is taken back is gone from earlier positions, too",
          "[undo][regress]") {
    const int how = GENERATE(range(0, 5));
    const int depth = GENERATE(1, 3);  // taken back, given again, taken back
    const bool after_the_end = GENERATE(false, true);
    CAPTURE(how, depth, after_the_end);
    std::vector<Both<Duration>> came;
    std::vector<Both<Duration>> again;
    for (const bool changed : {false, true}) {
        Hall hall;
        hall.play("e4 e5 Nf3 Nc6");
        hall.rule(wire::PauseClock{});
        if (changed) change_clock(hall, how);
        const std::uint32_t first = hall.live().rulings;
        if (after_the_end) hall.resign(Side::white);
        const std::uint32_t resigned = hall.live().rulings;
        for (int i = 0; changed && i < depth; ++i) {
            hall.rule(undo(i == 0 ? first : hall.live().rulings));
            REQUIRE(hall.refused == "");
        }
        if (after_the_end) hall.rule(undo(resigned));
        REQUIRE(hall.refused == "");
        Hall restarted = hall;
        hall.rule(illegal(Side::white, Irregularity::illegal_move, 3));
        CHECK(hall.refused == "");
        came.push_back(hall.readings);
        restarted.rule(wire::RestartGame{});
        CHECK(restarted.refused == "");
        again.push_back(restarted.readings);
        CHECK(hall.replayed() == hall.games);
    }
    CHECK(came[0] == came[1]);
    CHECK(again[0] == again[1]);
}

TEST_CASE("A.5.2: an action that is put right, and again, costs the same each time",
          "[undo][regress]") {
    const auto* profile = GENERATE("fide-rapid-a5", "fide-blitz-b3");
    Hall hall("", profile, {}, "1500");
    hall.play("e4 e5");
    hall.readings[Side::white] -= minutes(10);  // time used for this move
    hall.play("Ke3");
    REQUIRE(hall.live().unruled);
    const bool restarted = GENERATE(false, true);
    if (restarted) {
        hall.rule(wire::PauseClock{});
        hall.rule(wire::RestartGame{});
        hall.rule(undo_last(hall));
    }
    hall.rule(illegal(Side::white, Irregularity::illegal_move));
    REQUIRE(hall.refused == "");
    const Both<Duration> right = hall.readings;
    for (int times = 0; times < 2; ++times) {
        hall.rule(undo_last(hall));
        REQUIRE(hall.live().unruled);
        hall.rule(illegal(Side::white, Irregularity::illegal_move));
        CHECK(hall.readings == right);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a question that an undo asks again proposes the times of before", "[undo][regress]") {
    Hall hall("", "", {}, "5400", wire::Reporting::presses);
    for (int i = 0; i < 2; ++i) {
        hall.press(Side::white);
        hall.press(Side::black);
        hall.rule(two_hands(Side::white));
    }
    hall.rule(undo(1));
    hall.rule(answer(hall, "set_clock"));
    REQUIRE(hall.refused == "");
    const Both<Duration> right = hall.readings;
    for (int times = 0; times < 2; ++times) {
        hall.rule(undo_last(hall));
        wire::AnswerQuestion own = answer(hall, "set_clock");
        if (times == 0) own.black = minutes(30);
        hall.rule(own);
        REQUIRE(hall.refused == "");
    }
    CHECK(hall.readings == right);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("12.9.5: points taken off a forfeit leave it one", "[irregular][regress]") {
    Hall hall;
    hall.rule(wire::GiveResult{win_of(Side::white), ""}, "6.7.1");
    wire::Penalise penalty;
    penalty.side = Side::white;
    penalty.kind = wire::PenaltyKind::points_off;
    penalty.score = GENERATE(Score{{{1, 0}}}, Score{});
    hall.rule(penalty);
    CHECK(hall.refused == "");
    CHECK(hall.live().result->score == *penalty.score);
    CHECK(hall.live().result->ending == Ending::forfeit);
    hall.rule(undo_last(hall));
    CHECK(hall.live().result->score == win_of(Side::white));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("12.9.4 and 12.9.5: points move one way only", "[irregular][regress]") {
    using enum wire::PenaltyKind;
    struct Case {
        Side side;
        wire::PenaltyKind kind;
        Score score;
        bool taken;
    };
    static constexpr Score half_won{{{1, 0}}};
    const Case one = GENERATE(Case{Side::white, points_off, half_won, true},
                              Case{Side::white, points_off, Score{}, true},
                              Case{Side::white, points_off, drawn(), true},  // 12.9.4, too
                              Case{Side::white, points_off, win_of(Side::white), false},
                              Case{Side::black, points_off, Score{}, false},
                              Case{Side::black, points_off, half_won, false},
                              Case{Side::white, points_to_opponent, drawn(), true},
                              Case{Side::white, points_to_opponent, half_won, false},
                              Case{Side::black, points_to_opponent, Score{}, false},
                              Case{Side::black, points_to_opponent, drawn(), false});
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::black);
    wire::Penalise penalty;
    penalty.side = one.side;
    penalty.kind = one.kind;
    penalty.score = one.score;
    hall.rule(penalty);
    CHECK(hall.refused == (one.taken ? "" : "bad_penalty"));
    CHECK(hall.live().result->score == (one.taken ? one.score : win_of(Side::white)));
}

TEST_CASE("12.9.1: a warning at the wrong board is taken back", "[irregular][regress]") {
    Hall hall;
    hall.play("e4 e5");
    const Both<Duration> shown = hall.readings;
    wire::Penalise penalty;
    penalty.side = Side::white;
    penalty.kind = wire::PenaltyKind::warning;
    hall.rule(penalty);
    const Events back = hall.rule(undo_last(hall));
    CHECK(hall.refused == "");
    CHECK(the<wire::RulingGiven>(back).effect.undoes == 1);
    CHECK_FALSE(hall.rule(undo_last(hall)).empty());  // and stands again
    CHECK(hall.readings == shown);
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}
