// Lines over TLS with a key that both ends have: who can connect, and who cannot.
#include "common/net/line_tls.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/now.hpp"
#include "common/net/line_client.hpp"
#include "common/net/line_server.hpp"
#include "common/net/loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/raw_socket.hpp"

using namespace flagfall;
using namespace flagfall::net;
using net::test::guard;
using net::test::RawSocket;

namespace {

PskKey key_of(unsigned char byte) {
    PskKey key;
    key.fill(byte);
    return key;
}

// A server that knows "anna" and "bert", and a client with the name that it gives.
struct Secured {
    explicit Secured(const LineLimits& limits = {}) {
        LineHandler h;
        h.on_open = [this](PeerId peer, std::string_view, bool) { opened.push_back(peer); };
        h.tls_key = [](std::string_view identity) -> std::optional<PskKey> {
            if (identity == "anna") return key_of(1);
            if (identity == "bert") return key_of(2);
            return std::nullopt;
        };
        h.on_secured = [this](PeerId, std::string_view identity) {
            said.push_back("secured " + std::string(identity));
        };
        h.on_insecure = [this](PeerId, std::string_view) { said.emplace_back("insecure"); };
        h.on_line = [this](PeerId peer, std::string_view line, Instant at) {
            said.emplace_back(line);
            stamps.push_back(at);
            if (echo) server->send(peer, line);
        };
        h.on_close = [this](PeerId, std::string_view) { said.emplace_back("closed"); };
        server = LineServer::start(loop, {}, limits, h).value();
    }

    void call(std::optional<Psk> psk, std::uint16_t port = 0) {
        LineClientHandler h;
        h.on_connected = [this] { events.emplace_back("connected"); };
        h.on_line = [this](std::string_view line, Instant) { got.emplace_back(line); };
        h.on_disconnected = [this](std::string_view) { events.emplace_back("disconnected"); };
        h.on_attempt_failed = [this](std::string_view) { events.emplace_back("failed"); };
        h.on_untrusted = [this](std::string_view) { events.emplace_back("untrusted"); };
        LineClientOptions options;
        options.psk = std::move(psk);
        options.longest_wait = seconds(30);  // one attempt is enough here
        options.first_wait = seconds(30);
        client = std::make_unique<LineClient>(loop, "127.0.0.1", port ? port : server->port(), h,
                                              options);
    }

    bool until(const std::function<bool()>& done) { return loop.run_until(done, guard); }

