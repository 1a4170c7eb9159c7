// Who is admitted, and who is not: each way to be refused at the door of clockd.
#include "clockd/service/limits.hpp"
#include "tests/unit/service/door_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The number of a device that has used its code for board 7.
std::uint32_t enrolled(DoorHall& hall) {
    const std::uint32_t number = hall.open_code(7);
    REQUIRE(hall.try_code(hall.connect(), hall.code_for(number)) == "enrolled");
    return number;
}

}  // namespace

TEST_CASE("every role is let in with the hall key and with no other", "[service]") {
    DoorHall hall;
    for (const char* role : {"arbiter", "arbiterd", "display", "device"}) {
        INFO(role);
        CHECK(hall.enter(hall.connect("192.0.2.1:1"), {role, "x"}, hall.key) == "welcome");
        const std::string elsewhere = std::string("192.0.2.2") + role + ":1";
        const net::PeerId wrong = hall.connect(elsewhere);
        CHECK(hall.enter(wrong, {role, "x"}, key_of(8)) == "wrong_proof");
        CHECK(hall.world.closed.contains(wrong));
    }
}

TEST_CASE("without a proof nobody is let in, and nothing is carried out", "[service]") {
    DoorHall hall;
    const net::PeerId peer = hall.connect();
    const std::size_t rows = hall.world.rows.size();
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x"}) == "not_authenticated");
    CHECK(hall.world.bad_lines == 1);
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "hello_first");
    CHECK(hall.code(peer, wire::Subscribe{"s", "", {}, {}}) == "hello_first");
    CHECK(hall.code(peer, wire::EnrolDevice{"e", {1}, "x"}) == "hello_first");
    CHECK(hall.code(peer, wire::Prove{std::string(64, '0')}) == "hello_first");
    hall.knock(peer, {});  // a challenge admits nobody
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "hello_first");
    CHECK(hall.code(peer, wire::ClockCommand{wire::StartGame{}}) == "bad_field");
    CHECK(hall.world.rows.size() == rows);
    CHECK(hall.code(peer, wire::Hello{"king", "x"}) == "bad_field");
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x", 1, "12"}) == "bad_field");
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x", 1, std::string(64, 'A')}) == "bad_field");
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x", 1, DoorHall::peer_nonce, 3}) == "bad_field");
}

TEST_CASE("clockd proves the key before it is asked anything", "[service]") {
    DoorHall hall;
    const Card card{"arbiterd", "office"};
    const wire::Challenge challenge = hall.knock(hall.connect(), card);
    CHECK(challenge.log == "log-1");
    const auth::Introduction said = DoorHall::introduction(card, challenge);
    const auth::Key own = auth::role_key(hall.key, "arbiterd");
    CHECK(challenge.proof == auth::clockd_proof(own, said));
    CHECK(challenge.proof != auth::peer_proof(own, said));
}

TEST_CASE("a proof is good once, for one link and one introduction", "[service]") {
    DoorHall hall;
    const Card card{"arbiter", "x"};
    const net::PeerId first = hall.connect("192.0.2.1:1");
    const wire::Challenge challenge = hall.knock(first, card);
    const wire::Prove proof{auth::peer_proof(auth::role_key(hall.key, "arbiter"),
                                             DoorHall::introduction(card, challenge))};
    REQUIRE(hall.code(first, proof) == "welcome");
    CHECK(hall.code(first, proof) == "hello_first");  // its challenge is used up

    int number = 10;
    const auto refused = [&](const Card& other, const wire::Prove& with) {
        const net::PeerId peer = hall.connect("192.0.2." + std::to_string(++number) + ":1");
        hall.knock(peer, other);
        return hall.code(peer, with) == "wrong_proof";
    };
    CHECK(refused(card, proof));  // sent again on another link: another nonce
    CHECK(refused({"arbiterd", "x"}, proof));
    CHECK(refused({"arbiter", "y"}, proof));
    const net::PeerId mirror = hall.connect("192.0.2.99:1");
    CHECK(hall.code(mirror, wire::Prove{hall.knock(mirror, card).proof}) == "wrong_proof");
}

