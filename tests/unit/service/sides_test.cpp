// Devices that are bound to a side, and a key that is in use twice.
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

BoardDevice device_of(DoorHall& hall, std::uint32_t board, Side side) {
    const auto answer =
        hall.say(hall.arbiter(), wire::EnrolDevice{"for-a-side", {board}, "clock", side});
    BoardDevice device;
    device.number = std::get<wire::Enrolment>(answer).device;
    device.link = hall.connect("192.0.2.7:1");
    REQUIRE(hall.try_code(device.link, hall.code_for(device.number), &device.key) == "enrolled");
    link_again(hall, device);
    return device;
}

}  // namespace

TEST_CASE("a device of one side does not speak for the other", "[service]") {
    DoorHall hall;
    BoardDevice device = device_of(hall, 1, Side::white);
    start_game(hall, 1);
    if (GENERATE(false, true)) {
        hall.start();
        link_again(hall, device);
    }
    const std::size_t rows = hall.world.rows.size();
    const auto black = [&](wire::ClockCommand command) {
        return hall.code(device.link, command);
    };
    CHECK(black(at_board<wire::Resign>(1, "r", Side::black)) == "not_your_side");
    CHECK(black(press_at(1, "p", Side::black)) == "not_your_side");
    CHECK(black(at_board<wire::Claim>(1, "c", Side::black)) == "not_your_side");
    CHECK(black(at_board<wire::OfferDraw>(1, "o", Side::black)) == "not_your_side");
    CHECK(hall.world.rows.size() == rows);
    CHECK(hall.code(device.link, wire::ClockCommand{press_at(1, "p")}) == "ack");
    const auto state =
        std::get<wire::DeviceState>(hall.say(hall.arbiter(), wire::GetDevice{"d", 0}));
    CHECK(state.side == Side::white);
    auto pause = at_board<wire::Pause>(1, "z");
    pause.reason = "the arbiter, please";
    CHECK(hall.code(device.link, wire::ClockCommand{pause}) == "ack");
}

TEST_CASE("a device that comes in twice is noted, once while both links stand", "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    const net::PeerId first = device.link;
    start_game(hall, 1);
    hall.world.time = hall.world.time + seconds(5);
    const net::PeerId second = link_again(hall, device);
    REQUIRE(count_of(hall, "device_came_twice") == 1);
    const auto event = last_of<wire::DeviceCameTwice>(hall);
    CHECK(event.device == device.number);
    CHECK(event.board == Board{1});
    CHECK(event.quiet == seconds(5));
    const net::PeerId third = link_again(hall, device);
    CHECK(count_of(hall, "device_came_twice") == 1);
    CHECK(hall.code(first, wire::ClockCommand{press_at(1, "p")}) == "ack");
    hall.service().on_close(first);
    hall.service().on_close(second);
    CHECK(hall.code(third, wire::GetBoard{"g", {1}}) == "board_state");
    link_again(hall, device);  // another overlap
    CHECK(count_of(hall, "device_came_twice") == 2);
    REQUIRE(hall.code(hall.arbiter(), wire::RevokeDevice{"r", device.number}) == "revoked");
    CHECK(hall.world.closed.contains(third));
    CHECK(hall.world.closed.contains(device.link));
}

TEST_CASE("a device that goes silent and comes again takes the place of its link", "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    const auto ask = [&](net::PeerId link, int times) {
        for (int i = 0; i < times; ++i) {
            hall.world.time = hall.world.time + seconds(1);
            hall.code(link, wire::GetBoard{"g", {1}});
        }
    };
    const net::PeerId first = device.link;
    ask(first, 3);
    hall.world.time = hall.world.time + milliseconds(1'200);
    link_again(hall, device);  // from the next access point
    CHECK(count_of(hall, "device_came_twice") == 0);
    CHECK(hall.world.closed.contains(first));
    ask(device.link, 3);
    hall.world.time = hall.world.time + milliseconds(500);
    link_again(hall, device);  // while the other link is active: possibly somebody else
    CHECK(count_of(hall, "device_came_twice") == 1);
}

namespace {

// The devices that clockd says are away, with how long, in seconds.
std::string away(DoorHall& hall, net::PeerId arbiter) {
    std::string list;
    for (std::uint32_t after = 0;;) {
        const auto state =
            std::get<wire::DeviceState>(hall.say(arbiter, wire::GetDevice{"a", after, true}));
        if (!state.board) return list;
        REQUIRE(state.away);
        list += std::to_string(state.board->number) + ":" +
                std::to_string(state.away->us / 1'000'000) + " ";
        after = state.device;
    }
}

}  // namespace

TEST_CASE("a device whose game goes on without it is away", "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    const net::PeerId arbiter = hall.arbiter();
    const auto later = [&](int s) { hall.world.time = hall.world.time + seconds(s); };
    hall.service().on_close(device.link);
    later(60);
    CHECK(away(hall, arbiter).empty());  // no game yet
    device.link = link_again(hall, device);
    start_game(hall, 1);
    SECTION("an open link is enough for a device that speaks only when it has something to say") {
        later(60);
        CHECK(away(hall, arbiter).empty());
    }
    const auto speak_and_leave = [&](net::PeerId link) {
        hall.code(link, wire::GetBoard{"g", {1}});
        hall.service().on_close(link);
    };
    SECTION("without a link it is away, but not at once") {
        speak_and_leave(device.link);
        later(4);
        CHECK(away(hall, arbiter).empty());
        later(4);
        CHECK(away(hall, arbiter) == "1:8 ");
        const net::PeerId back = link_again(hall, device);
        CHECK(away(hall, arbiter).empty());
        speak_and_leave(back);
        later(8);
        CHECK(away(hall, arbiter) == "1:8 ");
        REQUIRE(hall.code(arbiter, wire::RevokeDevice{"r", device.number}) == "revoked");
        CHECK(away(hall, arbiter).empty());
    }
    SECTION("one that was heard each second is away when it is silent on its link") {
        for (int i = 0; i < 3; ++i) {
            later(1);
            hall.code(device.link, wire::GetBoard{"g", {1}});
        }
        later(6);
        CHECK(away(hall, arbiter) == "1:6 ");
        hall.code(device.link, wire::GetBoard{"g", {1}});
        CHECK(away(hall, arbiter).empty());
    }
    SECTION("another device of the board takes its place") {
        const BoardDevice second = device_at(hall, 1);
        hall.service().on_close(device.link);
        later(60);
        CHECK(away(hall, arbiter).empty());
        hall.service().on_close(second.link);
        later(60);
        CHECK(away(hall, arbiter).find("1:") != std::string::npos);
    }
}

TEST_CASE("who comes and goes does not fill the log", "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    for (int i = 0; i < 300; ++i) {
        const net::PeerId link = link_again(hall, device);
        hall.service().on_close(link);
    }
    CHECK(count_of(hall, "device_came_twice") <= 21);
    // A new connection does not cost a press its turn.
    CHECK(hall.code(link_again(hall, device), wire::ClockCommand{press_at(1, "p")}) == "ack");
}