    Loop loop;
    std::vector<PeerId> opened;
    std::vector<std::string> said;    // to the server
    std::vector<std::string> got;     // by the client
    std::vector<std::string> events;  // of the client
    std::vector<Instant> stamps;
    bool echo = true;
    std::unique_ptr<LineServer> server;
    std::unique_ptr<LineClient> client;
};

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("who has the key is known before the first line, and lines go both ways") {
    Secured hall;
    hall.call(Psk{"anna", key_of(1)});
    CHECK_FALSE(hall.client->connected());
    REQUIRE(hall.until([&] { return !hall.events.empty(); }));
    CHECK(hall.client->connected());
    CHECK(hall.client->send("one"));
    CHECK(hall.client->send("two"));
    REQUIRE(hall.until([&] { return hall.got.size() == 2; }));
    CHECK(hall.said == Words{"secured anna", "one", "two"});
    CHECK(hall.got == Words{"one", "two"});
    CHECK(hall.client->queued_lines() == 0);
    CHECK(hall.server->queued_lines(hall.opened[0]) == 0);
}

TEST_CASE("another key, another's key or an unknown name is not let through") {
    for (const Psk& wrong : {Psk{"anna", key_of(3)}, Psk{"anna", key_of(2)},
                             Psk{"carl", key_of(1)}, Psk{"annab", key_of(1)},
                             Psk{"ann", key_of(1)}}) {
        Secured hall;
        hall.call(wrong);
        REQUIRE(hall.until([&] { return !hall.events.empty() && hall.said.size() >= 2; }));
        CHECK(hall.events == Words{"untrusted"});
        CHECK(hall.said == Words{"insecure", "closed"});
        CHECK_FALSE(hall.client->connected());
    }
}

TEST_CASE("what a server answers does not say whether it knows the name") {
    const auto knows = [](std::string_view identity) -> std::optional<PskKey> {
        if (identity == "anna") return key_of(1);
        return std::nullopt;
    };
    const auto shared = LineTlsContext::serving(knows);
    const auto answer_to = [&](const Psk& psk) {
        LineTls server(shared);
        LineTls client(LineTlsContext::calling(psk));
        client.begin();
        std::string plain;
        CHECK(server.take(client.waiting(), plain) == LineTls::Taken::broken);
        CHECK(plain.empty());
        return std::pair(std::string(server.waiting()), server.error());
    };
    const auto wrong_key = answer_to({"anna", key_of(3)});
    CHECK_FALSE(wrong_key.first.empty());
    CHECK(answer_to({"carl", key_of(3)}) == wrong_key);
    CHECK(answer_to({"carl", PskKey{}}) == wrong_key);
}

TEST_CASE("a server that speaks no TLS is not trusted") {
    Secured hall;
    LineHandler plain;
    LineServer* other = nullptr;
    plain.on_bad_line = [](PeerId, std::string_view) {};
    plain.on_open = [&](PeerId peer, std::string_view, bool) { other->send(peer, "welcome"); };
    const auto started = LineServer::start(hall.loop, {}, {}, plain).value();
    other = started.get();
    hall.call(Psk{"anna", key_of(1)}, started->port());
    REQUIRE(hall.until([&] { return !hall.events.empty(); }));
    CHECK(hall.events == Words{"untrusted"});
    CHECK(hall.got.empty());
}

TEST_CASE("unencrypted lines go on at the same port, and are not reported as secured") {
    Secured hall;
    hall.call(std::nullopt);
    REQUIRE(hall.until([&] { return hall.client->connected(); }));
    hall.client->send("plain");
    REQUIRE(hall.until([&] { return hall.got.size() == 1; }));
    CHECK(hall.said == Words{"plain"});
}

TEST_CASE("much is sent over TLS to one who is slow to read") {
    Secured hall;
    hall.call(Psk{"bert", key_of(2)});
    REQUIRE(hall.until([&] { return hall.client->connected(); }));
    hall.echo = false;
    hall.client->send("go");
    REQUIRE(hall.until([&] { return hall.said.size() == 2; }));
    const std::string line(5'000, 'x');
    for (int i = 0; i < 1'000; ++i)
        hall.server->send(hall.opened[0], line + std::to_string(i));
    CHECK(hall.server->queued_lines(hall.opened[0]) == 1'000);
    REQUIRE(hall.until([&] { return hall.got.size() == 1'000; }));
    for (std::size_t i = 0; i < 1'000; ++i)
        REQUIRE(hall.got[i] == line + std::to_string(i));
    CHECK(hall.server->queued_lines(hall.opened[0]) == 0);
}

TEST_CASE("who takes nothing over TLS is given up like anybody") {
    Secured hall({.queue_bytes = 100'000});
    hall.call(Psk{"anna", key_of(1)});
    REQUIRE(hall.until([&] { return hall.client->connected(); }));
    hall.client->send("go");
    REQUIRE(hall.until([&] { return hall.said.size() == 2; }));
    for (int i = 0; i < 20; ++i) hall.server->send(hall.opened[0], std::string(10'000, 'x'));
    REQUIRE(hall.until([&] { return hall.said.size() == 3; }));
    CHECK(hall.said.back() == "closed");
    CHECK(hall.server->peer_count() == 0);
}

TEST_CASE("a graceful stop writes what is queued under TLS, too") {
    Secured hall;
    hall.call(Psk{"anna", key_of(1)});
    REQUIRE(hall.until([&] { return hall.client->connected(); }));
    hall.client->send("go");
    REQUIRE(hall.until([&] { return hall.got.size() == 1; }));
    hall.server->send(hall.opened[0], "the last line");
    bool done = false;
    hall.server->stop(seconds(20), [&] { done = true; });
    REQUIRE(hall.until([&] { return done && hall.got.size() == 2; }));
    CHECK(hall.got.back() == "the last line");
}

TEST_CASE("bytes that are no TLS, after the first, end the link and nothing else") {
    for (const std::string& bytes :
         {std::string("\x16garbage and more of it\n"),
          std::string("\x16\x03\x01\x00\x05") + "abcde", std::string("\x16\x03\x03\xff\xff"),
          std::string(40'000, '\x16')}) {
        Secured hall;
        RawSocket socket(hall.server->port());
        REQUIRE(socket.connected());
        REQUIRE(socket.send(bytes));
        socket.hang_up();
        REQUIRE(hall.until([&] { return !hall.said.empty() && hall.said.back() == "closed"; }));
        CHECK(hall.said.size() <= 2);  // insecure, closed
        hall.call(Psk{"anna", key_of(1)});
        REQUIRE(hall.until([&] { return hall.client->connected(); }));
    }
}

TEST_CASE("who begins with TLS and says no more takes one stranger's place, and loses it") {
    Secured hall({.strangers = 2});
    RawSocket half(hall.server->port());
    REQUIRE(half.connected());
    REQUIRE(half.send("\x16\x03\x01"));
    REQUIRE(hall.until([&] { return hall.opened.size() == 1; }));
    RawSocket second(hall.server->port());
    hall.call(Psk{"anna", key_of(1)});
    REQUIRE(hall.until([&] { return hall.client->connected(); }));
    CHECK(hall.until([&] { return half.is_closed(); }));
}

TEST_CASE("over TLS, too, a line counts from when it came") {
    Secured hall;
    hall.call(Psk{"anna", key_of(1)});
    REQUIRE(hall.until([&] { return hall.client->connected(); }));
    // The kernel begins to add timestamps a moment after the request.
    for (std::size_t tries = 1; tries <= 100; ++tries) {
        hall.client->send("press");
        // Written by the loop; the loop reads it only after we were busy with something else.
        hall.loop.post([] {
            const Instant begun = now();
            while (now() < begun + milliseconds(50)) {
            }
        });
        const Instant before = now();
        REQUIRE(hall.until([&] { return hall.stamps.size() >= tries; }));
        if (hall.stamps.back() <= before + milliseconds(25)) return;
    }
    FAIL("no line was stamped before it was read");
}