TEST_CASE("a proved peer that says hello as another is a stranger again", "[service]") {
    DoorHall hall;
    const net::PeerId peer = hall.arbiter();
    hall.knock(peer, {"display", "x"});
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "hello_first");
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x"}) == "not_authenticated");
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "hello_first");
}

TEST_CASE("the key of one role is no key of another", "[service]") {
    DoorHall hall;
    int number = 0;
    for (const char* of : {"arbiter", "arbiterd", "display", "device"})
        for (const char* as : {"arbiter", "arbiterd", "display", "device"}) {
            INFO("the key of " << of << ", as " << as);
            const net::PeerId peer =
                hall.connect("192.0.2." + std::to_string(++number) + ":1");
            const std::string must = std::string(of) == as ? "welcome" : "wrong_proof";
            CHECK(hall.enter_with(peer, {as, "x"}, auth::role_key(hall.key, of)) == must);
        }
    CHECK(hall.enter_with(hall.connect(), {"arbiterd", "x"}, hall.key) == "wrong_proof");
}

TEST_CASE("wrong proofs are slowed, by address, doubling, and forgotten in time", "[service]") {
    DoorHall hall;
    const auto wrong = [&](const char* address) {
        return hall.enter(hall.connect(address), {"arbiter", "x"}, key_of(8));
    };
    Duration wait = milliseconds(250);
    for (int i = 0; i < 10; ++i) {
        INFO("after " << i << " wrong proofs");
        CHECK(wrong("192.0.2.1:1") == "wrong_proof");
        CHECK(wrong("192.0.2.1:2") == "slow_down");  // from any port
        hall.world.time = hall.world.time + wait - microseconds(1);
        CHECK(wrong("192.0.2.1:3") == "slow_down");
        hall.world.time = hall.world.time + microseconds(1);
        wait = std::min(Duration{wait.us * 2}, seconds(30));
    }
    CHECK(wrong("192.0.2.2:1") == "wrong_proof");  // another address is not slowed down
    CHECK(wrong("192.0.2.1:1") == "wrong_proof");
    hall.world.time = hall.world.time + seconds(29);
    CHECK(wrong("192.0.2.1:1") == "slow_down");
    hall.world.time = hall.world.time + seconds(600);
    CHECK(wrong("192.0.2.1:1") == "wrong_proof");
    hall.world.time = hall.world.time + milliseconds(250);
    CHECK(wrong("192.0.2.1:1") == "wrong_proof");
}

TEST_CASE("a right proof never waits for wrong ones of its address", "[service]") {
    DoorHall hall;
    const std::uint32_t number = hall.open_code(7);
    auth::Key own;
    REQUIRE(hall.try_code(hall.connect("127.0.0.1:1"), hall.code_for(number), &own) ==
            "enrolled");
    for (int i = 0; i < 30; ++i)
        hall.enter(hall.connect("127.0.0.1:2"), {"arbiterd", "x"}, key_of(8));
    CHECK(hall.enter(hall.connect("127.0.0.1:3"), {"arbiterd", "x"}, hall.key) == "welcome");
    CHECK(hall.enter(hall.connect("127.0.0.1:4"), {"device", "x", number}, own) == "welcome");
}

TEST_CASE("hellos without end are bad lines", "[service]") {
    DoorHall hall;
    const net::PeerId stranger = hall.connect();
    const net::PeerId arbiter = hall.arbiter();
    const wire::Hello hello{"arbiter", "x", 1, DoorHall::peer_nonce, 0, false};
    for (const net::PeerId peer : {stranger, arbiter}) {
        const int before = hall.world.bad_lines;
        int answered = 0;
        while (hall.code(peer, hello) == "challenge") REQUIRE(++answered <= 16);
        CHECK(answered >= 15);  // the arbiter has used one
        CHECK(hall.code(peer, hello) == "slow_down");
        CHECK(hall.world.bad_lines == before + 2);
    }
    hall.world.time = hall.world.time + seconds(1);
    CHECK(hall.enter(stranger, {"arbiter", "x", 0, false}, hall.key) == "welcome");
    CHECK(hall.enter(hall.connect(), {"arbiter", "x", 0, false}, hall.key) == "welcome");
}

