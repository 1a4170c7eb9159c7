// Devices: codes, keys, the one board that they reach, and how they are revoked.
#include <algorithm>

#include "clockd/service/limits.hpp"
#include "tests/unit/service/door_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// A device of this board that has connected.
struct Enrolled {
    std::uint32_t number = 0;
    auth::Key key;
    net::PeerId link;
};

Enrolled enrol(DoorHall& hall, std::uint32_t board) {
    Enrolled device;
    device.number = hall.open_code(board);
    device.link = hall.connect("192.0.2.7:1");
    REQUIRE(hall.try_code(device.link, hall.code_for(device.number), &device.key) == "enrolled");
    REQUIRE(hall.enter(device.link, {"device", "tablet", device.number}, device.key) == "welcome");
    return device;
}

std::string entering(DoorHall& hall, const Enrolled& device) {
    return hall.enter(hall.connect("192.0.2.8:1"), {"device", "tablet", device.number},
                      device.key);
}

wire::ClockCommand resign(std::uint32_t board, const std::string& id) {
    wire::Resign command;
    command.id = id;
    command.board = {board};
    command.game = "g";
    command.side = Side::white;
    return command;
}

std::vector<std::string> types(const DoorHall& hall) {
    std::vector<std::string> all;
    for (const store::Row& row : hall.world.rows) all.push_back(row.type);
    return all;
}

}  // namespace

TEST_CASE("a device with a code gets a key, and reaches its board and no other", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    CHECK(device.key == auth::device_key(hall.key, "log-1", device.number));
    CHECK(hall.code(device.link, wire::GetBoard{"g", {7}}) == "board_state");
    CHECK(hall.code(device.link, resign(7, "r1")) == "unknown_game");
    CHECK(hall.code(device.link, wire::GetBoard{"g", {8}}) == "not_your_board");
    CHECK(hall.code(device.link, resign(8, "r2")) == "not_your_board");
    CHECK(hall.code(device.link, wire::Subscribe{"s", "", {}, Board{8}}) == "not_your_board");
    CHECK(hall.code(device.link, wire::Subscribe{"s", "", {}, {}}) == "not_your_board");
    CHECK(hall.code(device.link, wire::Subscribe{"s", "", {}, Board{7}}) == "not_allowed");
    for (const wire::ToClockd& message :
         {wire::ToClockd{wire::EnrolDevice{"e", {7}, "x"}},
          wire::ToClockd{wire::RevokeDevice{"v", device.number}},
          wire::ToClockd{wire::GetDevice{"d", 0}}})
        CHECK(hall.code(device.link, message) == "not_allowed");
}

TEST_CASE("what another board's command became is not shown", "[service]") {
    DoorHall hall;
    const net::PeerId arbiter = hall.arbiter();
    wire::OpenGame game;
    game.id = "open-8";
    game.board = {8};
    game.game = "g8";
    game.terms.event = "e";
    game.terms.round = "1";
    game.terms.white = "A";
    game.terms.black = "B";
    game.terms.time_control = "60";
    REQUIRE(hall.code(arbiter, wire::ClockCommand{game}) == "ack");
    const Enrolled device = enrol(hall, 7);
    CHECK(hall.code(device.link, resign(8, "open-8")) == "not_your_board");
}

TEST_CASE("a device's key is good for its number and as a device only", "[service]") {
    DoorHall hall;
    const Enrolled first = enrol(hall, 7);
    const Enrolled second = enrol(hall, 8);
    const auto from = [&](const char* address) { return hall.connect(address); };
    CHECK(hall.enter(from("192.0.2.11:1"), {"device", "x", second.number}, first.key) ==
          "wrong_proof");
    CHECK(hall.enter(from("192.0.2.12:1"), {"device", "x"}, first.key) == "wrong_proof");
    CHECK(hall.enter(from("192.0.2.13:1"), {"arbiter", "x"}, first.key) == "wrong_proof");
    CHECK(hall.enter(from("192.0.2.14:1"), {"device", "x", first.number}, hall.key) ==
          "wrong_proof");
    const std::uint32_t never = second.number + 1;  // nobody has this number, whatever its key is
    CHECK(hall.enter(from("192.0.2.15:1"), {"device", "x", never},
                     auth::device_key(hall.key, "log-1", never)) == "wrong_proof");
    const std::uint32_t open = hall.open_code(9);  // has a code, and not used it yet
    CHECK(hall.enter(from("192.0.2.16:1"), {"device", "x", open},
                     auth::device_key(hall.key, "log-1", open)) == "wrong_proof");
}

