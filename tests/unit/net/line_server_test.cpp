// The line server over real loopback sockets.
#include "common/net/line_server.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/now.hpp"
#include "common/net/loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/raw_socket.hpp"

using namespace flagfall;
using namespace flagfall::net;
using net::test::guard;
using net::test::RawSocket;

namespace {

// A server that records everything that it receives.
struct Listening {
    explicit Listening(const LineLimits& limits = {}, const Endpoint& at = {}) {
        auto started = LineServer::start(loop, at, limits, handler());
        REQUIRE(started.has_value());
        server = std::move(*started);
    }

    LineHandler handler() {
        LineHandler h;
        h.on_open = [this](PeerId peer, std::string_view address, bool) {
            opened.emplace_back(peer, std::string(address));
        };
        h.on_line = [this](PeerId peer, std::string_view line, Instant at) {
            heard.emplace_back(peer, std::string(line));
            stamps.push_back(at);
            if (on_line) on_line(peer, line);
        };
        h.on_bad_line = [this](PeerId peer, std::string_view reason) {
            bad.emplace_back(peer, std::string(reason));
        };
        h.on_close = [this](PeerId peer, std::string_view reason) {
            closed.emplace_back(peer, std::string(reason));
        };
        h.on_drained = [this](PeerId peer) { drained.push_back(peer); };
        return h;
    }

    bool until(const std::function<bool()>& done) { return loop.run_until(done, guard); }
    bool until_heard(std::size_t count) {
        return until([&] { return heard.size() >= count; });
    }
    RawSocket connect() {
        const std::size_t before = opened.size();
        RawSocket socket(server->port());
        REQUIRE(socket.connected());
        REQUIRE(until([&] { return opened.size() > before; }));
        return socket;
    }

    using Texts = std::vector<std::pair<PeerId, std::string>>;
    Loop loop;
    Texts opened;
    Texts heard;
    Texts bad;
    Texts closed;
    std::vector<Instant> stamps;
    std::vector<PeerId> drained;
    std::function<void(PeerId, std::string_view)> on_line;
    std::unique_ptr<LineServer> server;
};

}  // namespace

TEST_CASE("lines arrive whole when they come byte by byte") {
    Listening hall;
    auto socket = hall.connect();
    const std::string bytes = "{\"type\":\"press\"}\r\n\n{\"n\":2}\n";
    for (const char c : bytes) {
        REQUIRE(socket.send({&c, 1}));
        hall.loop.run_until([] { return true; }, guard);
        hall.server->drain();
    }
    REQUIRE(hall.until_heard(2));
    CHECK(hall.heard[0].second == "{\"type\":\"press\"}");
    CHECK(hall.heard[1].second == "{\"n\":2}");
    CHECK(hall.opened.at(0).second.starts_with("127.0.0.1:"));
}

TEST_CASE("an empty line is answered with an empty line and not delivered") {
    Listening hall;
    auto socket = hall.connect();
    REQUIRE(socket.send("\n"));
    REQUIRE(hall.until([&] { return socket.has_lines(1); }));
    CHECK(socket.text() == "\n");
    REQUIRE(socket.send("\r\n\n\n{}\n"));  // asked at once, answered once
    REQUIRE(hall.until_heard(1));
    REQUIRE(hall.until([&] { return socket.has_lines(2); }));
    CHECK(hall.heard[0].second == "{}");
}

TEST_CASE("many lines of one segment arrive in order with one stamp") {
    Listening hall;
    auto socket = hall.connect();
    std::string bytes;
    for (int i = 0; i < 1000; ++i) bytes += std::to_string(i) + "\n";
    const Instant before = now();
    REQUIRE(socket.send(bytes));
    REQUIRE(hall.until_heard(1000));
    for (std::size_t i = 0; i < 1000; ++i) {
        REQUIRE(hall.heard[i].second == std::to_string(i));
        REQUIRE(hall.stamps[i] == hall.stamps[0]);
    }
    CHECK(hall.stamps[0] >= before);
    CHECK(hall.stamps[0] <= now());
}

