// How much a single device may write.
#include "clockd/clock/limits.hpp"
#include "clockd/service/limits.hpp"
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::ClockCommand touch(int number) {
    auto command = at_board<wire::Touch>(1, "t" + std::to_string(number));
    command.squares = "e1";
    return command;
}

constexpr int at_once = static_cast<int>(limits::device_events_at_once);

}  // namespace

TEST_CASE("a device that writes too fast is slowed, on whichever link, and nothing else is",
          "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    for (int i = 0; i < at_once; ++i) REQUIRE(hall.code(device.link, touch(i)) == "ack");
    const std::size_t rows = hall.world.rows.size();
    const auto answer = hall.say(device.link, touch(at_once));
    const auto* refused = std::get_if<wire::Refused>(&answer);
    REQUIRE(refused != nullptr);
    CHECK(refused->code == "slow_down");
    REQUIRE(refused->wait_ms.has_value());
    CHECK(*refused->wait_ms > 0);
    link_again(hall, device);
    CHECK(hall.code(device.link, touch(at_once)) == "slow_down");
    CHECK(hall.world.rows.size() == rows + 1);  // device_came_twice
    CHECK(hall.code(device.link, touch(0)) == "ack");  // a retry writes nothing
    CHECK(hall.code(hall.arbiter(), wire::ClockCommand{press_at(1, "a")}) == "ack");
    hall.world.time = hall.world.time + milliseconds(*refused->wait_ms);
    CHECK(hall.code(device.link, touch(at_once)) == "ack");
}

TEST_CASE("the fastest play is never slowed", "[service]") {
    DoorHall hall;
    const BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    for (int i = 0; i < 400; ++i) {  // both sides of a bullet game, six moves a second
        hall.world.time = hall.world.time + milliseconds(160);
        auto press = press_at(1, "p" + std::to_string(i), i % 2 == 0 ? Side::white : Side::black);
        press.move = i % 4 < 2 ? "Nf3" : "Ng1";
        REQUIRE(hall.code(device.link, wire::ClockCommand{press}) == "ack");
    }
}

TEST_CASE("of one turn so much may be reported, and the press always", "[service]") {
    DoorHall hall;
    const BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    int sent = 0;
    for (std::uint32_t i = 0; i < limits::acts_of_turn; ++i) {
        hall.world.time = hall.world.time + milliseconds(60);
        REQUIRE(hall.code(device.link, touch(++sent)) == "ack");
    }
    CHECK(hall.code(device.link, touch(++sent)) == "too_many_acts");
    CHECK(hall.code(device.link, wire::ClockCommand{at_board<wire::OfferDraw>(1, "o")}) ==
          "too_many_acts");
    auto move = at_board<wire::MakeMove>(1, "m1");
    move.text = "e4";
    CHECK(hall.code(device.link, wire::ClockCommand{move}) == "ack");
    move.id = "m2";
    move.text = "d4";
    CHECK(hall.code(device.link, wire::ClockCommand{move}) == "too_many_acts");
    CHECK(hall.code(device.link, wire::ClockCommand{press_at(1, "p")}) == "ack");
    CHECK(hall.code(device.link, touch(++sent)) == "ack");
}