TEST_CASE("from another machine only an enrolment may be unencrypted", "[service]") {
    DoorHall hall(false, false);
    for (const char* role : {"arbiter", "arbiterd", "display", "device"}) {
        const net::PeerId peer = hall.connect("192.0.2.1:1");
        CHECK(hall.code(peer, wire::Hello{role, "x", 1, DoorHall::peer_nonce}) == "tls_needed");
        CHECK(hall.world.closed.contains(peer));
        CHECK(hall.enter(hall.connect("127.0.0.1:1"), {role, "x"}, hall.key) == "welcome");
        const auto secured = hall.connect_tls(role);
        REQUIRE(secured);
        CHECK(hall.code(*secured, wire::Hello{role, "x"}) == "welcome");
    }
    const std::uint32_t number = hall.open_code(7);
    const net::PeerId tablet = hall.connect("192.0.2.1:1");
    REQUIRE(hall.try_code(tablet, hall.code_for(number)) == "enrolled");
    CHECK(hall.code(tablet, wire::GetBoard{"g", {7}}) == "hello_first");
    CHECK(hall.code(tablet, wire::Hello{"device", "x", 1, DoorHall::peer_nonce, number}) ==
          "tls_needed");
}

TEST_CASE("over TLS there is a key for each role and each device that is enrolled", "[service]") {
    DoorHall hall(false, false);
    const std::uint32_t number = enrolled(hall);
    CHECK(hall.service().tls_key("device/" + std::to_string(number)) ==
          auth::tls_key(auth::device_key(hall.key, DoorHall::log, number)));
    for (const char* nobody : {"", "king", "device/77", "arbiter/1", "hall", "device/"})
        CHECK_FALSE(hall.service().tls_key(nobody));
}

TEST_CASE("over TLS a peer is who it has proved to be, and nobody else", "[service]") {
    DoorHall hall(false, false);
    const std::uint32_t number = enrolled(hall);
    const std::string identity = "device/" + std::to_string(number);
    const auto says = [&](const std::string& proved, const wire::Hello& hello) {
        return hall.code(hall.connect_tls(proved).value(), hello);
    };
    CHECK(says("display", wire::Hello{"display", "x"}) == "welcome");
    CHECK(says("display", wire::Hello{"display", "x", 1, DoorHall::peer_nonce}) == "welcome");
    CHECK(says("display", wire::Hello{"arbiterd", "x"}) == "wrong_proof");
    CHECK(says("display", wire::Hello{"device", "x", 1, "", number}) == "wrong_proof");
    CHECK(says("device", wire::Hello{"device", "x", 1, "", number}) == "wrong_proof");
    CHECK(says(identity, wire::Hello{"device", "x"}) == "wrong_proof");
    CHECK(says(identity, wire::Hello{"device", "x", 1, DoorHall::peer_nonce, number, true}) ==
          "wrong_proof");
    const net::PeerId tablet = hall.connect_tls(identity).value();
    CHECK(hall.code(tablet, wire::Hello{"device", "x", 1, "", number}) == "welcome");
    CHECK(hall.code(tablet, wire::GetBoard{"g", {7}}) == "board_state");
    CHECK(hall.code(tablet, wire::GetBoard{"g", {8}}) == "not_your_board");
}

