// How far back a device may date messages that it sends late.
#include "clockd/service/limits.hpp"
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr Duration hour = minutes(60);

struct Played {
    DoorHall hall;
    BoardDevice device;

    Played() : device(device_at(hall, 1)) {
        pass(milliseconds(1));
        start_game(hall, 1);
    }
    void pass(Duration time) { hall.world.time = hall.world.time + time; }
    wire::Pressed press(Duration age, Side side = Side::white) {
        ++presses;
        const auto command = press_at(1, "p" + std::to_string(presses), side, age);
        REQUIRE(hall.code(device.link, wire::ClockCommand{command}) == "ack");
        return last_of<wire::Pressed>(hall);
    }
    int presses = 0;
};

}  // namespace

TEST_CASE("on a link that stood, a claimed age gains 100 ms and no more", "[service]") {
    Played game;
    game.pass(seconds(3));
    const wire::Pressed pressed = game.press(hour);
    CHECK(pressed.elapsed == milliseconds(2'900));
    CHECK(pressed.claimed_age == hour);
    CHECK(pressed.age == milliseconds(limits::age_on_a_link_ms));
    game.pass(seconds(20));
    CHECK(game.press(hour, Side::black).elapsed == milliseconds(20'000 - 100 + 100));
    game.pass(seconds(20));
    const wire::Pressed honest = game.press(milliseconds(40), Side::white);
    CHECK(honest.age == milliseconds(40));
    CHECK(honest.claimed_age == milliseconds(40));
}

TEST_CASE("the silence of a device that asks each second is believed, and 100 ms", "[service]") {
    Played game;
    const auto ask = [&](int times) {
        for (int i = 0; i < times; ++i) {
            game.pass(seconds(1));
            game.hall.code(game.device.link, wire::GetBoard{"g", {1}});
        }
    };
    SECTION("a page that was held up for half a second") {
        ask(3);
        game.pass(milliseconds(700));
        const wire::Pressed pressed = game.press(milliseconds(500));
        CHECK(pressed.age == milliseconds(500));
        CHECK(pressed.elapsed == milliseconds(3'200));
    }
    SECTION("what comes together with the press breaks no silence") {
        ask(3);
        game.pass(milliseconds(1'400));
        game.hall.code(game.device.link, wire::GetBoard{"late", {1}});
        game.pass(milliseconds(20));
        CHECK(game.press(hour).age == milliseconds(1'400 + 20 + limits::age_on_a_link_ms));
    }
    SECTION("but no more than the silence") {
        ask(3);
        game.pass(milliseconds(400));
        const wire::Pressed pressed = game.press(hour);
        CHECK(pressed.age == milliseconds(400 + limits::age_on_a_link_ms));
        CHECK(pressed.claimed_age == hour);
    }
    SECTION("and no long one: who is cut off for longer comes back on another link") {
        ask(3);
        game.pass(seconds(60));
        CHECK(game.press(hour).age ==
              milliseconds(limits::silence_ms + limits::age_on_a_link_ms));
    }
    SECTION("a silence that has ended is over") {
        ask(2);
        game.pass(seconds(2));
        ask(1);
        game.pass(milliseconds(300));
        CHECK(game.press(hour).age == milliseconds(limits::age_on_a_link_ms));
    }
}

TEST_CASE("what was pressed while the link was away costs nothing", "[service]") {
    Played game;
    game.pass(seconds(2));
    game.press({});
    game.pass(seconds(1));
    game.press({}, Side::black);  // the last line that arrives from it
    game.pass(seconds(30));
    link_again(game.hall, game.device);
    game.pass(milliseconds(300));
    const wire::Pressed pressed = game.press(seconds(25));
    CHECK(pressed.age == seconds(25));
    CHECK(pressed.elapsed == milliseconds(30'300 - 25'000));
}

TEST_CASE("what a broken link kept back and brings at the end of the break ends no absence",
          "[service][regress]") {
    Played game;
    const net::PeerId broken = game.device.link;
    for (int i = 0; i < 3; ++i) {
        game.pass(seconds(1));
        game.hall.code(broken, wire::GetBoard{"g", {1}});
    }
    game.pass(seconds(8));
    game.hall.code(broken, wire::GetBoard{"kept back", {1}});
    game.pass(milliseconds(150));
    link_again(game.hall, game.device);
    game.pass(milliseconds(20));
    const wire::Pressed pressed = game.press(seconds(5));
    CHECK(pressed.age == seconds(5));
    CHECK(pressed.elapsed == milliseconds(11'170 - 5'000));
}

TEST_CASE("a device was away no longer than it was silent", "[service]") {
    Played game;
    game.pass(seconds(20));
    game.hall.code(game.device.link, wire::GetBoard{"g", {1}});  // it was there, and had not moved
    game.pass(seconds(10));
    link_again(game.hall, game.device);
    const wire::Pressed pressed = game.press(hour);
    CHECK(pressed.age == seconds(10) + milliseconds(limits::age_on_a_link_ms));
    CHECK(pressed.elapsed == seconds(20) - milliseconds(limits::age_on_a_link_ms));
}

TEST_CASE("time on the link that came back is not believed", "[service]") {
    Played game;
    game.pass(seconds(20));
    game.hall.code(game.device.link, wire::GetBoard{"g", {1}});
    link_again(game.hall, game.device);  // was away for no time
    game.pass(milliseconds(1'000));
    CHECK(game.press(hour).age == milliseconds(limits::age_on_a_link_ms));
}

TEST_CASE("who comes back has to send at once", "[service]") {
    Played game;
    game.pass(seconds(5));
    link_again(game.hall, game.device);
    game.pass(milliseconds(limits::catch_up_ms + 1));
    CHECK(game.press(hour).age == milliseconds(limits::age_on_a_link_ms));
}

TEST_CASE("a turn that began after the device came in was not played before", "[service]") {
    Played game;  // its link is open since before the start
    game.pass(seconds(4));
    CHECK(game.press(hour).elapsed == seconds(4) - milliseconds(limits::age_on_a_link_ms));
}

TEST_CASE("what happened at the board since the device came back takes nothing from it",
          "[service]") {
    Played game;
    game.pass(seconds(596));
    game.hall.code(game.device.link, wire::GetBoard{"g", {1}});
    game.pass(seconds(5));  // without the link: the flag falls
    game.hall.service().on_deadline();
    game.hall.settle();
    link_again(game.hall, game.device);
    game.pass(milliseconds(20));
    auto end = at_board<wire::EndGame>(1, "e");  // the ruling is a little later
    end.outcome = {win_of(Side::black), Ending::time_forfeit, "6.9"};
    REQUIRE(game.hall.code(game.hall.arbiter(), wire::ClockCommand{end}) == "ack");
    game.pass(milliseconds(20));
    const auto press = press_at(1, "x", Side::white, seconds(4));
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{press}) == "stale_epoch");
    REQUIRE(count_of(game.hall, "pressed_late") == 1);
    CHECK(last_of<wire::PressedLate>(game.hall).early == milliseconds(4'000 - 1'040));
}

TEST_CASE("saying hello again on the same link is no break of it", "[service]") {
    Played game;
    game.pass(minutes(5));
    REQUIRE(game.hall.enter(game.device.link, {"device", "tablet", game.device.number},
                            game.device.key) == "welcome");
    CHECK(game.press(hour).elapsed == minutes(5) - milliseconds(limits::age_on_a_link_ms));
}

TEST_CASE("after a restart of clockd the time of its absence is believed", "[service]") {
    Played game;
    game.pass(seconds(6));
    game.hall.last_seen = game.hall.world.time;
    game.pass(seconds(4));
    game.hall.start();
    link_again(game.hall, game.device);
    const wire::Pressed pressed = game.press(hour);
    CHECK(pressed.elapsed == seconds(6) - milliseconds(limits::age_on_a_link_ms));
}

TEST_CASE("what clockd put off itself costs nothing", "[service]") {
    Played game;
    game.pass(seconds(3));
    game.hall.world.is_full = true;
    const auto first = press_at(1, "p1");
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{first}) == "busy");
    game.pass(seconds(2));
    auto again = press_at(1, "p1", Side::white, seconds(2));
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{again}) == "busy");
    game.hall.world.is_full = false;
    game.pass(seconds(2));
    again.age = seconds(4);
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{again}) == "ack");
    CHECK(last_of<wire::Pressed>(game.hall).elapsed == seconds(3));
}

TEST_CASE("arbiters may date what they enter", "[service]") {
    Played game;
    game.pass(seconds(30));
    const auto press = press_at(1, "x", Side::white, seconds(20));
    REQUIRE(game.hall.code(game.hall.arbiter(), wire::ClockCommand{press}) == "ack");
    CHECK(last_of<wire::Pressed>(game.hall).elapsed == seconds(10));
}

TEST_CASE("a late press counts as late by what is believed", "[service]") {
    Played game;
    game.pass(seconds(601));
    game.hall.service().on_deadline();
    game.hall.settle();
    const auto press = press_at(1, "x", Side::white, seconds(5));
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{press}) == "flag_fallen");
    CHECK(count_of(game.hall, "pressed_late") == 0);  // the link was up: the press was not in time
    link_again(game.hall, game.device);
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{press}) == "flag_fallen");
    CHECK(count_of(game.hall, "pressed_late") == 0);  // its line came after the flag fell
}

TEST_CASE("a press in time, reported by a device that was away, is noted", "[service]") {
    Played game;
    game.pass(seconds(601));
    game.hall.service().on_deadline();
    game.hall.settle();
    link_again(game.hall, game.device);
    const auto press = press_at(1, "x", Side::white, seconds(5));
    CHECK(game.hall.code(game.device.link, wire::ClockCommand{press}) == "flag_fallen");
    REQUIRE(count_of(game.hall, "pressed_late") == 1);
    const auto late = last_of<wire::PressedLate>(game.hall);
    CHECK(late.early == seconds(4));
    CHECK(late.age == seconds(5));
}
