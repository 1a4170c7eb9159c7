// Corrections (set_reading): from every phase, what they keep, and what they refuse.
#include "clockd/clock/boards.hpp"

#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

namespace {

// Brings the board into the phase.
void bring(HallKit& kit, Phase phase) {
    kit.open("60");
    if (phase == Phase::ready) return;
    kit.start(at_s(0));
    if (phase == Phase::paused) kit.done(kit.make<wire::Pause>(), at_s(1));
    if (phase == Phase::stopped) kit.done(kit.by<wire::Resign>(white), at_s(1));
    if (phase == Phase::flag_fallen) kit.time(at_s(60));
    if (phase == Phase::over) kit.done(kit.make<wire::EndGame>(), at_s(1));
    REQUIRE(kit.phase() == phase);
}

}  // namespace

TEST_CASE("a correction is absolute, from every phase of a started game") {
    const Phase phase =
        GENERATE(Phase::running, Phase::paused, Phase::stopped, Phase::flag_fallen);
    const bool run = GENERATE(false, true);
    HallKit kit;
    bring(kit, phase);
    const Epoch before = kit.state().epoch;
    const auto command = kit.set(33, 44, 3, run);
    const Events events = kit.done(command, at_s(70), Role::arbiterd);
    const auto& event = as<wire::ReadingSet>(events.back());
    CHECK(event.by == "arbiterd");
    CHECK(event.epoch.count == before.count + 1);
    CHECK(event.correction == command.correction);
    CHECK(event.readings == in_s(33, 44));
    CHECK(kit.phase() == (run ? Phase::running : Phase::paused));
    CHECK(kit.state().turn() == black);
    CHECK(kit.state().ply == Ply{3});
    CHECK(kit.readings(at_s(71)) == (run ? in_s(33, 43) : in_s(33, 44)));
    CHECK(next_deadline(kit.hall).has_value() == run);
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("before the start a correction changes the readings but starts nothing") {
    HallKit kit;
    bring(kit, Phase::ready);
    CHECK(kit.refused(kit.set(30, 40, 0, true), at_s(1)) == "not_started");
    kit.done(kit.set(30, 40, 5), at_s(1));
    CHECK(kit.phase() == Phase::ready);
    kit.start(at_s(2));
    CHECK(kit.state().turn() == black);
    CHECK(kit.readings(at_s(3)) == in_s(30, 39));
}

TEST_CASE("without a game, or after its end, there is nothing to correct") {
    HallKit kit;
    CHECK(kit.refused(kit.set(1, 1, 0), at_s(1)) == "unknown_game");
    bring(kit, Phase::over);
    CHECK(kit.refused(kit.set(1, 1, 0), at_s(2)) == "game_over");
    CHECK(kit.refused(kit.make<wire::EndGame>(), at_s(2)) == "game_over");
    CHECK(kit.refused(kit.press_of(white), at_s(2)) == "game_over");
    CHECK(kit.refused(kit.make<wire::StartGame>(), at_s(2)) == "game_over");
    CHECK(kit.refused(kit.make<wire::Resume>(), at_s(2)) == "game_over");
}

TEST_CASE("an impossible correction is refused and changes nothing") {
    HallKit kit;
    bring(kit, Phase::running);
    const auto code = [&](auto change) {
        auto command = kit.set(30, 30, 2);
        change(command.correction);
        return kit.refused(command, at_s(1));
    };
    CHECK(code([](auto& c) { c.readings[white] = microseconds(-1); }) == "bad_reading");
    CHECK(code([](auto& c) { c.readings[black] = minutes(24 * 60 * 9); }) == "bad_reading");
    CHECK(code([](auto& c) { c.turn = black; }) == "bad_turn");
    CHECK(code([](auto& c) { c.fen = "nonsense"; }) == "bad_fen");
    CHECK(code([](auto& c) { c.fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 1"; }) == "bad_turn");
    CHECK(kit.state().epoch == Epoch{0});
    CHECK(code([](auto& c) { c.fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"; }).empty());
}

TEST_CASE("a correction to zero and running is flag-fall at the same instant") {
    HallKit kit;
    bring(kit, Phase::paused);
    kit.done(kit.set(0, 50, 0, true), at_s(5));
    const Events events = kit.time(at_s(5));
    REQUIRE(events.size() == 1);
    CHECK(events[0].at == at_s(5));
    CHECK(as<wire::FlagFell>(events[0]).side == white);
}

TEST_CASE("an illegal move undone: the offender runs again, the press no longer counts (7.5.5)") {
    HallKit kit;
    kit.open("60+2");
    kit.start(at_s(0));
    const auto pressed = as<wire::Pressed>(kit.press(white, at_s(10), "Ke3").at(1));
    const auto in_illegal_position = kit.press_of(black, "e5");
    auto command = kit.set(0, 0, 0, true);
    command.correction.readings[white] = pressed.readings[white] - pressed.gained;
    command.correction.readings[black] = pressed.readings[black] + minutes(2);
    kit.done(command, at_s(11), Role::arbiterd);
    CHECK(kit.refused(in_illegal_position, at_s(12), Role::device) == "stale_epoch");
    CHECK(kit.readings(at_s(11)) == in_s(52, 182));
    CHECK(kit.state().shadow.known());
    CHECK(as<wire::Pressed>(kit.press(white, at_s(13), "e4").at(1)).elapsed == seconds(2));
    CHECK(kit.state().shadow.known());
}

TEST_CASE("a correction forgets moves that were made but not completed") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    kit.move(black, "e5", at_s(2));
    SECTION("by another ply") { kit.done(kit.set(60, 60, 2, true), at_s(3)); }
    SECTION("by the position") {
        const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        kit.done(kit.set(60, 60, 0, true, start), at_s(3));
    }
    CHECK_FALSE(as<wire::Pressed>(kit.press(white, at_s(4)).at(0)).made);
}

TEST_CASE("a correction of the times alone leaves the moves on the board (6.10.2)") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    kit.move(black, "e5", at_s(2));
    kit.done(kit.set(60, 60, 0, true), at_s(3));
    // The reply stands, so the move that it answers can no longer be replaced (6.2.2).
    CHECK(kit.refused(kit.move_of(white, "e4"), at_s(4), Role::device) == "reply_pending");
    CHECK(as<wire::Pressed>(kit.press(white, at_s(5)).at(0)).made);
    CHECK(as<wire::Pressed>(kit.press(black, at_s(6)).at(0)).made);
    CHECK(kit.state().shadow.known());
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("trigger moves: periods follow from the corrected count") {
    HallKit kit;
    kit.open("2/60:30+5");
    kit.start(at_s(0));
    kit.done(kit.set(50, 50, 3, true), at_s(1));  // White 2, Black 1
    const auto pressed = as<wire::Pressed>(kit.press(black, at_s(2)).at(0));
    CHECK(pressed.gained == seconds(35));
    CHECK(as<wire::Pressed>(kit.press(white, at_s(3)).at(0)).gained == seconds(5));
    kit.done(kit.set(50, 50, 2, true), at_s(4));  // back into the first period
    CHECK(as<wire::Pressed>(kit.press(white, at_s(5)).at(0)).gained == seconds(35));
}

TEST_CASE("with Black to begin, plies and turns are counted from Black") {
    HallKit kit;
    kit.open("60", "", "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1");
    kit.start(at_s(0));
    CHECK(kit.state().turn() == black);
    kit.press(black, at_s(1), "e5");
    auto command = kit.set(60, 60, 1);
    CHECK(command.correction.turn == white);
    kit.done(command, at_s(2));
    CHECK(kit.state().clock.moves(black) == 1);
    CHECK(kit.state().clock.moves(white) == 0);
}

TEST_CASE("no side is in a period beyond all moves that a game can have", "[regress]") {
    HallKit kit;
    kit.open("100/10:1/10", "zero");
    kit.start(at_s(0));
    auto command = kit.set(10, 10, 196);
    command.correction.period[white] = 4'294'967'295;  // no period is after it
    CHECK(kit.refused(command, at_s(1)) == "bad_period");
    command.correction.period[white] = 2000;
    kit.done(command, at_s(2));
    CHECK(kit.state().clock.period(white) == 2000);
    kit.done(kit.make<wire::Resume>(), at_s(2));
    CHECK(as<wire::FlagFell>(kit.time(at_s(12)).at(0)).period == 2000);
    CHECK(kit.hall == kit.replayed());
}
