// Flags that a person calls (6.8), the default time (6.7.1), a next move without a press (6.2.1.2).
#include <functional>

#include "clockd/clock/boards.hpp"

#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

namespace {

HallKit with_terms(const std::string& control, const std::function<void(wire::GameTerms&)>& set) {
    HallKit kit;
    auto command = opening(board_one, "g", control);
    set(command.terms);
    kit.done(command, at_s(0));
    return kit;
}

HallKit called(const std::string& control, bool freeze = false) {
    return with_terms(control, [&](wire::GameTerms& terms) {
        terms.flag_call = wire::FlagCall::players;
        terms.freeze = freeze;
    });
}

HallKit with_default(Duration default_time) {
    return with_terms("600", [&](wire::GameTerms& terms) { terms.default_time = default_time; });
}

}  // namespace

TEST_CASE("where flags are called the game goes on at zero, and nothing is gained there") {
    HallKit kit = called("60+5");
    kit.start(at_s(0));
    const auto reached = as<wire::FlagReached>(kit.time(at_s(70)).at(0));
    CHECK(reached.side == white);
    CHECK(reached.late == seconds(5));
    CHECK(reached.readings == in_s(0, 65));
    CHECK(kit.log.back().at == at_s(65));
    CHECK(kit.phase() == Phase::running);
    CHECK_FALSE(next_deadline(kit.hall));
    const auto pressed = as<wire::Pressed>(kit.press(white, at_s(80), "e4").at(1));
    CHECK(pressed.elapsed == seconds(80));
    CHECK(pressed.gained == Duration{});
    CHECK(pressed.readings == in_s(0, 65));
    CHECK(next_deadline(kit.hall) == at_s(145));
    CHECK(as<wire::Pressed>(kit.press(black, at_s(90), "e5").at(1)).gained == seconds(5));
    CHECK(kit.time(at_s(500)).empty());  // White is already at zero
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a flag is called by an arbiter once its time is out (6.8)") {
    HallKit kit = called("60");
    kit.start(at_s(0));
    auto call = kit.by<wire::CallFlag>(white);
    CHECK(kit.refused(call, at_s(59)) == "flag_up");
    kit.time(at_s(60));
    kit.press(white, at_s(70), "e4");
    CHECK(kit.refused(kit.by<wire::CallFlag>(black), at_s(71)) == "flag_up");
    const auto fell = as<wire::FlagFell>(kit.done(call, at_s(72)).at(0));
    CHECK(fell.by == "arbiter");
    CHECK(fell.side == white);
    CHECK(fell.late == seconds(12));
    CHECK(fell.opponent_can_mate == "winnable");
    CHECK(kit.phase() == Phase::flag_fallen);
    CHECK(kit.readings(at_s(99)) == in_s(0, 58));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a clock that was given time and set back to zero may be called again (6.8)") {
    const bool freeze = GENERATE(false, true);
    HallKit kit = called("60", freeze);
    kit.start(at_s(0));
    kit.time(at_s(60));
    if (!freeze) kit.done(kit.make<wire::Pause>(), at_s(61));
    auto more = kit.make<wire::Adjust>();
    more.deltas[white] = seconds(30);
    kit.done(more, at_s(62));
    CHECK(kit.refused(kit.by<wire::CallFlag>(white), at_s(63)) == "flag_up");
    auto less = kit.make<wire::Adjust>();
    less.deltas[white] = seconds(-30);
    kit.done(less, at_s(64));
    const auto call = kit.by<wire::CallFlag>(white);
    CHECK(as<wire::FlagFell>(kit.done(call, at_s(65)).at(0)).side == white);
    CHECK(kit.phase() == Phase::flag_fallen);
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a clock that lets its flags fall has none to call (6.8)") {
    HallKit kit;
    kit.done(opening(board_one, "g", "60"), at_s(0));
    kit.start(at_s(0));
    kit.done(kit.make<wire::Pause>(), at_s(1));
    auto set = kit.make<wire::Adjust>();
    set.deltas[white] = seconds(-59);
    kit.done(set, at_s(2));
    CHECK(kit.refused(kit.by<wire::CallFlag>(white), at_s(3)) == "flag_up");
}

