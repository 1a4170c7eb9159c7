// Time added or taken off, another time control, a game that goes on after its end.
#include <limits>

#include "clockd/clock/boards.hpp"

#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

namespace {

wire::Adjust adjustment(const HallKit& kit, std::int64_t white_s, std::int64_t black_s) {
    auto command = kit.make<wire::Adjust>();
    command.deltas = in_s(white_s, black_s);
    command.article = "12.9.2";
    command.reason = "test";
    return command;
}

wire::SetControl control(const HallKit& kit, std::string time_control, std::int64_t white_s,
                         std::int64_t black_s, std::string_view trigger = "") {
    auto command = kit.make<wire::SetControl>();
    command.control.time_control = std::move(time_control);
    command.control.period_trigger = from_name<PeriodTrigger>(trigger);
    command.control.reason = "test";
    command.readings = in_s(white_s, black_s);
    return command;
}

wire::ReopenGame reopening(const HallKit& kit) {
    auto command = kit.make<wire::ReopenGame>();
    command.reason = "test";
    return command;
}

}  // namespace

TEST_CASE("time is added while the clock runs, and the turn goes on (12.9.2)") {
    HallKit kit;
    kit.open("60b5");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    const auto set = as<wire::ReadingSet>(kit.done(adjustment(kit, 120, -10), at_s(3)).at(0));
    CHECK(set.adjusted);
    CHECK(set.readings == in_s(65 - 3 + 120, 65 - 10));
    CHECK(set.correction.turn == white);
    CHECK(set.correction.run);
    CHECK(set.epoch == Epoch{1});
    CHECK(kit.readings(at_s(4)) == in_s(181, 55));
    const auto pressed = as<wire::Pressed>(kit.press(white, at_s(9)).at(0));
    CHECK(pressed.made);                  // the move stands
    CHECK(pressed.elapsed == seconds(9));  // of the whole turn
    CHECK(pressed.gained == seconds(5));
    CHECK(kit.state().shadow.known());
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("the phase stays when time is added") {
    HallKit kit;
    kit.open("60");
    kit.done(adjustment(kit, 0, -30), at_s(0));
    CHECK(kit.phase() == Phase::ready);
    kit.start(at_s(0));
    kit.done(kit.make<wire::Pause>(), at_s(1));
    kit.done(adjustment(kit, 1, 1), at_s(2));
    CHECK(kit.phase() == Phase::paused);
    CHECK(kit.readings(at_s(9)) == in_s(60, 31));
    kit.done(kit.make<wire::Resume>(), at_s(10));
    CHECK(kit.readings(at_s(12)) == in_s(58, 31));
}

TEST_CASE("a simple delay goes on when time is added") {
    HallKit kit;
    kit.open("60d5");
    kit.start(at_s(0));
    kit.done(adjustment(kit, 10, 0), at_s(2));
    CHECK(kit.readings(at_s(5)) == in_s(70, 60));
    CHECK(kit.readings(at_s(7)) == in_s(68, 60));
    CHECK(next_deadline(kit.hall) == at_s(75));
}

TEST_CASE("no more time is taken off than there is") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    CHECK(kit.refused(adjustment(kit, 0, -61), at_s(1)) == "bad_reading");
    CHECK(kit.refused(adjustment(kit, -60, 0), at_s(1)) == "bad_reading");
    CHECK(kit.refused(adjustment(kit, 24 * 3600 * 9, 0), at_s(1)) == "bad_reading");
    // An arbiter reads it.
    CHECK(kit.give(adjustment(kit, -60, 0), at_s(1)).refusal->text ==
          "a reading is from 0 to 192 hours");
    auto huge = adjustment(kit, 0, 0);
    huge.deltas[white] = Duration{std::numeric_limits<std::int64_t>::max()};
    CHECK(kit.refused(huge, at_s(1)) == "bad_reading");
    // The last part of it: the flag falls at exactly this instant.
    kit.done(adjustment(kit, -59, 0), at_s(1));
    CHECK(as<wire::FlagFell>(kit.time(at_s(1)).at(0)).side == white);
    CHECK(kit.refused(adjustment(kit, 60, 0), at_s(2)) == "flag_fallen");
}

