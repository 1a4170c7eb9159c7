// Who gets a connection when there are too many.
#include "common/net/strangers.hpp"
#include "tests/unit/net/web.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

constexpr std::string_view get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::string_view get_stream = "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::string_view get_known = "GET /a HTTP/1.1\r\nHost: h\r\nX-Known: 1\r\n\r\n";

// Four slots, one of them for known callers; from the network and from this machine.
HttpLimits few() {
    HttpLimits limits;
    limits.fresh = 4;
    limits.connections = 4;
    limits.reserved = 1;
    limits.admit = [](const Request& head) {
        Admission admission;
        if (head.header("X-Known")) admission.rank = Admission::Rank::known;
        return admission;
    };
    return limits;
}

struct House {
    explicit House(const HttpLimits& limits = few())
        : web(
              [this](const std::shared_ptr<Exchange>& exchange) {
                  if (exchange->request().path == "/stream")
                      return streams.push_back(exchange->stream("text/plain", {}));
                  exchange->respond({200, "text/plain", "ok", {}});
              },
              limits, nullptr, {"::", 0, "--port"}) {}

    RawSocket asked(std::string_view head, bool v6 = false) {
        RawSocket socket(web.server->port(), v6);
        REQUIRE(socket.send(head));
        REQUIRE(web.until_text(socket, "\r\n\r\n"));
        web.turn();
        return socket;
    }
    std::vector<RawSocket> some(std::size_t count, std::string_view head, bool v6 = false) {
        std::vector<RawSocket> sockets;
        for (std::size_t i = 0; i < count; ++i) sockets.push_back(asked(head, v6));
        return sockets;
    }
    bool is_gone(RawSocket& socket) {
        web.turn();
        socket.receive();
        return socket.is_closed();
    }

    std::vector<std::shared_ptr<Stream>> streams;
    Web web;
};

bool is_answered(const RawSocket& socket) { return socket.text().starts_with("HTTP/1.1 200"); }
bool is_refused(const RawSocket& socket) {
    return socket.text().starts_with("HTTP/1.1 503") && has(socket.text(), "Retry-After: 1");
}

}  // namespace

TEST_CASE("connections that say nothing shut nobody out", "[regress]") {
    House house;
    std::vector<RawSocket> silent;
    for (int i = 0; i < 40; ++i) silent.push_back(house.web.connect());
    REQUIRE(house.web.until([&] { return house.web.server->evicted_count() == 36; }));
    CHECK(house.web.server->connection_count() == 4);
    CHECK(is_answered(house.asked(get)));
    CHECK(is_answered(house.asked(get_known)));
    CHECK(house.is_gone(silent.at(20)));
    CHECK_FALSE(house.is_gone(silent.back()));
}

TEST_CASE("the first head has less time than the next", "[regress]") {
    HttpLimits limits = few();
    limits.first_head = milliseconds(20);
    House house(limits);
    RawSocket asked = house.asked(get);
    for (int i = 0; i < 3; ++i) {
        RawSocket silent = house.web.connect();
        RawSocket slow = house.web.connect();
        REQUIRE(slow.send("GET / HTTP/1.1\r\n"));
        REQUIRE(house.web.until([&] { return silent.is_closed() && slow.is_closed(); }));
    }
    CHECK_FALSE(house.is_gone(asked));
}

TEST_CASE("an idle connection makes room for another of its address", "[regress]") {
    House house;
    auto idle = house.some(3, get);
    CHECK(is_answered(house.asked(get)));
    CHECK(house.is_gone(idle[0]));
    CHECK_FALSE(house.is_gone(idle[1]));
    CHECK(house.web.server->evicted_count() == 1);
}

TEST_CASE("strangers' answers that go on leave room for who is known", "[regress]") {
    House house;
    auto streams = house.some(3, get_stream);
    CHECK(is_refused(house.asked(get)));
    CHECK(is_answered(house.asked(get_known)));
    for (RawSocket& stream : streams) CHECK_FALSE(house.is_gone(stream));
    auto known = house.some(4, get_known);  // they may have all slots
    for (RawSocket& socket : known) CHECK_FALSE(house.is_gone(socket));
    for (RawSocket& stream : streams) CHECK(house.is_gone(stream));
    CHECK(is_refused(house.asked(get)));
    CHECK(is_refused(house.asked(get_known)));
}

TEST_CASE("who was known once stays so", "[regress]") {
    House house;
    RawSocket first = house.asked(get_known);
    REQUIRE(first.send(get));
    auto idle = house.some(5, get);
    CHECK_FALSE(house.is_gone(first));
    CHECK(count(first.text(), "HTTP/1.1 200") == 2);
}

TEST_CASE("the address that has most makes room for another address", "[regress]") {
    House house;
    auto streams = house.some(3, get_stream);
    RawSocket one = house.asked(get_stream, true);
    CHECK(is_answered(one));
    CHECK(house.is_gone(streams[0]));
    CHECK_FALSE(house.is_gone(streams[1]));
    // Two and one: changing that would go on for ever.
    CHECK(is_refused(house.asked(get_stream, true)));
    CHECK(is_refused(house.asked(get_stream)));
    CHECK_FALSE(house.is_gone(one));
}

TEST_CASE("an address of the network has few slots", "[regress]") {
    HttpLimits limits = few();
    limits.connections_from_here = 2;  // as for an address of another machine
    House house(limits);
    auto streams = house.some(2, get_stream);
    CHECK(is_refused(house.asked(get_stream)));
    CHECK(is_answered(house.asked(get_stream, true)));
    for (RawSocket& stream : streams) CHECK_FALSE(house.is_gone(stream));
}

TEST_CASE("the oldest stranger of the address that has most is in the way") {
    Strangers<int> strangers;
    const Slots slots{5, 3};
    CHECK(strangers.in_the_way("a", Slots{}) == std::nullopt);
    for (const int id : {1, 2}) strangers.add(id, "a");
    for (const int id : {3, 4}) strangers.add(id, "b");
    CHECK(strangers.in_the_way("a", slots) == std::nullopt);
    strangers.add(5, "b");
    CHECK(strangers.in_the_way("b", slots) == 3);
    CHECK(strangers.in_the_way("c", slots) == 3);
    strangers.remove(3, "b");
    CHECK(strangers.in_the_way("c", slots) == std::nullopt);
    strangers.remove(3, "b");  // again: nothing
    CHECK(strangers.count() == 4);
    CHECK(strangers.of("c").empty());
}
