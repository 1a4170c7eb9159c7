// The speed of lines: hidden from the ordinary run, `test_net "[bench]"` prints figures.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "common/base/now.hpp"
#include "common/net/line_client.hpp"
#include "common/net/line_server.hpp"
#include "common/net/loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/raw_socket.hpp"

using namespace flagfall;
using namespace flagfall::net;

namespace {

constexpr std::size_t peers = 180;

struct Echo {
    Loop loop;
    std::unique_ptr<LineServer> server;
    std::thread thread;

    explicit Echo(bool tls) {
        LineHandler handler;
        handler.on_open = [this](PeerId peer, std::string_view, bool) { server->let_in(peer); };
        if (tls) handler.tls_key = [](std::string_view) { return PskKey{}; };
        handler.on_line = [this](PeerId peer, std::string_view line, Instant) {
            server->send(peer, line);
        };
        server = LineServer::start(loop, {}, {}, handler).value();
        thread = std::thread([this] { loop.run(); });
    }
    ~Echo() {
        loop.stop();
        thread.join();
    }
};

// Every peer has `window` lines under way until it has seen `rounds` of them.
void run(std::size_t window, std::size_t rounds, bool tls) {
    Echo echo(tls);
    LineClientOptions options;
    if (tls) options.psk = Psk{"bench", {}};
    Loop loop;
    struct Caller {
        std::unique_ptr<LineClient> client;
        std::size_t sent = 0;
        std::vector<Instant> sent_at;
        std::size_t seen = 0;
    };
    const std::string line(120, 'x');
    std::vector<Caller> callers(peers);
    std::vector<std::int64_t> round_trips_us;
    std::size_t finished = 0;
    std::size_t connected = 0;
    for (auto& caller : callers) {
        const auto send = [&caller, &line] {
            caller.sent_at.push_back(now());
            ++caller.sent;
            caller.client->send(line);
        };
        LineClientHandler handler;
        handler.on_connected = [&connected] { ++connected; };
        handler.on_line = [&, send](std::string_view, Instant at) {
            round_trips_us.push_back((at - caller.sent_at[caller.seen]).us);
            if (++caller.seen == rounds) ++finished;
            if (caller.sent < rounds) send();
        };
        caller.client =
            std::make_unique<LineClient>(loop, "127.0.0.1", echo.server->port(), handler, options);
    }
    REQUIRE(loop.run_until([&] { return connected == peers; }, net::test::guard));
    const Instant begin = now();
    for (auto& caller : callers) {
        for (std::size_t i = 0; i < window; ++i) {
            caller.sent_at.push_back(now());
            ++caller.sent;
            caller.client->send(line);
        }
    }
    REQUIRE(loop.run_until([&] { return finished == peers; }, seconds(120)));
    const auto took_us = static_cast<double>((now() - begin).us);
    std::ranges::sort(round_trips_us);
    const auto share = [&](double part) {
        const auto last = static_cast<double>(round_trips_us.size() - 1);
        return static_cast<long long>(round_trips_us[static_cast<std::size_t>(last * part)]);
    };
    std::printf(
        "%zu peers %s, %3zu lines under way each: %8.0f round trips/s, "
        "p50 %lld us, p99 %lld us, max %lld us\n",
        peers, tls ? "over TLS" : "unencrypted", window,
        static_cast<double>(peers * rounds) * 1e6 / took_us, share(0.5), share(0.99), share(1.0));
}

}  // namespace

TEST_CASE("echo round trips of 180 peers", "[.][bench]") {
    for (const bool tls : {false, true}) {
        run(1, 2'000, tls);
        run(16, 5'000, tls);
        run(200, 5'000, tls);
    }
}

TEST_CASE("what drain costs with 180 silent peers", "[.][bench]") {
    Loop loop;
    auto server = LineServer::start(loop, {}, {.strangers_of_address = peers}, {}).value();
    std::vector<test::RawSocket> sockets;
    for (std::size_t i = 0; i < peers; ++i) sockets.emplace_back(server->port());
    REQUIRE(loop.run_until([&] { return server->peer_count() == peers; }, net::test::guard));
    const Instant begin = now();
    for (int i = 0; i < 1000; ++i) server->drain();
    std::printf("drain of %zu silent peers: %.1f us\n", peers,
                static_cast<double>((now() - begin).us) / 1000);
}