TEST_CASE("what players did before time was added still counts, interventions need the epoch") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    const auto press = kit.press_of(white, "e4");
    const auto pause = kit.make<wire::Pause>();
    const auto resume = kit.make<wire::Resume>();
    const auto correction = kit.set(60, 60, 0, true);
    kit.done(adjustment(kit, 5, 5), at_s(1));
    kit.done(adjustment(kit, 5, 5), at_s(1));
    CHECK(kit.refused(correction, at_s(2)) == "stale_epoch");
    kit.done(press, at_s(2), Role::device);
    kit.done(pause, at_s(3), Role::device);
    CHECK(kit.refused(resume, at_s(4)) == "stale_epoch");
    // The pause is an intervention that undoes: commands sent before it no longer count.
    kit.done(kit.make<wire::Resume>(), at_s(4));
    auto late = kit.press_of(black, "e5");
    late.epoch = Epoch{2};
    CHECK(kit.refused(late, at_s(5), Role::device) == "stale_epoch");
    late.epoch = Epoch{4};
    kit.done(adjustment(kit, 5, 5), at_s(5));
    kit.done(late, at_s(6), Role::device);
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("another time control counts from now on (6.10.2)") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.press(white, at_s(10), "e4");
    const auto set =
        as<wire::ControlSet>(kit.done(control(kit, "60+5", 55, 65), at_s(12)).at(0));
    CHECK(set.readings == in_s(55, 65));
    CHECK(set.run);
    CHECK(set.epoch == Epoch{1});
    const auto pressed = as<wire::Pressed>(kit.press(black, at_s(15), "e5").at(1));
    CHECK(pressed.gained == seconds(5));
    CHECK(pressed.elapsed == seconds(3));  // a new turn began
    CHECK(kit.readings(at_s(15)) == in_s(55, 67));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("another time control takes no time of the turn that runs (III.4, 14H)") {
    HallKit kit;
    kit.open("60d5");
    kit.start(at_s(0));
    kit.press(white, at_s(2), "e4");
    const auto press = kit.press_of(black, "e5");
    auto command = control(kit, "60", 30, -20);
    command.relative = true;
    const auto set = as<wire::ControlSet>(kit.done(command, at_s(10)).at(0));
    CHECK(set.goes_on);
    CHECK(set.run);
    CHECK(set.readings == in_s(90, 60 - 3 - 20));  // five seconds were free
    CHECK(kit.readings(at_s(11)) == in_s(90, 36));
    CHECK(next_deadline(kit.hall) == at_s(47));
    // A player's command from before they knew of it still counts.
    const auto pressed = as<wire::Pressed>(kit.done(press, at_s(12), Role::device).at(1));
    CHECK(pressed.elapsed == seconds(10));
    CHECK(pressed.gained == Duration{});
    CHECK(kit.readings(at_s(12)) == in_s(90, 35));
    kit.done(kit.make<wire::Pause>(), at_s(15));
    command = control(kit, "60+1", 5, 5);
    command.relative = true;
    kit.done(command, at_s(16));
    CHECK(kit.phase() == Phase::paused);
    CHECK(kit.readings(at_s(20)) == in_s(90 - 3 + 5, 40));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a relative time control takes no more time than there is") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    auto command = control(kit, "60+5", -50, 0);
    command.relative = true;
    CHECK(kit.refused(command, at_s(11)) == "bad_reading");
    command.readings[white] = Duration{std::int64_t{1} << 61};
    CHECK(kit.refused(command, at_s(11)) == "bad_reading");
    CHECK(kit.readings(at_s(12)) == in_s(48, 60));
}

