// Ids of commands belong to their senders: nobody uses up another's, and a retry must be the same.
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

bool repeated(const wire::FromClockd& answer) {
    const auto* ack = std::get_if<wire::Ack>(&answer);
    return ack != nullptr && ack->repeated;
}

}  // namespace

TEST_CASE("two devices use one id, and both are carried out", "[service]") {
    DoorHall hall;
    const BoardDevice one = device_at(hall, 1);
    const BoardDevice two = device_at(hall, 2);
    start_game(hall, 1);
    start_game(hall, 2);
    hall.world.time = hall.world.time + seconds(3);
    const auto touch = at_board<wire::Touch>(2, "tab-17");
    auto touched = touch;
    touched.squares = "e1";
    REQUIRE(hall.code(two.link, wire::ClockCommand{touched}) == "ack");
    const auto answer = hall.say(one.link, wire::ClockCommand{press_at(1, "tab-17")});
    REQUIRE(DoorHall::code_of(answer) == "ack");
    CHECK_FALSE(repeated(answer));
    CHECK(count_of(hall, "pressed") == 1);
    const bool after_restart = GENERATE(false, true);
    net::PeerId again = one.link;
    if (after_restart) {
        hall.start();
        BoardDevice back = one;
        again = link_again(hall, back);
    }
    CHECK(repeated(hall.say(again, wire::ClockCommand{press_at(1, "tab-17")})));
    CHECK(count_of(hall, "pressed") == 1);
}

TEST_CASE("an id with another content is no repetition, also after a restart", "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    auto touch = at_board<wire::Touch>(1, "t1");
    touch.squares = "e1";
    REQUIRE(hall.code(device.link, wire::ClockCommand{touch}) == "ack");
    if (GENERATE(false, true)) {
        hall.start();
        link_again(hall, device);
    }
    const std::size_t rows = hall.world.rows.size();
    CHECK(repeated(hall.say(device.link, wire::ClockCommand{touch})));
    touch.age = milliseconds(500);  // measured up to the moment of sending
    CHECK(repeated(hall.say(device.link, wire::ClockCommand{touch})));
    CHECK(hall.code(device.link, wire::ClockCommand{press_at(1, "t1")}) == "id_used");
    touch.squares = "e1 h1";
    CHECK(hall.code(device.link, wire::ClockCommand{touch}) == "id_used");
    touch.squares = "e1";
    touch.side = Side::black;
    CHECK(hall.code(device.link, wire::ClockCommand{touch}) == "id_used");
    CHECK(hall.world.rows.size() == rows);
    CHECK(hall.code(device.link, wire::ClockCommand{press_at(1, "t2")}) == "ack");
}

TEST_CASE("the office's ids are taken from nobody else", "[service]") {
    DoorHall hall;
    const BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    const std::size_t rows = hall.world.rows.size();
    for (const char* id : {"arb:log-1:9:1", "arb:", "hall:a:start:1"}) {
        INFO(id);
        CHECK(hall.code(device.link, wire::ClockCommand{press_at(1, id)}) == "id_reserved");
        CHECK(hall.code(hall.arbiter(), wire::ClockCommand{press_at(1, id)}) == "id_reserved");
        CHECK(hall.code(hall.arbiter(), wire::EnrolDevice{id, {1}, "x"}) == "id_reserved");
        CHECK(hall.code(hall.arbiter(), wire::RevokeDevice{id, 1}) == "id_reserved");
    }
    CHECK(hall.world.rows.size() == rows);
    const net::PeerId office = hall.connect("127.0.0.1:2");
    REQUIRE(hall.enter(office, {"arbiterd", "office"}, hall.key) == "welcome");
    auto pause = at_board<wire::Pause>(1, "arb:log-1:9:1");
    pause.reason = "x";
    CHECK(hall.code(office, wire::ClockCommand{pause}) == "ack");
}

TEST_CASE("ids of devices' matters are their senders', too", "[service]") {
    DoorHall hall;
    const net::PeerId arbiter = hall.arbiter();
    const wire::EnrolDevice request{"one", {1}, "tablet"};
    const auto first = std::get<wire::Enrolment>(hall.say(arbiter, request));
    CHECK(std::get<wire::Enrolment>(hall.say(arbiter, request)).device == first.device);
    CHECK(hall.code(arbiter, wire::EnrolDevice{"one", {2}, "tablet"}) == "id_used");
    CHECK(hall.code(arbiter, wire::RevokeDevice{"one", first.device}) == "id_used");
    const net::PeerId office = hall.connect("127.0.0.1:2");
    REQUIRE(hall.enter(office, {"arbiterd", "office"}, hall.key) == "welcome");
    const auto second = std::get<wire::Enrolment>(hall.say(office, request));
    CHECK(second.device != first.device);
    CHECK(hall.code(arbiter, wire::RevokeDevice{"two", second.device}) == "revoked");
    CHECK(hall.code(arbiter, wire::RevokeDevice{"two", second.device}) == "revoked");
    CHECK(hall.code(arbiter, wire::RevokeDevice{"two", first.device}) == "id_used");
    hall.start();
    const net::PeerId later = hall.arbiter();
    CHECK(std::get<wire::Enrolment>(hall.say(later, request)).device == first.device);
    CHECK(hall.code(later, wire::EnrolDevice{"one", {1}, "another"}) == "id_used");
}

TEST_CASE("a late press that was noted is noted once, and its id is used", "[service]") {
    DoorHall hall;
    BoardDevice device = device_at(hall, 1);
    start_game(hall, 1);
    hall.world.time = hall.world.time + seconds(601);
    hall.service().on_deadline();
    hall.settle();
    link_again(hall, device);
    const auto late = press_at(1, "late", Side::white, seconds(5));
    CHECK(hall.code(device.link, wire::ClockCommand{late}) == "flag_fallen");
    CHECK(hall.code(device.link, wire::ClockCommand{late}) == "flag_fallen");
    CHECK(count_of(hall, "pressed_late") == 1);
    auto other = late;
    other.move = "e4";
    CHECK(hall.code(device.link, wire::ClockCommand{other}) == "id_used");
    CHECK(count_of(hall, "pressed_late") == 1);
}

TEST_CASE("while the log cannot be read, a game is opened later", "[service][regress]") {
    DoorHall hall;
    const store::LookupError io{"SQLITE_IOERR", "disk I/O error"};
    auto& unread = GENERATE(true, false) ? hall.world.log_past.unreadable
                                         : hall.world.log_past.unreadable_games;
    unread = io;
    const net::PeerId arbiter = hall.arbiter();
    CHECK(hall.code(arbiter, wire::ClockCommand{opening(1)}) == "busy");
    CHECK(count_of(hall, "game_opened") == 0);
    unread.reset();
    CHECK(hall.code(arbiter, wire::ClockCommand{opening(1)}) == "ack");
}
