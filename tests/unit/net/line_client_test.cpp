// The line client against the line server: connecting, losing the connection, connecting again.
#include "common/net/line_client.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/now.hpp"
#include "common/net/line_server.hpp"
#include "common/net/loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/raw_socket.hpp"

using namespace flagfall;
using namespace flagfall::net;
using net::test::guard;

namespace {

struct Pair {
    void serve(std::uint16_t port = 0) {
        LineHandler h;
        h.on_open = [this](PeerId peer, std::string_view, bool) { peers.push_back(peer); };
        h.on_line = [this](PeerId peer, std::string_view line, Instant) {
            at_server.emplace_back(line);
            if (echo) server->send(peer, line);
        };
        h.on_close = [this](PeerId, std::string_view) { ++peers_lost; };
        auto started = LineServer::start(loop, {.port = port}, {}, h);
        REQUIRE(started.has_value());
        server = std::move(*started);
    }

    void call(std::uint16_t port, LineClientOptions options = {},
              const std::string& host = "127.0.0.1") {
        LineClientHandler h;
        h.on_connected = [this] { events.emplace_back("connected"); };
        h.on_line = [this](std::string_view line, Instant) { at_client.emplace_back(line); };
        h.on_bad_line = [this](std::string_view) { events.emplace_back("bad line"); };
        h.on_disconnected = [this](std::string_view reason) {
            events.emplace_back("disconnected");
            last_reason = reason;
        };
        h.on_attempt_failed = [this](std::string_view) { attempts.push_back(now()); };
        client = std::make_unique<LineClient>(loop, host, port, h, options);
    }

    bool until(const std::function<bool()>& done) { return loop.run_until(done, guard); }
    bool until_events(std::size_t count) {
        return until([&] { return events.size() >= count; });
    }

    Loop loop;
    bool echo = true;
    std::vector<PeerId> peers;
    int peers_lost = 0;
    std::vector<std::string> at_server;
    std::vector<std::string> at_client;
    std::vector<std::string> events;
    std::vector<Instant> attempts;
    std::string last_reason;
    std::unique_ptr<LineServer> server;
    std::unique_ptr<LineClient> client;
};

// A port where nobody listens now, but somebody did just before.
std::uint16_t free_port(Loop& loop) { return LineServer::start(loop, {}, {}, {}).value()->port(); }

LineClientOptions hasty() {
    LineClientOptions options;
    options.first_wait = milliseconds(1);
    options.longest_wait = milliseconds(4);
    return options;
}

}  // namespace

TEST_CASE("a client connects and lines go both ways") {
    Pair pair;
    pair.serve();
    pair.call(pair.server->port());
    CHECK_FALSE(pair.client->connected());
    CHECK_FALSE(pair.client->send("too early"));
    REQUIRE(pair.until_events(1));
    CHECK(pair.client->connected());
    CHECK(pair.client->send("one"));
    CHECK(pair.client->send("two"));
    CHECK(pair.client->queued_lines() == 2);
    REQUIRE(pair.until([&] { return pair.at_client.size() == 2; }));
    CHECK(pair.at_server == std::vector<std::string>{"one", "two"});
    CHECK(pair.at_client == pair.at_server);
    CHECK(pair.client->queued_lines() == 0);
}

TEST_CASE("a client finds a restarted server again, each time") {
    Pair pair;
    pair.serve();
    const std::uint16_t port = pair.server->port();
    pair.call(port, hasty());
    for (std::size_t round = 0; round < 3; ++round) {
        REQUIRE(pair.until_events(2 * round + 1));
        CHECK(pair.events.back() == "connected");
        REQUIRE(pair.client->send("hello"));
        REQUIRE(pair.until([&] { return pair.at_client.size() == round + 1; }));
        pair.server.reset();
        REQUIRE(pair.until_events(2 * round + 2));
        CHECK(pair.events.back() == "disconnected");
        CHECK_FALSE(pair.client->connected());
        const std::size_t before = pair.attempts.size();
        REQUIRE(pair.until([&] { return pair.attempts.size() >= before + 2; }));
        pair.serve(port);
    }
}