TEST_CASE("the periods of another control follow from the moves, or keep their number") {
    HallKit kit;
    kit.open("1/10:30", "zero");
    kit.start(at_s(0));
    kit.press(white, at_s(1));
    kit.press(black, at_s(2));
    kit.time(at_s(11));  // White's time of the first period
    CHECK(kit.state().clock.period(white) == 2);
    kit.done(control(kit, "1/10:1/40:50", 30, 30, "zero"), at_s(12));
    CHECK(kit.state().clock.period(white) == 2);
    kit.done(control(kit, "60", 30, 30, "zero"), at_s(12));
    CHECK(kit.state().clock.in_last_period(white));
    kit.done(control(kit, "2/60:30+5", 30, 30), at_s(12));
    CHECK(kit.state().clock.period(white) == 1);
    CHECK(as<wire::Pressed>(kit.press(white, at_s(13)).at(0)).gained == seconds(35));
    kit.done(kit.set(50, 50, 1, true), at_s(14));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a control that cannot be is refused, and none is set once the game stands still") {
    HallKit kit;
    kit.open("60");
    CHECK(kit.refused(control(kit, "soon", 1, 1), at_s(0)) == "bad_time_control");
    CHECK(kit.refused(control(kit, "60", -1, 1), at_s(0)) == "bad_reading");
    kit.done(control(kit, "40", 30, 40), at_s(0));
    CHECK(kit.phase() == Phase::ready);
    kit.start(at_s(0));
    kit.done(kit.by<wire::Resign>(white), at_s(1));
    CHECK(kit.refused(control(kit, "60", 1, 1), at_s(1)) == "game_stopped");
    CHECK(kit.refused(adjustment(kit, 1, 1), at_s(1)) == "game_stopped");
    kit.done(kit.make<wire::EndGame>(), at_s(2));
    CHECK(kit.refused(control(kit, "60", 1, 1), at_s(3)) == "game_over");
    CHECK(kit.refused(adjustment(kit, 1, 1), at_s(3)) == "game_over");
}

TEST_CASE("a game that was over goes on with the same readings") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.press(white, at_s(5), "e4");
    CHECK(kit.refused(reopening(kit), at_s(6)) == "game_not_over");
    const auto before_the_end = kit.press_of(black, "e5");
    kit.done(kit.make<wire::EndGame>(), at_s(7));
    const auto reopened = as<wire::GameReopened>(kit.done(reopening(kit), at_s(99)).at(0));
    CHECK(reopened.by == "arbiter");
    CHECK(reopened.readings == in_s(55, 58));
    CHECK(reopened.epoch == Epoch{2});
    CHECK(kit.phase() == Phase::paused);
    CHECK(view(kit.hall, board_one, at_s(99)).result.empty());
    CHECK(kit.refused(before_the_end, at_s(99), Role::device) == "stale_epoch");
    kit.done(kit.make<wire::Resume>(), at_s(100));
    CHECK(as<wire::Pressed>(kit.press(black, at_s(102), "e5").at(1)).elapsed == seconds(4));
    CHECK(kit.state().shadow.known());
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("9.1.2.1: an offer is there when a game that was over goes on") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.done(kit.by<wire::OfferDraw>(white), at_s(1));
    kit.done(kit.make<wire::EndGame>(), at_s(2));
    CHECK(kit.refused(kit.by<wire::AcceptDraw>(black), at_s(3)) == "game_over");
    kit.done(reopening(kit), at_s(4));
    as<wire::DrawAccepted>(kit.done(kit.by<wire::AcceptDraw>(black), at_s(5)).at(0));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a game ended before its start waits for it again when it is reopened") {
    HallKit kit;
    kit.open("60");
    kit.done(kit.make<wire::EndGame>(), at_s(1));
    kit.done(reopening(kit), at_s(2));
    CHECK(kit.phase() == Phase::ready);
    kit.start(at_s(3));
    CHECK(kit.readings(at_s(4)) == in_s(59, 60));
}

TEST_CASE("a game is not reopened while another one is at its board") {
    HallKit kit;
    kit.open("60");
    kit.done(kit.make<wire::EndGame>(), at_s(1));
    const auto command = reopening(kit);
    kit.open("60", "", "", "h");
    CHECK(kit.refused(command, at_s(2)) == "unknown_game");
}