TEST_CASE("an oversized line is refused and the link stays") {
    Listening hall;
    auto socket = hall.connect();
    const std::string longest(limits::line_bytes, 'a');
    REQUIRE(socket.send(longest + "\n" + longest + "b\ngood\n"));
    REQUIRE(hall.until_heard(2));
    CHECK(hall.heard[0].second == longest);
    CHECK(hall.heard[1].second == "good");
    REQUIRE(hall.bad.size() == 1);
    CHECK(hall.bad[0].second == "line longer than 16384 bytes");
    CHECK(hall.closed.empty());
}

TEST_CASE("too many bad lines end the link, the user's own ones included") {
    Listening hall({.line_bytes = 4, .bad_lines = 3});
    auto socket = hall.connect();
    hall.on_line = [&](PeerId peer, std::string_view) { hall.server->count_bad_line(peer); };
    REQUIRE(socket.send("12345\n12345\n"));
    REQUIRE(hall.until([&] { return hall.bad.size() == 2; }));
    CHECK(hall.closed.empty());
    REQUIRE(socket.send("x\ny\nz\n"));
    REQUIRE(hall.until([&] { return hall.closed.size() == 1; }));
    CHECK(hall.closed[0].second == "3 malformed lines");
    CHECK(hall.heard.size() == 1);
    CHECK(hall.until([&] { return socket.is_closed(); }));
}

TEST_CASE("bytes that are not UTF-8 reach the handler") {
    Listening hall;
    auto socket = hall.connect();
    REQUIRE(socket.send("\xff\xc0\n"));
    REQUIRE(hall.until_heard(1));
    CHECK(hall.heard[0].second == "\xff\xc0");
}