TEST_CASE("with freeze both clocks stand at zero until somebody decides") {
    HallKit kit = called("60", true);
    kit.start(at_s(0));
    CHECK(as<wire::FlagReached>(kit.time(at_s(60)).at(0)).freeze);
    CHECK(kit.phase() == Phase::paused);
    CHECK(kit.refused(kit.press_of(white, "e4"), at_s(61), Role::device) == "not_running");
    auto claim = kit.by<wire::Claim>(black);
    claim.kind = wire::ClaimKind::flag;
    claim.text = "down";
    CHECK(as<wire::Claimed>(kit.done(claim, at_s(62), Role::device).at(0)).text == "down");
    SECTION("it is called") {
        kit.done(kit.by<wire::CallFlag>(white), at_s(63));
        CHECK(kit.phase() == Phase::flag_fallen);
    }
    SECTION("the arbiter lets the game go on: at zero") {
        kit.done(kit.make<wire::Resume>(), at_s(63));
        CHECK(kit.time(at_s(100)).empty());
        kit.press(white, at_s(101), "e4");
    }
    SECTION("the arbiter gives time") {
        auto adjust = kit.make<wire::Adjust>();
        adjust.deltas = in_s(30, 0);
        kit.done(adjust, at_s(63));
        kit.done(kit.make<wire::Resume>(), at_s(63));
        CHECK(kit.refused(kit.by<wire::CallFlag>(white), at_s(64)) == "flag_up");
        CHECK(as<wire::FlagReached>(kit.time(at_s(100)).at(0)).late == seconds(7));
    }
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a press at zero that begins the next period gets its time") {
    HallKit kit = called("1/60:30+2");
    kit.start(at_s(0));
    kit.time(at_s(60));
    const auto pressed = as<wire::Pressed>(kit.press(white, at_s(65), "e4").at(1));
    CHECK(pressed.gained == seconds(32));
    CHECK(pressed.period == 2);
    CHECK(pressed.readings[white] == seconds(32));
    CHECK(kit.refused(kit.by<wire::CallFlag>(white), at_s(66)) == "flag_up");
}

TEST_CASE("time given to a clock that runs at zero counts from then on") {
    HallKit kit = called("60b5");
    kit.start(at_s(0));
    kit.time(at_s(65));
    auto adjust = kit.make<wire::Adjust>();
    adjust.deltas = in_s(20, 0);
    kit.done(adjust, at_s(70));
    CHECK(kit.readings(at_s(75)) == in_s(15, 65));
    CHECK(next_deadline(kit.hall) == at_s(90));
    CHECK(as<wire::Pressed>(kit.press(white, at_s(75), "e4").at(1)).gained == seconds(5));
}