TEST_CASE("attempts come at growing distances") {
    Pair pair;
    LineClientOptions options;
    options.first_wait = milliseconds(2);
    options.longest_wait = milliseconds(8);
    const Instant began = now();
    pair.call(free_port(pair.loop), options);
    REQUIRE(pair.until([&] { return pair.attempts.size() == 5; }));
    const std::vector<std::int64_t> least_ms{0, 2, 2 + 4, 2 + 4 + 8, 2 + 4 + 8 + 8};
    for (std::size_t i = 0; i < least_ms.size(); ++i) {
        CHECK(pair.attempts[i] - began >= milliseconds(least_ms[i]));
    }
    CHECK(pair.events.empty());
}

// The kernel accepts the connections, nobody reads or answers: like a half-open link.
struct SilentServer {
    SilentServer() : fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(::bind(fd, any, size) == 0);
        REQUIRE(::listen(fd, 16) == 0);
        REQUIRE(::getsockname(fd, any, &size) == 0);
        port = ntohs(address.sin_port);
    }
    ~SilentServer() { ::close(fd); }
    SilentServer(const SilentServer&) = delete;
    SilentServer& operator=(const SilentServer&) = delete;

    int fd;
    std::uint16_t port = 0;
};

TEST_CASE("a half-open link is left and the server called again") {
    Pair pair;
    const SilentServer silent;
    auto options = hasty();
    options.idle_timeout = milliseconds(5);
    pair.call(silent.port, options);
    REQUIRE(pair.until_events(3));
    CHECK(pair.events == std::vector<std::string>{"connected", "disconnected", "connected"});
    CHECK(pair.last_reason == "nothing came for too long");
}

TEST_CASE("a silent link is asked with an empty line") {
    Pair pair;
    const SilentServer silent;
    pair.call(silent.port, hasty());
    REQUIRE(pair.until_events(1));
    const int link = ::accept4(silent.fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    REQUIRE(link >= 0);
    char asked[8] = {};
    ssize_t size = -1;
    CHECK(pair.until([&] { return (size = ::recv(link, asked, sizeof asked, 0)) >= 0; }));
    CHECK(std::string_view(asked, static_cast<std::size_t>(size)) == "\n");
    ::close(link);
}

TEST_CASE("reconnect disconnects and comes back") {
    Pair pair;
    pair.serve();
    pair.call(pair.server->port(), hasty());
    pair.client->reconnect("not yet connected: nothing happens");
    REQUIRE(pair.until_events(1));
    pair.client->reconnect("gap in the log");
    CHECK_FALSE(pair.client->connected());
    CHECK(pair.events.size() == 1);
    REQUIRE(pair.until_events(3));
    CHECK(pair.last_reason == "gap in the log");
    CHECK(pair.until([&] { return pair.peers.size() == 2 && pair.peers_lost == 1; }));
}

TEST_CASE("an oversized line from the server is skipped") {
    Pair pair;
    pair.serve();
    auto options = hasty();
    options.line_bytes = 10;
    pair.call(pair.server->port(), options);
    REQUIRE(pair.until([&] { return pair.peers.size() == 1 && pair.client->connected(); }));
    pair.server->send(pair.peers[0], "longer than ten bytes");
    pair.server->send(pair.peers[0], "short");
    REQUIRE(pair.until([&] { return pair.at_client.size() == 1; }));
    CHECK(pair.at_client[0] == "short");
    CHECK(pair.events == std::vector<std::string>{"connected", "bad line"});
}

TEST_CASE("a name is looked up, an unknown one is a failed attempt") {
    Pair pair;
    pair.serve();
    pair.call(pair.server->port(), hasty(), "localhost");
    REQUIRE(pair.until_events(1));
    CHECK(pair.events[0] == "connected");

    Pair lost;
    lost.call(1, hasty(), "no-such-host.invalid");
    REQUIRE(lost.until([&] { return !lost.attempts.empty(); }));
    CHECK_FALSE(lost.client->connected());
}

TEST_CASE("a client can be destroyed in any state") {
    Pair pair;
    pair.serve();
    pair.call(pair.server->port(), hasty());
    pair.client.reset();  // before the loop runs
    pair.call(pair.server->port(), hasty());
    REQUIRE(pair.until_events(1));
    pair.client->send("queued and forgotten");
    pair.client.reset();  // connected
    REQUIRE(pair.until([&] { return pair.peers_lost == 1; }));
    pair.call(free_port(pair.loop), hasty());
    REQUIRE(pair.until([&] { return !pair.attempts.empty(); }));
    pair.client.reset();  // between attempts
    CHECK(pair.events.size() == 1);
    CHECK(pair.at_server.empty());
}