TEST_CASE("a slow reader is dropped while the others go on") {
    Listening hall({.queue_lines = 100});
    auto slow = hall.connect();
    auto quick = hall.connect();
    const PeerId slow_id = hall.opened[0].first;
    const PeerId quick_id = hall.opened[1].first;
    const std::string line(10'000, 'x');
    std::size_t sent = 0;
    // The slow one never reads: first the kernel's buffers fill, then the queue.
    while (hall.closed.empty() && sent < 100'000) {
        hall.server->send(slow_id, line);
        hall.server->send(quick_id, line);
        ++sent;
        REQUIRE(hall.until([&] { return quick.has_lines(sent); }));
    }
    REQUIRE(hall.closed.size() == 1);
    CHECK(hall.closed[0] == std::pair(slow_id, std::string("too slow: 101 lines waiting")));
    CHECK(hall.server->peer_count() == 1);
    hall.server->send(slow_id, "into the void");
    hall.server->send(quick_id, "still here");
    REQUIRE(hall.until([&] { return quick.has_lines(sent + 1); }));
    CHECK(quick.lines().back() == "still here");
}

TEST_CASE("the queue is limited in bytes too") {
    Listening hall({.queue_bytes = 1000});
    auto socket = hall.connect();
    const PeerId peer = hall.opened[0].first;
    hall.server->send(peer, std::string(999, 'x'));
    CHECK(hall.server->peer_count() == 1);
    hall.server->send(peer, "");
    CHECK(hall.server->peer_count() == 0);
    CHECK(hall.closed.empty());  // never from inside send()
    CHECK(hall.until([&] { return hall.closed.size() == 1; }));
}

TEST_CASE("a large backlog arrives complete, and on_drained says when") {
    Listening hall;
    auto socket = hall.connect();
    const PeerId peer = hall.opened[0].first;
    const std::string line(1'000, 'y');
    for (int i = 0; i < 4096; ++i) hall.server->send(peer, line);
    CHECK(hall.server->queued_lines(peer) == 4096);
    REQUIRE(hall.until([&] { return socket.has_lines(4096); }));
    REQUIRE(hall.until([&] { return !hall.drained.empty(); }));
    CHECK(hall.drained.size() == 1);
    CHECK(hall.server->queued_lines(peer) == 0);
    CHECK(socket.text().size() == 4096 * 1001);
}

TEST_CASE("drain reads all sockets at once, as a deadline timer needs it") {
    Listening hall;
    std::vector<RawSocket> sockets;
    for (int i = 0; i < 5; ++i) sockets.push_back(hall.connect());
    for (auto& socket : sockets) REQUIRE(socket.send("press\n"));
    CHECK(hall.heard.empty());
    hall.server->drain();  // no loop ran in between
    CHECK(hall.heard.size() == 5);
    sockets[0].hang_up();
    hall.server->drain();
    CHECK(hall.server->peer_count() == 4);
    CHECK(hall.closed.empty());  // from the loop only
    CHECK(hall.until([&] { return hall.closed.size() == 1; }));
}

TEST_CASE("closing from inside on_line stops the rest and delivers the last words") {
    Listening hall;
    auto socket = hall.connect();
    hall.on_line = [&](PeerId peer, std::string_view) {
        hall.server->send(peer, "goodbye");
        hall.server->close(peer, "enough");
        hall.server->close(peer, "twice");
        CHECK(hall.closed.empty());
    };
    REQUIRE(socket.send("1\n2\n3\n"));
    REQUIRE(hall.until([&] { return socket.is_closed(); }));
    REQUIRE(hall.until([&] { return !hall.closed.empty(); }));
    CHECK(hall.heard.size() == 1);
    CHECK(socket.lines() == std::vector<std::string>{"goodbye"});
    CHECK(hall.closed.size() == 1);
    CHECK(hall.closed[0].second == "enough");
}

TEST_CASE("a peer that disconnects is reported, its unfinished line is not") {
    Listening hall;
    auto socket = hall.connect();
    REQUIRE(socket.send("whole\nhalf"));
    socket.hang_up();
    REQUIRE(hall.until([&] { return hall.closed.size() == 1; }));
    CHECK(hall.heard.size() == 1);
    CHECK(hall.closed[0].second == "closed by the other side");
    CHECK(hall.server->peer_count() == 0);
}

TEST_CASE("of too many strangers the oldest makes room, and who was let in stays") {
    Listening hall({.strangers = 2});
    auto guest = hall.connect();
    hall.server->let_in(hall.opened[0].first);
    auto second = hall.connect();
    auto third = hall.connect();
    CHECK(hall.server->evicted_count() == 0);
    auto fourth = hall.connect();
    REQUIRE(hall.until([&] { return second.is_closed(); }));
    CHECK(hall.server->evicted_count() == 1);
    CHECK(hall.server->peer_count() == 3);
    auto fifth = hall.connect();
    REQUIRE(hall.until([&] { return third.is_closed(); }));
    CHECK_FALSE(guest.is_closed());
    REQUIRE(guest.send("still here\n"));
    REQUIRE(hall.until_heard(1));
    fourth.hang_up();  // a place that was released is free again
    REQUIRE(hall.until([&] { return hall.server->peer_count() == 2; }));
    auto sixth = hall.connect();
    CHECK(hall.server->evicted_count() == 2);
}

TEST_CASE("one address has only so many places for strangers") {
    Listening hall({.strangers = 100, .strangers_of_address = 2});
    auto first = hall.connect();
    auto second = hall.connect();
    auto third = hall.connect();
    REQUIRE(hall.until([&] { return first.is_closed(); }));
    CHECK(hall.server->evicted_count() == 1);
    CHECK(hall.server->peer_count() == 2);
}

TEST_CASE("200 peers at once each get their own answers") {
    Listening hall({.strangers_of_address = 200});
    hall.on_line = [&](PeerId peer, std::string_view line) { hall.server->send(peer, line); };
    std::vector<RawSocket> sockets;
    for (int i = 0; i < 200; ++i) {
        sockets.emplace_back(hall.server->port());
        REQUIRE(sockets.back().connected());
    }
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = 0; i < 200; ++i) {
            REQUIRE(
                sockets[i].send(std::to_string(i * 1000 + static_cast<unsigned>(round)) + "\n"));
        }
    }
    for (std::size_t i = 0; i < 200; ++i) {
        REQUIRE(hall.until([&] { return sockets[i].has_lines(3); }));
        const std::string base = std::to_string(i * 1000 + 2);
        CHECK(sockets[i].lines().at(2) == base);
    }
    CHECK(hall.server->peer_count() == 200);
}

