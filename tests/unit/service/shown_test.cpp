// What get_board gives a display besides the readings.
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

struct Shown {
    explicit Shown(const std::string& control) {
        const net::PeerId arbiter = hall.arbiter();
        auto open = opening(1);
        open.terms.white = "Ólafsson, Helgi";
        open.terms.time_control = control;
        REQUIRE(hall.code(arbiter, wire::ClockCommand{open}) == "ack");
        const auto start = at_board<wire::StartGame>(1, "start");
        REQUIRE(hall.code(arbiter, wire::ClockCommand{start}) == "ack");
        began = hall.world.time;
    }
    wire::BoardState after(Duration time) {
        hall.world.time = began + time;
        hall.service().on_deadline();
        hall.settle();
        return std::get<wire::BoardState>(hall.say(hall.arbiter(), wire::GetBoard{"g", {1}}));
    }
    DoorHall hall;
    Instant began;
};

}  // namespace

TEST_CASE("a display gets the names, the periods and the bonus of each side", "[service]") {
    Shown shown("40/5400+30:1800+10");
    const auto state = shown.after(seconds(5));
    CHECK(state.players[Side::white] == "Ólafsson, Helgi");
    CHECK(state.players[Side::black] == "B");
    CHECK(state.period[Side::white] == 1);
    CHECK(state.bonus[Side::black] == "+30");
    CHECK_FALSE(state.flag);
    CHECK(state.zero == shown.began + seconds(5430));
}

TEST_CASE("during a delay the clock stands, and its zero is later", "[service]") {
    Shown shown("600d5");
    const auto state = shown.after(seconds(2));
    CHECK(state.bonus[Side::white] == "d5");
    CHECK(state.view.readings[Side::white] == seconds(600));
    CHECK(state.zero == shown.began + seconds(605));
}

TEST_CASE("of a flag that fell the side is shown, and no zero to come", "[service]") {
    Shown shown("10");
    CHECK(shown.after(seconds(9)).zero == shown.began + seconds(10));
    const auto state = shown.after(seconds(12));
    CHECK(state.view.phase == "flag_fallen");
    CHECK(state.flag == Side::white);
    CHECK_FALSE(state.zero);
}

TEST_CASE("a board without a game shows nothing of the last one", "[service]") {
    DoorHall hall;
    const auto state =
        std::get<wire::BoardState>(hall.say(hall.arbiter(), wire::GetBoard{"g", {7}}));
    CHECK(state.view.phase == "empty");
    CHECK(state.players[Side::white].empty());
    CHECK(state.period[Side::white] == 0);
}