TEST_CASE("a press from before zero, reported after it, is a fact where flags are called, too") {
    HallKit kit = called("60+5");
    kit.start(at_s(0));
    kit.time(at_s(66));
    auto press = kit.press_of(white, "e4");
    press.age = seconds(10);
    const Events events = kit.done(press, at_s(70), Role::device);
    CHECK(as<wire::PressedLate>(events.at(0)).early == seconds(5));
    CHECK(as<wire::Pressed>(events.back()).gained == Duration{});
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("the default time is over at its deadline, and the clock goes on (6.7.1, 6.7.2)") {
    HallKit kit = with_default(seconds(30));
    kit.done(kit.by<wire::Arrive>(black), at_s(0), Role::device);
    kit.start(at_s(10));
    CHECK(next_deadline(kit.hall) == at_s(40));
    const auto passed = as<wire::DefaultTimePassed>(kit.time(at_s(41)).at(0));
    CHECK(kit.log.back().at == at_s(40));
    CHECK(passed.absent[white]);
    CHECK_FALSE(passed.absent[black]);
    CHECK(passed.late == seconds(1));
    CHECK(passed.readings == in_s(570, 600));  // White's clock ran from the start
    CHECK(kit.phase() == Phase::running);
    CHECK(kit.refused(kit.by<wire::Arrive>(black), at_s(42)) == "already_arrived");
    kit.done(kit.by<wire::Arrive>(white), at_s(42), Role::device);
    CHECK(next_deadline(kit.hall) == at_s(610));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("who acts has arrived, and nobody waits for the default time any more") {
    HallKit kit = with_default(seconds(30));
    kit.start(at_s(0));
    kit.press(white, at_s(5), "e4");
    CHECK(next_deadline(kit.hall) == at_s(30));
    SECTION("by a move") { kit.move(black, "e5", at_s(6)); }
    SECTION("by a word") { kit.done(kit.by<wire::OfferDraw>(black), at_s(6), Role::device); }
    SECTION("by a touch") {
        auto touch = kit.by<wire::Touch>(black);
        touch.squares = "e7 e5";
        CHECK(as<wire::Touched>(kit.done(touch, at_s(6), Role::device).at(0)).squares == "e7 e5");
    }
    SECTION("by an arrival at the last moment") {
        kit.done(kit.by<wire::Arrive>(black), Instant{29'999'999}, Role::device);
    }
    CHECK(next_deadline(kit.hall) == at_s(605));
}

TEST_CASE("a default time of nothing is over at the start") {
    HallKit kit = with_default(Duration{});
    kit.start(at_s(3));
    const auto passed = as<wire::DefaultTimePassed>(kit.time(at_s(3)).at(0));
    CHECK(passed.absent == Both<bool>{{true, true}});
    CHECK(kit.time(at_s(9)).empty());
}

TEST_CASE("the default time is watched through a pause, but not over a power cut (6.10)") {
    HallKit kit = with_default(seconds(30));
    kit.start(at_s(0));
    SECTION("a pause") {
        kit.done(kit.make<wire::Pause>(), at_s(5));
        CHECK(next_deadline(kit.hall) == at_s(30));
        CHECK(kit.time(at_s(31)).size() == 1);
    }
    SECTION("a restart in the same boot") {
        CHECK(decide_boot(kit.hall, true, at_s(5)).empty());
        CHECK(next_deadline(kit.hall) == at_s(30));
    }
    SECTION("a power cut") {
        const Events events = decide_boot(kit.hall, false, at_s(5));
        CHECK(as<wire::Paused>(events.at(0)).reason.find("6.7.1") != std::string::npos);
        for (const Stamped& stamped : events) kit.take(stamped);
        kit.take({at_s(1), wire::Booted{"boot-2", "test"}});
        CHECK_FALSE(next_deadline(kit.hall));
        kit.done(kit.make<wire::Resume>(), at_s(2));
        CHECK(next_deadline(kit.hall) == at_s(597));
    }
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("the next move completes the move not pressed and the reply (6.2.1.2)") {
    HallKit kit;
    kit.open("2/60+5:30+7");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    kit.move(black, "e5", at_s(2));
    SECTION("reported as made") {
        const Events events = kit.done(kit.move_of(white, "Nf3"), at_s(3), Role::device);
        const auto completed = as<wire::CompletedByNext>(events.at(0));
        CHECK(completed.ply == Ply{2});
        CHECK(completed.gained == in_s(0, 0));
        CHECK(completed.readings == in_s(62, 65));
        CHECK(as<wire::Made>(events.at(1)).ply == Ply{3});
    }
    SECTION("reported with the press") {
        const Events events = kit.done(kit.press_of(white, "Nf3"), at_s(3), Role::device);
        REQUIRE(events.size() == 3);
        CHECK(as<wire::Pressed>(events.at(2)).ply == Ply{3});
        CHECK(as<wire::Pressed>(events.at(2)).elapsed == seconds(3));
        CHECK(as<wire::Pressed>(events.at(2)).gained == seconds(37));  // the second period
    }
    CHECK(kit.state().shadow.known());
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a period that a next move begins brings its time") {
    HallKit kit;
    kit.open("1/60+5:30+7");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    kit.move(black, "e5", at_s(2));
    const Events events = kit.done(kit.move_of(white, "Nf3"), at_s(3), Role::device);
    const auto completed = as<wire::CompletedByNext>(events.at(0));
    // White's turn goes on with the increment it began with; Black's next one has the new one.
    CHECK(completed.gained == in_s(30, 32));
    CHECK(completed.readings == in_s(92, 97));
    CHECK(as<wire::Pressed>(kit.press(white, at_s(4)).at(0)).gained == seconds(7));
}

TEST_CASE("a default time that cannot be is refused") {
    HallKit kit;
    auto command = opening(board_one, "g", "60");
    command.terms.default_time = -seconds(1);
    CHECK(kit.refused(command, at_s(0)) == "bad_default_time");
}

TEST_CASE("squares touched are named, sixteen at most") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    auto touch = kit.by<wire::Touch>(white);
    for (const char* bad : {"", "e", "e9", "i1", "e1h1", "e1 ", "e1  h1", " e1"}) {
        touch.squares = bad;
        CHECK(kit.refused(touch, at_s(1), Role::device) == "bad_squares");
    }
    touch.squares = "a1";
    for (int more = 0; more < 15; ++more) touch.squares += " a1";
    kit.done(touch, at_s(1), Role::device);
    touch.squares += " a1";
    CHECK(kit.refused(touch, at_s(1), Role::device) == "bad_squares");
}

TEST_CASE("a late press is noted after what time did before it came (6.7.1, 6.8)", "[regress]") {
    const auto given = GENERATE(seconds(0), seconds(20));
    HallKit kit("virtual");
    auto command = opening(board_one, "g", "60");
    command.terms.flag_call = wire::FlagCall::players;
    command.terms.default_time = seconds(100);
    command.at = at_s(0);
    kit.done(command, at_s(0));
    const auto at = [&](auto one, std::int64_t s) {
        one.at = at_s(s);
        return one;
    };
    kit.done(at(kit.make<wire::StartGame>(), 0), at_s(0));
    kit.refused(at(kit.by<wire::CallFlag>(black), 61), at_s(61));
    REQUIRE(kit.state().flag_at == at_s(60));
    if (given > Duration{}) {  // then time runs out once more
        auto more = at(kit.make<wire::Adjust>(), 62);
        more.deltas[white] = given;
        kit.done(more, at_s(62));
    }
    auto press = at(kit.press_of(white, "e4"), 120);
    press.age = seconds(61);
    const Events events = kit.done(press, at_s(120), Role::device);
    const auto noted = std::ranges::find_if(events, [](const Stamped& stamped) {
        return std::holds_alternative<wire::PressedLate>(stamped.event);
    });
    REQUIRE(noted != events.end());
    CHECK(noted->at == at_s(120));
    CHECK(std::ranges::is_sorted(events, {}, &Stamped::at));
    CHECK(as<wire::DefaultTimePassed>(*(noted - 1)).absent == Both<bool>{{true, true}});
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a clock that counts up has no flag to call, whatever it was before", "[regress]") {
    HallKit kit = called("60");
    kit.start(at_s(0));
    kit.time(at_s(60));
    auto control = kit.make<wire::SetControl>();
    control.control.time_control = "0u";
    kit.done(control, at_s(61));
    CHECK(kit.refused(kit.by<wire::CallFlag>(white), at_s(62)) == "flag_up");
    CHECK(kit.hall == kit.replayed());
}