TEST_CASE("a taken port, a foreign address and a name are clear errors") {
    Listening hall;
    Loop loop;
    const std::uint16_t port = hall.server->port();
    REQUIRE(port != 0);
    const auto taken = LineServer::start(loop, {.port = port, .option = "--clock-port"}, {}, {});
    REQUIRE_FALSE(taken.has_value());
    CHECK(taken.error().code == "port-taken");
    CHECK(taken.error().text ==
          "port " + std::to_string(port) + " is taken; choose another with --clock-port");
    const auto foreign = LineServer::start(loop, {.host = "192.0.2.1"}, {}, {});
    REQUIRE_FALSE(foreign.has_value());
    CHECK(foreign.error().code == "bad-address");
    const auto name = LineServer::start(loop, {.host = "no such host"}, {}, {});
    REQUIRE_FALSE(name.has_value());
    CHECK(name.error().code == "bad-address");
}

TEST_CASE("IPv6 loopback works where the machine has it") {
    Loop loop;
    std::string address;
    LineHandler handler;
    handler.on_open = [&](PeerId, std::string_view from, bool) { address = from; };
    auto server = LineServer::start(loop, {.host = "::1"}, {}, handler);
    if (!server) {
        WARN("skipped: this machine has no IPv6 loopback");
        return;
    }
    RawSocket socket((*server)->port(), true);
    REQUIRE(socket.connected());
    REQUIRE(loop.run_until([&] { return !address.empty(); }, guard));
    CHECK(address.starts_with("[::1]:"));
}

TEST_CASE("the port is free again as soon as the server is gone") {
    Listening hall;
    auto socket = hall.connect();
    const std::uint16_t port = hall.server->port();
    hall.server.reset();
    CHECK(hall.until([&] { return socket.is_closed(); }));
    CHECK(LineServer::start(hall.loop, {.port = port}, {}, {}).has_value());
}

TEST_CASE("a graceful stop writes what is queued, then says so") {
    Listening hall;
    auto quick = hall.connect();
    auto silent = hall.connect();
    hall.server->send(hall.opened[0].first, "the last line");
    bool done = false;
    hall.server->stop(seconds(20), [&] { done = true; });
    CHECK_FALSE(done);
    REQUIRE(hall.until([&] { return done; }));
    CHECK(hall.closed.size() == 2);
    CHECK(hall.until([&] { return quick.is_closed() && silent.is_closed(); }));
    CHECK(quick.lines() == std::vector<std::string>{"the last line"});
    CHECK_FALSE(RawSocket(hall.server->port()).connected());
}

TEST_CASE("a line counts from when it came, not from when we got round to reading it") {
    Listening hall;
    RawSocket socket = hall.connect();
    // The kernel begins to add timestamps a moment after the request; the first lines may lack one.
    for (std::size_t tries = 1; tries <= 100; ++tries) {
        REQUIRE(socket.send("press\n"));
        const Instant sent = now();
        while (now() < sent + milliseconds(50)) {  // busy with something else
        }
        REQUIRE(hall.until_heard(tries));
        if (hall.stamps.back() <= sent + milliseconds(25)) return;
    }
    FAIL("no line was stamped before it was read");
}

TEST_CASE("a graceful stop does not wait for ever for one who never reads") {
    Listening hall;
    auto stuck = hall.connect();
    const PeerId peer = hall.opened[0].first;
    const std::string line(10'000, 'x');
    for (int i = 0; i < 800; ++i) hall.server->send(peer, line);
    bool done = false;
    hall.server->stop(milliseconds(5), [&] { done = true; });
    REQUIRE(hall.until([&] { return done; }));
    CHECK(hall.closed.size() == 1);
}
