// 7.2.1: a game that begins again is another game. Whatever state the cancelled one was in,
// nothing of it remains; and its state comes back when the restart is taken back.
#include <algorithm>
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::ShowRecord look(Side side) {
    wire::ShowRecord act;
    act.side = side;
    return act;
}

// The live state without the parts of the record, the board and the persons: those are named
// here, and nothing else may differ between a game that began again and one that has just begun.
game::Live of_the_game(const Hall& hall) {
    game::Live live = hall.live();
    live.running = live.locked = false;
    live.came = {};  // the players at the board play the new game
    live.seats_changed = live.clock_seats_changed = false;
    live.epoch = {};
    live.named_pause = {};
    live.rulings = live.asked = live.before_act = 0;
    live.ruled.clear();
    live.questions.clear();
    live.closed.clear();
    live.outbox.clear();
    live.control.clear();
    return live;
}

bool of_whoever_plays(const game::Question& question) {
    constexpr std::array kinds{wire::Subject::default_time, wire::Subject::appeal,
                               wire::Subject::dated_back, wire::Subject::device_twice,
                               wire::Subject::foreign_game, wire::Subject::board_gone,
                               wire::Subject::board_shows};
    return std::ranges::find(kinds, question.about) != kinds.end();
}

std::string some_move(const Hall& hall, Dice& dice) {
    if (dice.one_in(8)) return dice.one_in(2) ? "e1e3" : "Ke3";
    const chess::MoveList moves = chess::legal_moves(hall.game().history.current());
    if (moves.empty()) return "hm?";
    return chess::san(hall.game().history.current(),
                      moves[dice.below(static_cast<std::uint32_t>(moves.size()))]);
}

void arbiter_acts(Hall& hall, Dice& dice) {
    wire::BindMove bind;
    bind.side = hall.turn;
    bind.squares = "e2";
    switch (dice.below(7)) {
        case 0: hall.rule(look(hall.turn)); return;
        case 1: hall.rule(two_hands(other(hall.turn))); return;
        case 2: hall.rule(bind); return;
        case 3: hall.rule(wire::PauseClock{}); return;
        case 4: hall.rule(wire::ResumeClock{}); return;
        case 5: if (hall.live().rulings > 0) hall.rule(undo(hall.live().rulings)); return;
        default: break;
    }
    if (hall.live().questions.empty()) return;
    const game::Question question = hall.live().questions.back();
    if (question.options.empty()) return;
    hall.rule(answer(question.number, question.options.back().name));
}

void players_act(Hall& hall, Dice& dice) {
    const Side side = hall.turn;
    const Side any = dice.one_in(2) ? side : other(side);
    switch (dice.below(12)) {
        case 0: hall.offer(any); return;
        case 1: hall.claim(any, "threefold", dice.one_in(2) ? "Ke3" : ""); return;
        case 2: hall.claim(any, "illegal_move"); return;
        case 3: if (hall.running) hall.made(side, some_move(hall, dice)); return;
        case 4: if (hall.running && dice.one_in(3)) hall.press(side); return;
        case 5: hall.claim(any, "other"); return;
        default: break;
    }
    if (!hall.running) return;
    const Epoch epoch = hall.epoch;
    hall.made(side, some_move(hall, dice));
    if (hall.epoch == epoch && hall.running && !hall.over) hall.press(side);
}

void check_fresh(const Hall& hall, const Hall& fresh) {
    CHECK(of_the_game(hall) == of_the_game(fresh));
    CHECK(std::ranges::all_of(hall.live().questions, of_whoever_plays));
    CHECK(std::ranges::all_of(hall.live().ruled, [&](const game::Ruled& ruled) {
        return ruled.undone || ruled.about == wire::Subject::restart;
    }));
    CHECK(hall.game().period == fresh.game().period);
    CHECK(hall.game().moves.empty());
    CHECK(hall.ply == Ply{});
    CHECK(hall.turn == Side::white);
    CHECK(hall.readings == fresh.game().at_start);
    CHECK_FALSE(hall.running);
}

}  // namespace

TEST_CASE("a game that begins again is as one that has just begun", "[restart]") {
    std::uint32_t restarts = 0;
    const auto profiles = game::profiles();
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        const std::string profile(profiles[seed % profiles.size()].id);
        const auto reports =
            dice.one_in(8) ? wire::Reporting::presses : wire::Reporting::moves;
        Hall hall("", profile, {}, "5400+30", reports);
        const Hall fresh("", profile, {}, "5400+30", reports);
        const std::uint32_t steps = 1 + dice.below(14);
        for (std::uint32_t step = 0; step < steps && !hall.over; ++step) {
            if (dice.one_in(4)) arbiter_acts(hall, dice);
            else players_act(hall, dice);
        }
        if (hall.over) continue;
        hall.rule(wire::RestartGame{});
        if (!hall.refused.empty()) continue;
        ++restarts;
        check_fresh(hall, fresh);
        REQUIRE(hall.replayed() == hall.games);
        hall.rule(wire::ResumeClock{});
        CHECK(hall.refused.empty());
        const Events first = hall.play("e4");
        if (reports == wire::Reporting::moves) CHECK(the<wire::MoveRecorded>(first).san == "e4");
        CHECK(hall.live().illegal == Both<std::uint32_t>{});
    }
    CHECK(restarts > 200);
}