TEST_CASE("a code is good once", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    CHECK(hall.try_code(hall.connect("192.0.2.9:1"), hall.code_for(device.number)) ==
          "wrong_proof");
}

TEST_CASE("a code is good for ten minutes", "[service]") {
    DoorHall hall;
    const std::uint32_t early = hall.open_code(7);
    hall.world.time = hall.world.time + milliseconds(limits::code_ms) - microseconds(1);
    CHECK(hall.try_code(hall.connect(), hall.code_for(early)) == "enrolled");
    const std::uint32_t late = hall.open_code(7);
    hall.world.time = hall.world.time + milliseconds(limits::code_ms);
    CHECK(hall.try_code(hall.connect(), hall.code_for(late)) == "wrong_proof");
}

TEST_CASE("codes are good as long as clockd was started to make them", "[service]") {
    DoorHall hall;
    hall.code_ms = limits::longest_code_ms;
    hall.start();
    const std::uint32_t open = hall.open_code(7);
    hall.world.time = hall.world.time + milliseconds(limits::longest_code_ms) - microseconds(1);
    CHECK(hall.try_code(hall.connect(), hall.code_for(open)) == "enrolled");
    // A sheet has a code for each board of a hall.
    const net::PeerId arbiter = hall.arbiter();
    for (std::size_t i = 0; i <= limits::open_codes; ++i)
        REQUIRE(hall.code(arbiter, wire::EnrolDevice{"s" + std::to_string(i), {1}, ""}) ==
                "enrolment");
}

TEST_CASE("a restart keeps devices and voids codes", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    const Enrolled gone = enrol(hall, 7);
    REQUIRE(hall.code(hall.arbiter(), wire::RevokeDevice{"v", gone.number}) == "revoked");
    const std::uint32_t open = hall.open_code(8);
    hall.start();
    CHECK(entering(hall, device) == "welcome");
    CHECK(hall.try_code(hall.connect("192.0.2.20:1"), hall.code_for(open)) == "wrong_proof");
    CHECK(entering(hall, gone) == "wrong_proof");
    CHECK(hall.open_code(8) == open + 1);  // a number is never used again
    CHECK(hall.service().devices_of_another_key() == 0);
}

TEST_CASE("a revoked device is cut off at once and stays out", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    const Enrolled other = enrol(hall, 7);
    const net::PeerId arbiter = hall.arbiter();
    CHECK(hall.code(arbiter, wire::RevokeDevice{"v1", 99}) == "unknown_device");
    CHECK(hall.code(arbiter, wire::RevokeDevice{"v1", 0}) == "unknown_device");
    CHECK(hall.world.closed.empty());
    CHECK(hall.code(arbiter, wire::RevokeDevice{"v1", device.number}) == "revoked");
    CHECK(hall.world.closed == std::set{device.link});
    CHECK(hall.code(device.link, wire::GetBoard{"g", {7}}) == "hello_first");
    CHECK(entering(hall, device) == "wrong_proof");
    CHECK(hall.code(other.link, wire::GetBoard{"g", {7}}) == "board_state");
    const auto rows = hall.world.rows.size();
    CHECK(hall.code(arbiter, wire::RevokeDevice{"v1", device.number}) == "revoked");  // again
    CHECK(hall.world.rows.size() == rows);
}

TEST_CASE("a code that is revoked is void", "[service]") {
    DoorHall hall;
    const std::uint32_t device = hall.open_code(7);
    CHECK(hall.code(hall.arbiter(), wire::RevokeDevice{"v", device}) == "revoked");
    CHECK(hall.try_code(hall.connect(), hall.code_for(device)) == "wrong_proof");
}

