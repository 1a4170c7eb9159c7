// Who is let in, and who is not: each way to be refused at the door of clockd.
#include "tests/unit/service/door_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

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
    hall.knock(peer, {});  // a challenge lets nobody in
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
    const hall::Introduction said = DoorHall::introduction(card, challenge);
    CHECK(challenge.proof == hall::clockd_proof(hall.key, said));
    CHECK(challenge.proof != hall::peer_proof(hall.key, said));
}

TEST_CASE("a proof is good once, for one link and one introduction", "[service]") {
    DoorHall hall;
    const Card card{"arbiter", "x"};
    const net::PeerId first = hall.connect("192.0.2.1:1");
    const wire::Challenge challenge = hall.knock(first, card);
    const wire::Prove proof{hall::peer_proof(hall.key, DoorHall::introduction(card, challenge))};
    REQUIRE(hall.code(first, proof) == "welcome");
    CHECK(hall.code(first, proof) == "hello_first");  // its challenge is spent

    int number = 10;
    const auto refused = [&](const Card& other, const wire::Prove& with) {
        const net::PeerId peer = hall.connect("192.0.2." + std::to_string(++number) + ":1");
        hall.knock(peer, other);
        return hall.code(peer, with) == "wrong_proof";
    };
    CHECK(refused(card, proof));  // said again on another link: another nonce
    CHECK(refused({"arbiterd", "x"}, proof));
    CHECK(refused({"arbiter", "y"}, proof));
    const net::PeerId mirror = hall.connect("192.0.2.99:1");
    CHECK(hall.code(mirror, wire::Prove{hall.knock(mirror, card).proof}) == "wrong_proof");
}

TEST_CASE("whoever has proved and says hello as another is a stranger again", "[service]") {
    DoorHall hall;
    const net::PeerId peer = hall.arbiter();
    hall.knock(peer, {"display", "x"});
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "hello_first");
    CHECK(hall.code(peer, wire::Hello{"arbiter", "x"}) == "not_authenticated");
    CHECK(hall.code(peer, wire::GetBoard{"g", {1}}) == "hello_first");
}

TEST_CASE("wrong proofs are slowed, by address, doubling, and forgotten in time", "[service]") {
    DoorHall hall;
    const auto attempt = [&](const char* address, unsigned char key) {
        return hall.enter(hall.connect(address), {"arbiter", "x"}, key_of(key));
    };
    Duration wait = milliseconds(250);
    for (int i = 0; i < 10; ++i) {
        INFO("after " << i << " wrong proofs");
        CHECK(attempt("192.0.2.1:1", 8) == "wrong_proof");
        CHECK(attempt("192.0.2.1:2", 7) == "slow_down");  // even the right one, from any port
        CHECK(attempt("192.0.2.2:1", 7) == "welcome");    // another address is not slowed
        hall.world.time = hall.world.time + wait - microseconds(1);
        CHECK(attempt("192.0.2.1:3", 7) == "slow_down");
        hall.world.time = hall.world.time + microseconds(1);
        wait = std::min(Duration{wait.us * 2}, seconds(30));
    }
    CHECK(attempt("192.0.2.1:1", 7) == "welcome");
    CHECK(attempt("192.0.2.1:1", 8) == "wrong_proof");  // a right one wipes nothing out
    hall.world.time = hall.world.time + seconds(29);
    CHECK(attempt("192.0.2.1:1", 7) == "slow_down");
    hall.world.time = hall.world.time + seconds(600);
    CHECK(attempt("192.0.2.1:1", 8) == "wrong_proof");
    hall.world.time = hall.world.time + milliseconds(250);
    CHECK(attempt("192.0.2.1:1", 7) == "welcome");
}

TEST_CASE("whoever does not say who he is does not keep a connection", "[service]") {
    DoorHall hall;
    const net::PeerId silent = hall.connect("192.0.2.1:1");
    const net::PeerId half = hall.connect("192.0.2.1:2");
    hall.knock(half, {});
    const net::PeerId guest = hall.arbiter();
    hall.world.time = hall.world.time + seconds(10);
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
          hall::clockd_proof(hall.key, DoorHall::introduction(card, challenge)));
    CHECK(hall.code(office, wire::GetBoard{"g", {1}}) == "hello_first");
    CHECK(hall.code(hall.connect(), wire::Hello{"device", "x", 1, "", 3}) == "not_authenticated");
}
