// The client side of a WebSocket, against our own server and against bytes that break the rules.
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "common/net/websocket_client.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/web.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

// A server that upgrades everybody, and one client.
struct Both {
    Both() : web([this](const std::shared_ptr<Exchange>& exchange) {
          paths.push_back(exchange->request().target);
          if (refuse) return exchange->respond({403, "text/plain", "no", {}});
          socket = exchange->upgrade(
              {[this](std::string_view said) { heard.emplace_back(said); },
               [this](std::uint16_t code, std::string_view) { server_ended = code; }});
      }) {}

    void open(WebSocketBounds bounds = {}) {
        auto opened = WebSocketClient::open(
            web.loop, "ws://127.0.0.1:" + std::to_string(web.server->port()) + "/api/v1.0",
            {[this] { ++opens; }, [this](std::string_view text) { got.emplace_back(text); },
             [this](std::string_view why) { ends.emplace_back(why); }},
            bounds);
        REQUIRE(opened.has_value());
        client = std::move(*opened);
    }
    bool until(const std::function<bool()>& done) { return web.until(done); }
    static Chunk chunk(std::string text) {
        return std::make_shared<const std::string>(std::move(text));
    }

    bool refuse = false;
    std::shared_ptr<WebSocket> socket;
    std::vector<std::string> paths, heard, got, ends;
    std::optional<std::uint16_t> server_ended;
    int opens = 0;
    Web web;
    std::unique_ptr<WebSocketClient> client;
};

}  // namespace

TEST_CASE("a client talks with a server, both ways, in order") {
    Both both;
    both.open();
    both.client->send("early");  // before it has begun
    REQUIRE(both.until([&] { return both.opens == 1 && both.heard.size() == 1; }));
    CHECK(both.paths == std::vector<std::string>{"/api/v1.0"});
    for (int number = 0; number < 50; ++number) {
        both.client->send("c" + std::to_string(number));
        both.socket->send(Both::chunk("s" + std::to_string(number)));
    }
    REQUIRE(both.until([&] { return both.heard.size() == 51 && both.got.size() == 50; }));
    CHECK(both.heard.front() == "early");
    CHECK(both.heard.back() == "c49");
    CHECK(both.got.back() == "s49");
    CHECK(both.ends.empty());
}

TEST_CASE("the end is reported once, from either side") {
    Both both;
    both.open();
    REQUIRE(both.until([&] { return both.opens == 1; }));
    SECTION("the server closes") { both.socket->close(1000, "bye"); }
    SECTION("the server vanishes") { both.socket->abort(); }
    REQUIRE(both.until([&] { return !both.ends.empty(); }));
    both.web.turn();
    CHECK(both.ends.size() == 1);
    CHECK_FALSE(both.client->send("late"));
}

TEST_CASE("a client that is dropped calls nobody, and the server sees it go") {
    Both both;
    both.open();
    REQUIRE(both.until([&] { return both.opens == 1; }));
    both.client.reset();
    REQUIRE(both.until([&] { return both.server_ended.has_value(); }));
    CHECK(both.ends.empty());
}

TEST_CASE("a message that is too long ends the conversation") {
    Both both;
    both.open({.message_bytes = 1000});
    REQUIRE(both.until([&] { return both.opens == 1; }));
    both.socket->send(Both::chunk(std::string(1001, 'x')));
    REQUIRE(both.until([&] { return both.ends.size() == 1; }));
    CHECK(both.got.empty());
}

TEST_CASE("a server that refuses, or that nobody is, is an end with a reason") {
    Both both;
    both.refuse = true;
    both.open();
    REQUIRE(both.until([&] { return both.ends.size() == 1; }));
    CHECK(both.opens == 0);
    CHECK(has(both.ends.front(), "127.0.0.1"));
    Loop loop;
    CHECK_FALSE(WebSocketClient::open(loop, "http://127.0.0.1/", {}).has_value());
    CHECK_FALSE(WebSocketClient::open(loop, "ws:///x y", {}).has_value());
}

TEST_CASE("a server that never answers is given up after a while") {
    Loop loop;
    boost::asio::ip::tcp::acceptor silent(
        loop.io(), {boost::asio::ip::address_v4::loopback(), 0});
    std::vector<std::string> ends;
    const auto client = WebSocketClient::open(
        loop, "ws://127.0.0.1:" + std::to_string(silent.local_endpoint().port()) + "/",
        {{}, {}, [&](std::string_view why) { ends.emplace_back(why); }},
        {.patience = milliseconds(50)});
    REQUIRE(client.has_value());
    REQUIRE(loop.run_until([&] { return !ends.empty(); }, guard));
    CHECK(has(ends.front(), "did not answer in time"));
}