TEST_CASE("wrong codes are slowed by address and code, and void none", "[service]") {
    DoorHall hall;
    const std::uint32_t first = hall.open_code(7);
    const std::uint32_t second = hall.open_code(8);
    const auth::Key wrong = auth::stretched(
        auth::code_from(std::to_string(first) + "-0000-0000-0000").value(), DoorHall::log);
    const auto guess = [&](std::uint32_t device, const std::string& address) {
        return hall.try_stretched(hall.connect(address + ":1"), device, wrong);
    };
    for (int i = 1; i <= 200; ++i)  // one try each: nobody has to wait
        REQUIRE(guess(first, "192.0.2." + std::to_string(i)) == "wrong_proof");
    for (int i = 0; i < 50; ++i) guess(first, "198.51.100.1");
    CHECK(guess(first, "198.51.100.1") == "slow_down");
    // Even the right one waits there; the other code does not, nor does this one elsewhere.
    CHECK(hall.try_code(hall.connect("198.51.100.1:2"), hall.code_for(first)) == "slow_down");
    CHECK(hall.try_code(hall.connect("198.51.100.1:3"), hall.code_for(second)) == "enrolled");
    CHECK(hall.try_code(hall.connect("198.51.100.2:1"), hall.code_for(first)) == "enrolled");
    CHECK(std::ranges::count(types(hall), "device_revoked") == 0);
}

TEST_CASE("a code is stretched once, and nothing else waits for it", "[service]") {
    DoorHall hall;
    hall.world.keeps_work = true;
    const std::uint32_t number = hall.open_code(7);
    const auth::Key right =
        auth::stretched(auth::code_from(hall.code_for(number)).value(), DoorHall::log);
    const auto prove = [&](net::PeerId peer, const auth::Key& with) {
        const Card card{"device", "tablet", number, true};
        const auth::Introduction said = DoorHall::introduction(card, hall.knock(peer, card));
        hall.world.said[peer].clear();
        hall.service().on_line(peer, wire::encode(wire::ToClockd{wire::Prove{
                                         auth::code_proof(with, said)}}), hall.world.time);
    };
    const auto heard = [&](net::PeerId peer) {
        REQUIRE(hall.world.said[peer].size() == 1);
        return DoorHall::code_of(wire::decode_from_clockd(hall.world.said[peer][0]).value());
    };
    const net::PeerId stranger = hall.connect("192.0.2.1:1");
    const net::PeerId gone = hall.connect("192.0.2.2:1");
    const net::PeerId tablet = hall.connect("192.0.2.3:1");
    for (int i = 0; i < 3; ++i) prove(stranger, key_of(1));
    prove(gone, right);
    prove(tablet, right);
    hall.service().on_close(gone);
    for (const net::PeerId waits : {stranger, gone, tablet})
        CHECK(hall.world.said[waits].empty());
    const Card next{"device", "tablet", number, false};  // it continues without waiting
    const wire::Challenge challenge = hall.knock(tablet, next);
    hall.world.said[tablet].clear();
    hall.arbiter();  // somebody who connects meanwhile
    REQUIRE(hall.world.work.size() == 1);
    hall.world.work[0]();
    hall.settle();
    CHECK(heard(stranger) == "wrong_proof");
    CHECK(heard(tablet) == "enrolled");
    const auth::Key own = auth::device_key(hall.key, DoorHall::log, number);
    CHECK(hall.code(tablet, wire::Prove{auth::peer_proof(
                                own, DoorHall::introduction(next, challenge))}) == "welcome");

    const std::uint32_t late = hall.open_code(8);  // a code may expire meanwhile
    const net::PeerId slow = hall.connect("192.0.2.4:1");
    const Card card{"device", "tablet", late, true};
    hall.knock(slow, card);
    hall.world.said[slow].clear();
    hall.service().on_line(slow, wire::encode(wire::ToClockd{wire::Prove{std::string(64, '0')}}),
                           hall.world.time);
    hall.code(hall.arbiter(), wire::RevokeDevice{"r", late});
    hall.world.work.at(1)();
    hall.settle();
    CHECK(heard(slow) == "wrong_proof");
}