TEST_CASE("A.5.2: an illegal move that is open goes with the game that is cancelled",
          "[restart]") {
    Hall hall("", "fide-rapid-a5", {}, "900+5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    REQUIRE(hall.live().unruled);
    REQUIRE(hall.live().questions.size() == 1);
    const wire::Correction set = correction(hall.rule(wire::RestartGame{}));
    CHECK(set.ply == Ply{});
    CHECK(set.turn == Side::white);
    CHECK_FALSE(hall.live().unruled);
    CHECK(hall.live().questions.empty());
    SECTION("the new game's first move is a move") {
        hall.rule(wire::ResumeClock{});
        hall.play("e4 e5");
        CHECK(hall.live().ply == Ply{2});
        CHECK(hall.live().stood.empty());
        CHECK(hall.live().illegal == Both<std::uint32_t>{});
    }
    SECTION("it is open again when the restart is taken back") {
        hall.rule(undo(hall.live().rulings));
        REQUIRE(hall.live().unruled);
        CHECK(hall.live().questions.size() == 1);
        CHECK(hall.turn == Side::black);
        CHECK(hall.ply == Ply{1});
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.3: who has come sits at the other side when the seats change", "[restart][regress]") {
    Hall hall;
    hall.play("e4");
    wire::RestartGame restart;
    restart.reversed_colours = true;
    CHECK(correction(hall.rule(restart)).changed_seats);
    const std::uint32_t ruling = hall.live().rulings;
    CHECK(hall.live().came == Both<bool>{{false, true}});
    SECTION("the other one may be absent") {
        wire::DefaultTimePassed late;
        static_cast<wire::BoardEvent&>(late) = hall.base();
        late.absent[Side::white] = true;
        CHECK(the<wire::QuestionPut>(hall.feed(late)).options[0].name == "forfeit_white");
    }
    SECTION("both sit as before when it is taken back, and given again") {
        CHECK(correction(hall.rule(undo(ruling))).changed_seats);
        CHECK(hall.live().came == Both<bool>{{true, false}});
        CHECK(correction(hall.rule(undo_last(hall))).changed_seats);
        CHECK(hall.live().came == Both<bool>{{false, true}});
    }
    SECTION("the clock changes them once") {
        wire::SetClock set;
        set.white = set.black = minutes(80);
        CHECK_FALSE(correction(hall.rule(set)).changed_seats);
        CHECK_FALSE(correction(hall.rule(wire::RestartGame{})).changed_seats);
        CHECK(hall.live().came == Both<bool>{{false, true}});
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: an illegal move that is open goes when the game goes back", "[restart]") {
    Hall hall("", "fide-rapid-a5", {}, "900+5");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    hall.rule(wire::PauseClock{});
    wire::SetClock back;
    back.white = back.black = minutes(13);
    back.ply = Ply{1};
    hall.rule(back);
    CHECK(hall.live().questions.empty());
    CHECK_FALSE(hall.live().unruled);
    hall.rule(wire::ResumeClock{});
    hall.play("d5");
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.live().questions.empty());
    CHECK(hall.live().illegal[Side::white] == 0);
}

TEST_CASE("A.4.3, 11.5: looks at the record, offers and claims begin again, and come back",
          "[restart]") {
    Hall hall("", "fide-rapid-a5");
    hall.rule(look(Side::white));
    hall.offer(Side::black);
    hall.play("e4");
    REQUIRE(hall.live().looks[Side::white] == 1);
    const Both<std::uint32_t> offers = hall.live().offers_and_claims;
    REQUIRE(offers != Both<std::uint32_t>{});
    hall.rule(wire::RestartGame{});
    CHECK(hall.live().looks[Side::white] == 0);
    CHECK(hall.live().offers_and_claims == Both<std::uint32_t>{});
    hall.rule(undo(hall.live().rulings));
    CHECK(hall.live().looks[Side::white] == 1);
    CHECK(hall.live().offers_and_claims == offers);
    CHECK(hall.replayed() == hall.games);
}

namespace {

wire::Penalise to_opponent(Side side, Duration time) {
    wire::Penalise act;
    act.side = side;
    act.kind = wire::PenaltyKind::time_to_opponent;
    act.time = time;
    return act;
}

// The clock with the penalty for the press of an illegal move by White.
void illegal(Hall& hall) {
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    REQUIRE(hall.live().illegal[Side::white] == 1);
}

}  // namespace

TEST_CASE("7.2.1: neither the time nor the count of a game that is none is kept", "[restart]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(two_hands(Side::black));
    hall.rule(wire::PauseClock{});
    const Both<Duration> then = hall.readings;
    const Both<std::uint32_t> counted = hall.live().illegal;
    hall.rule(wire::RestartGame{});
    const std::uint32_t restart = hall.live().rulings;
    hall.rule(wire::ResumeClock{});
    Duration corrected;
    SECTION("an illegal move") { illegal(hall); }
    SECTION("an illegal action counted at the desk") { hall.rule(two_hands(Side::white)); }
    SECTION("a penalty") { hall.rule(to_opponent(Side::white, minutes(3))); }
    SECTION("an answer that gave time") {
        hall.claim(Side::white, "other");
        wire::AnswerQuestion act = answer(hall, "set_clock");
        act.white = minutes(80);
        act.black = minutes(85);
        hall.rule(act);
    }
    SECTION("but a correction of the clock holds, and can be taken back") {
        corrected = minutes(5);
        hall.rule(wire::AdjustClock{corrected, {}});
        hall.rule(two_hands(Side::white));
    }
    SECTION("and one that was taken back does not") {
        hall.rule(wire::AdjustClock{minutes(5), {}});
        hall.rule(undo(hall.live().rulings));
    }
    hall.rule(wire::PauseClock{});
    const Both<Duration> shown = hall.readings;
    const Both<std::uint32_t> others = hall.live().illegal;
    for (int times = 0; times < 2; ++times) {
        hall.rule(undo(restart));
        CHECK(hall.live().illegal == counted);
        CHECK(hall.readings[Side::white] == then[Side::white] + corrected);
        CHECK(hall.readings[Side::black] == then[Side::black]);
        hall.rule(undo(hall.live().rulings));
        CHECK(hall.live().illegal == others);
        CHECK(hall.readings == shown);
    }
    hall.rule(undo(restart));
    if (corrected > Duration{}) {
        hall.rule(undo(restart + 2));
        CHECK(hall.refused.empty());
        CHECK(hall.readings == then);
        hall.rule(undo(hall.live().rulings));
        CHECK(hall.readings[Side::white] == then[Side::white] + corrected);
        hall.rule(undo(hall.live().rulings));
        hall.rule(wire::RestartGame{});
        CHECK(hall.readings == Both<Duration>{{minutes(90), minutes(90)}});
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.2.1: an earlier going-back has none of the penalties of a game that is none",
          "[restart]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    const Both<Duration> then = hall.readings;
    wire::SetClock back;
    back.white = back.black = minutes(80);
    back.ply = Ply{2};
    hall.rule(back);
    const std::uint32_t gone = hall.live().rulings;
    hall.rule(wire::RestartGame{});
    const std::uint32_t restart = hall.live().rulings;
    hall.rule(wire::ResumeClock{});
    illegal(hall);
    hall.rule(wire::PauseClock{});
    hall.rule(undo(restart));
    hall.rule(to_opponent(Side::white, minutes(1)));  // this one belongs to this game
    hall.rule(undo(gone));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.readings[Side::white] == then[Side::white]);
    CHECK(hall.readings[Side::black] == then[Side::black] + minutes(1));
    CHECK(hall.live().illegal == Both<std::uint32_t>{});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.10.2: a correction of the clock is taken back in a game that began again",
          "[restart]") {
    Hall hall;
    hall.rule(wire::AdjustClock{minutes(5), {}});
    const std::uint32_t corrected = hall.live().rulings;
    hall.play("e4");
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{});
    const std::uint32_t restart = hall.live().rulings;
    const Duration start = hall.readings[Side::white];
    hall.rule(undo(corrected));
    CHECK(hall.refused.empty());
    CHECK(hall.readings[Side::white] == start - minutes(5));
    const Duration white = hall.game().taken_back.back().before->live.readings[Side::white];
    hall.rule(undo(restart));
    CHECK(hall.readings[Side::white] == white - minutes(5));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("7.2.1: a board of presses keeps neither time nor count of a game that is none",
          "[restart]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    hall.rule(wire::PauseClock{});
    const Both<Duration> then = hall.readings;
    hall.rule(wire::RestartGame{});
    const std::uint32_t restart = hall.live().rulings;
    hall.rule(wire::ResumeClock{});
    hall.press(Side::white);
    hall.rule(two_hands(Side::white));
    REQUIRE(hall.live().illegal[Side::white] == 1);
    hall.rule(wire::PauseClock{});
    hall.rule(undo(restart));
    CHECK(hall.live().presses == Ply{2});
    CHECK(hall.live().illegal == Both<std::uint32_t>{});
    CHECK(hall.readings == then);
    CHECK(hall.replayed() == hall.games);
}
