// Instants: virtual time, and the effect of a restart on running clocks.
#include "clockd/clock/boards.hpp"

#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

namespace {

template <class Command>
Command with_at(Command command, Instant at) {
    command.at = at;
    return command;
}

}  // namespace

TEST_CASE("real time: at_us and wait are refused") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(1));
    CHECK(kit.refused(with_at(kit.press_of(white), at_s(2)), at_s(2)) == "real_time");
    CHECK(kit.refused(kit.make<wire::Wait>(), at_s(2)) == "real_time");
}

TEST_CASE("real time: a stamp before the board's last event is moved to it") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(10));
    const auto paused = kit.done(kit.make<wire::Pause>(), at_s(9));
    CHECK(paused.at(0).at == at_s(10));
}

TEST_CASE("virtual time: commands say when they happen") {
    HallKit kit("virtual");
    kit.open("60");
    kit.done(with_at(kit.make<wire::StartGame>(), at_s(100)), {});
    CHECK_FALSE(next_deadline(kit.hall));
    CHECK(kit.time(at_s(1'000'000)).empty());

    const Events events = kit.done(with_at(kit.press_of(white), at_s(110)), {}, Role::device);
    CHECK(events.at(0).at == at_s(110));
    CHECK(as<wire::Pressed>(events[0]).elapsed == seconds(10));

    CHECK(kit.refused(with_at(kit.press_of(black), at_s(109)), {}, Role::device) ==
          "time_out_of_order");
    CHECK(kit.refused(with_at(kit.press_of(black), {-1}), {}, Role::device) == "bad_time");
    CHECK(kit.refused(kit.press_of(black), {}, Role::device) == "time_missing");
    CHECK(kit.done(with_at(kit.make<wire::Pause>(), at_s(110)), {}).at(0).at == at_s(110));
}

TEST_CASE("virtual time: a flag falls when a command passes its deadline") {
    HallKit kit("virtual");
    kit.open("60");
    kit.done(with_at(kit.make<wire::StartGame>(), at_s(100)), {});
    SECTION("wait lets it fall") {
        CHECK(kit.done(with_at(kit.make<wire::Wait>(), {159'999'999}), {}).empty());
        const Events events = kit.done(with_at(kit.make<wire::Wait>(), at_s(160)), {});
        REQUIRE(events.size() == 1);
        CHECK(events[0].at == at_s(160));
        CHECK(as<wire::FlagFell>(events[0]).late == Duration{});
    }
    SECTION("so does a press that is too late") {
        const Decision decision =
            kit.give(with_at(kit.press_of(white), at_s(161)), {}, Role::device);
        REQUIRE(decision.events.size() == 1);
        CHECK(as<wire::FlagFell>(decision.events[0]).late == seconds(1));
        CHECK(decision.refusal->code == "flag_fallen");
    }
    SECTION("an age counts here, too") {
        kit.done(with_at(kit.make<wire::Wait>(), at_s(160)), {});
        auto press = with_at(kit.press_of(white), at_s(162));
        press.age = seconds(3);
        const Decision decision = kit.give(press, {}, Role::device);
        REQUIRE(decision.events.size() == 1);
        CHECK(as<wire::PressedLate>(decision.events[0]).early == seconds(1));
    }
}

TEST_CASE("virtual time: arbiterd's answer to something past happens now") {
    HallKit kit("virtual");
    kit.open("60");
    kit.done(with_at(kit.make<wire::StartGame>(), at_s(100)), {});
    kit.done(with_at(kit.press_of(white), at_s(120)), {});
    const auto late = with_at(kit.set(50, 50, 0, true), at_s(110));
    CHECK(kit.refused(late, {}, Role::arbiter) == "time_out_of_order");
    CHECK(kit.done(late, {}, Role::arbiterd).at(0).at == at_s(120));
    // A person's command without an instant happens now, too.
    CHECK(kit.done(kit.make<wire::Pause>(), {}, Role::arbiter).at(0).at == at_s(120));
}

TEST_CASE("after a restart in the same boot the clocks have gone on") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(10));
    CHECK(decide_boot(kit.hall, true, at_s(20)).empty());
    kit.take({at_s(30), wire::Booted{"boot-1", "test"}});
    CHECK(kit.readings(at_s(30)) == in_s(40, 60));
    CHECK(next_deadline(kit.hall) == at_s(70));
}

TEST_CASE("after another boot running clocks stand at the last durable reading (6.10)") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(1000));
    const auto before = kit.press_of(white);
    const Events events = decide_boot(kit.hall, false, at_s(1020));
    REQUIRE(events.size() == 1);
    CHECK(events[0].at == at_s(1020));
    const auto& paused = as<wire::Paused>(events[0]);
    CHECK(paused.by == "clockd");
    CHECK_FALSE(paused.reason.empty());
    CHECK(paused.readings == in_s(40, 60));
    CHECK(paused.epoch == Epoch{1});
    kit.take(events[0]);
    kit.take({at_s(5), wire::Booted{"boot-2", "test"}});
    CHECK(kit.readings(at_s(6)) == in_s(40, 60));

    // Instants of the new boot count from its start.
    CHECK(kit.refused(before, at_s(7), Role::device) == "stale_epoch");
    const Events resumed = kit.done(kit.make<wire::Resume>(), at_s(8));
    CHECK(resumed.at(0).at == at_s(8));
    CHECK(next_deadline(kit.hall) == at_s(48));
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a deadline that had come before the power cut is flag-fall") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    const Events events = decide_boot(kit.hall, false, at_s(60));
    REQUIRE(events.size() == 1);
    CHECK(as<wire::FlagFell>(events[0]).late == Duration{});
}

TEST_CASE("a boot leaves boards alone that do not run") {
    HallKit kit;
    kit.open("60");
    CHECK(decide_boot(kit.hall, false, at_s(5)).empty());
    kit.start(at_s(10));
    kit.time(at_s(70));
    REQUIRE(kit.phase() == Phase::flag_fallen);
    CHECK(decide_boot(kit.hall, false, at_s(80)).empty());
    kit.take({at_s(5), wire::Booted{"boot-2", "test"}});

    // The flag fell at a time that cannot be compared: no press is "before" it.
    auto press = kit.press_of(white);
    press.age = seconds(100);
    const Decision decision = kit.give(press, at_s(6), Role::device);
    CHECK(decision.events.empty());
    CHECK(decision.refusal->code == "flag_fallen");
}

TEST_CASE("virtual time knows no boots") {
    HallKit kit("virtual");
    kit.open("60");
    kit.done(with_at(kit.make<wire::StartGame>(), at_s(100)), {});
    CHECK(decide_boot(kit.hall, false, at_s(110)).empty());
    kit.take({at_s(1), wire::Booted{"boot-2", "test"}});
    const Events events = kit.done(with_at(kit.press_of(white), at_s(110)), {});
    CHECK(as<wire::Pressed>(events.at(0)).elapsed == seconds(10));
}

TEST_CASE("a game of another log time is not confused: the boot id is kept") {
    HallKit kit;
    CHECK(kit.hall.boot() == "boot-1");
    CHECK(kit.hall.mode() == TimeMode::real);
    CHECK(HallKit("virtual").hall.mode() == TimeMode::simulated);
}