TEST_CASE("a code is tried with its own number", "[service]") {
    DoorHall hall;
    const std::uint32_t first = hall.open_code(7);
    const std::uint32_t second = hall.open_code(8);
    const std::string letters = hall.code_for(first).substr(hall.code_for(first).find('-'));
    CHECK(hall.try_code(hall.connect("192.0.2.1:1"), std::to_string(second) + letters) ==
          "wrong_proof");
    CHECK(hall.try_code(hall.connect("192.0.2.2:1"), "99" + letters) == "wrong_proof");
    CHECK(hall.code(hall.connect(), wire::Hello{"device", "x", 1, DoorHall::peer_nonce, 0,
                                                true}) == "bad_field");
}

TEST_CASE("a repeated request for a code gives the same device", "[service]") {
    DoorHall hall;
    const net::PeerId arbiter = hall.arbiter();
    const wire::EnrolDevice request{"same", {7}, "tablet"};
    const auto first = std::get<wire::Enrolment>(hall.say(arbiter, request));
    const auto again = std::get<wire::Enrolment>(hall.say(arbiter, request));
    CHECK(first.device == again.device);
    CHECK(first.until_ms == again.until_ms);
    hall.start();
    const auto later = std::get<wire::Enrolment>(hall.say(hall.arbiter(), request));
    CHECK(first.device == later.device);
    CHECK(hall.code(hall.arbiter(), wire::RevokeDevice{"same", first.device}) == "id_used");
}

TEST_CASE("only so many codes wait at a time", "[service]") {
    DoorHall hall;
    const net::PeerId arbiter = hall.arbiter();
    for (std::size_t i = 0; i < limits::open_codes; ++i)
        REQUIRE(hall.code(arbiter, wire::EnrolDevice{"c" + std::to_string(i), {1}, ""}) ==
                "enrolment");
    CHECK(hall.code(arbiter, wire::EnrolDevice{"more", {1}, ""}) == "too_many_codes");
    hall.world.time = hall.world.time + milliseconds(limits::code_ms);
    CHECK(hall.code(arbiter, wire::EnrolDevice{"more", {1}, ""}) == "enrolment");
}

TEST_CASE("an arbiter can look which devices there are", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    const std::uint32_t open = hall.open_code(8);
    const auto state = [&](std::uint32_t after) {
        return std::get<wire::DeviceState>(hall.say(hall.arbiter(), wire::GetDevice{"d", after}));
    };
    CHECK(state(0).device == device.number);
    CHECK(state(0).state == "enrolled");
    CHECK(state(0).board == Board{7});
    CHECK(state(0).name == "tablet");
    CHECK(state(device.number).device == open);
    CHECK(state(device.number).state == "open");
    CHECK(state(open).device == 0);
    hall.world.time = hall.world.time + milliseconds(limits::code_ms);
    CHECK(state(device.number).state == "lapsed");
    hall.say(hall.arbiter(), wire::RevokeDevice{"v", device.number});
    CHECK(state(0).state == "revoked");
}

TEST_CASE("devices of another hall key are noticed and not let in", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    hall.key = key_of(9);
    hall.start();
    CHECK(hall.service().devices_of_another_key() == 1);
    CHECK(entering(hall, device) == "wrong_proof");
}

TEST_CASE("nothing secret is in the log", "[service]") {
    DoorHall hall;
    const Enrolled device = enrol(hall, 7);
    const std::string code = hall.code_for(device.number);
    for (const store::Row& row : hall.world.rows)
        for (const std::string& secret :
             {auth::hex_of(hall.key), auth::hex_of(device.key), code, code.substr(2, 4),
              auth::hex_of(auth::stretched(auth::code_from(code).value(), "log-1"))})
            CHECK_FALSE(row.body.contains(secret));
}