TEST_CASE("over TLS a device that is revoked is out, and is not let in again", "[service]") {
    DoorHall hall(false, false);
    const std::uint32_t number = enrolled(hall);
    const std::string identity = "device/" + std::to_string(number);
    const net::PeerId tablet = hall.connect_tls(identity).value();
    REQUIRE(hall.code(tablet, wire::Hello{"device", "x", 1, "", number}) == "welcome");
    const net::PeerId late = hall.connect_tls(identity).value();
    REQUIRE(hall.code(hall.arbiter(), wire::RevokeDevice{"v", number}) == "revoked");
    CHECK(hall.world.closed.contains(tablet));
    CHECK(hall.code(late, wire::Hello{"device", "x", 1, "", number}) == "wrong_proof");
    CHECK_FALSE(hall.connect_tls(identity));
}

TEST_CASE("those who were let in keep their places, and the arbiters have some to spare",
          "[service]") {
    DoorHall hall(true);
    const net::PeerId first = hall.connect();
    REQUIRE(hall.code(first, wire::Hello{"display", "x"}) == "welcome");
    CHECK(hall.world.placed == std::set{first});
    for (std::size_t i = 1; i < limits::peers - limits::office_places; ++i)
        hall.service().on_line(hall.connect(), wire::encode(wire::ToClockd{
                               wire::Hello{"display", "x"}}), hall.world.time);
    CHECK(hall.code(hall.connect(), wire::Hello{"device", "x"}) == "full");
    CHECK(hall.code(hall.connect(), wire::Hello{"arbiterd", "x"}) == "welcome");
    hall.service().on_close(first);
    CHECK(hall.code(hall.connect(), wire::Hello{"device", "x"}) == "full");
    hall.service().on_close({2});
    CHECK(hall.code(hall.connect(), wire::Hello{"device", "x"}) == "welcome");
}

TEST_CASE("a device that comes in again and again takes one set of places", "[service]") {
    DoorHall hall;
    const std::uint32_t number = hall.open_code(7);
    auth::Key own;
    REQUIRE(hall.try_code(hall.connect(), hall.code_for(number), &own) == "enrolled");
    std::vector<net::PeerId> links;
    for (std::size_t i = 0; i < limits::links_of_device + 3; ++i) {
        links.push_back(hall.connect());
        CHECK(hall.enter(links.back(), {"device", "x", number}, own) == "welcome");
    }
    for (std::size_t i = 0; i < links.size(); ++i)
        CHECK(hall.world.closed.contains(links[i]) == (i < 3));
    CHECK(hall.code(links[0], wire::GetBoard{"g", {7}}) == "hello_first");
}

TEST_CASE("a peer that does not say who it is does not keep a connection", "[service]") {
    DoorHall hall;
    const net::PeerId silent = hall.connect("192.0.2.1:1");
    const net::PeerId half = hall.connect("192.0.2.1:2");
    hall.knock(half, {});
    const net::PeerId guest = hall.arbiter();
    hall.world.time = hall.world.time + milliseconds(limits::stranger_ms);
    hall.service().on_heartbeat();
    CHECK(hall.world.closed.empty());
    hall.world.time = hall.world.time + microseconds(1);
    hall.service().on_heartbeat();
    CHECK(hall.world.closed == std::set{silent, half});
    CHECK_FALSE(hall.world.closed.contains(guest));

    DoorHall open(true);
    open.connect();
    open.world.time = open.world.time + seconds(60);
    open.service().on_heartbeat();
    CHECK(open.world.closed.empty());
}

TEST_CASE("an open hall lets in without proof, and proves its key to who asks", "[service]") {
    DoorHall hall(true);
    const net::PeerId peer = hall.connect();
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x"}) == "welcome");
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "board_state");
    const Card card{"arbiterd", "office"};
    const net::PeerId office = hall.connect();
    const wire::Challenge challenge = hall.knock(office, card);
    CHECK(challenge.proof ==
          auth::clockd_proof(auth::role_key(hall.key, "arbiterd"),
                             DoorHall::introduction(card, challenge)));
    CHECK(hall.code(office, wire::GetBoard{"g", {1}}) == "hello_first");
    CHECK(hall.code(hall.connect(), wire::Hello{"device", "x", 1, "", 3}) == "not_authenticated");
}
