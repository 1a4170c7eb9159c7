// Requests that are answered later, and answers that continue, over real loopback sockets.
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/unit/net/web.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

const std::string get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

Chunk chunk(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

Response plain(std::string text) { return {200, "text/plain", std::move(text), {}}; }

// The content of the chunks of a chunked answer; empty if the framing is broken or has no end.
std::string unchunked(std::string_view text) {
    std::string body;
    text.remove_prefix(std::min(text.find("\r\n\r\n"), text.size() - 4) + 4);
    while (!text.empty()) {
        const auto line = text.find("\r\n");
        if (line == std::string_view::npos) return "";
        const std::size_t size = std::stoul(std::string(text.substr(0, line)), nullptr, 16);
        if (text.size() < line + 4 + size) return "";
        if (size == 0) return text == "0\r\n\r\n" ? body : "";
        body += text.substr(line + 2, size);
        if (text.substr(line + 2 + size, 2) != "\r\n") return "";
        text.remove_prefix(line + 4 + size);
    }
    return "";
}

// Stores the requests.
struct Desk {
    explicit Desk(const HttpLimits& limits = {})
        : web(
              [this](std::shared_ptr<Exchange> exchange) {
                  waiting.push_back(std::move(exchange));
              },
              limits) {}

    std::shared_ptr<Exchange> take() {
        REQUIRE(web.until([&] { return !waiting.empty(); }));
        auto first = std::move(waiting.front());
        waiting.pop_front();
        return first;
    }

    std::deque<std::shared_ptr<Exchange>> waiting;
    Web web;
};

// Stores a stream for each request.
struct Feed {
    explicit Feed(const HttpLimits& limits = {})
        : web(
              [this](const std::shared_ptr<Exchange>& exchange) {
                  streams.push_back(exchange->stream("text/event-stream", {{"X-Feed", "1"}}));
              },
              limits) {}

    RawSocket follow(std::string_view request_text = get) {
        const std::size_t before = streams.size();
        RawSocket socket = web.connect();
        REQUIRE(socket.send(request_text));
        REQUIRE(web.until([&] { return streams.size() > before; }));
        return socket;
    }

    std::vector<std::shared_ptr<Stream>> streams;
    Web web;
};

}  // namespace

TEST_CASE("a request may be answered from a later task") {
    Desk desk;
    RawSocket socket = desk.web.connect();
    REQUIRE(socket.send(get));
    const auto exchange = desk.take();
    CHECK(exchange->request().path == "/a");
    desk.web.turn();
    socket.receive();
    CHECK(socket.text().empty());
    desk.web.loop.post([&] { exchange->respond(plain("late")); });
    REQUIRE(desk.web.until_text(socket, "late"));
    CHECK_FALSE(socket.is_closed());
}

TEST_CASE("requests that wait in one connection are answered in their order") {
    Desk desk;
    RawSocket socket = desk.web.connect();
    std::string many;
    for (int i = 0; i < 50; ++i)
        many += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n\r\n";
    REQUIRE(socket.send(many));
    for (int i = 0; i < 50; ++i) {
        const auto exchange = desk.take();
        CHECK(exchange->request().path == "/" + std::to_string(i));
        desk.web.turn(3);
        CHECK(desk.waiting.empty());  // the next is not asked before this one is answered
        exchange->respond(plain("answer" + std::to_string(i) + ";"));
    }
    REQUIRE(desk.web.until_text(socket, "answer49;"));
    std::size_t at = 0;
    for (int i = 0; i < 50; ++i) {
        const auto next = socket.text().find("answer" + std::to_string(i) + ";");
        REQUIRE(next != std::string::npos);
        CHECK(next >= at);
        at = next;
    }
    REQUIRE(socket.send(get));  // the connection is still usable
    desk.take()->respond(plain("after"));
    CHECK(desk.web.until_text(socket, "after"));
}

TEST_CASE("a request that is dropped gets 500, and so does one whose handler throws") {
    Desk desk;
    RawSocket socket = desk.web.connect();
    REQUIRE(socket.send(get));
    desk.take().reset();
    REQUIRE(desk.web.until_text(socket, "dropped without an answer"));
    CHECK(socket.text().starts_with("HTTP/1.1 500"));

    std::shared_ptr<Exchange> kept;
    Web broken([&](const std::shared_ptr<Exchange>& exchange) {
        kept = exchange;
        throw std::runtime_error("broken handler");
    });
    RawSocket other = broken.connect();
    REQUIRE(other.send(get));
    REQUIRE(broken.until_text(other, "the log says why"));
    CHECK(other.text().starts_with("HTTP/1.1 500"));
    CHECK_FALSE(has(other.text(), "broken handler"));
    kept->respond(plain("too late"));  // void
    kept.reset();
    broken.turn();
    other.receive();
    CHECK_FALSE(has(other.text(), "too late"));
}

TEST_CASE("a waiting handler learns that the client is gone") {
    Desk desk;
    RawSocket socket = desk.web.connect();
    REQUIRE(socket.send(get));
    const auto exchange = desk.take();
    bool gone = false;
    exchange->on_gone([&] { gone = true; });
    desk.web.turn();
    CHECK_FALSE(gone);
    socket.hang_up();
    REQUIRE(desk.web.until([&] { return gone; }));
    exchange->respond(plain("to nobody"));
    CHECK(desk.web.until([&] { return desk.web.server->connection_count() == 0; }));
}

TEST_CASE("a client that has only ended its side still gets its answer") {
    Desk desk;
    RawSocket socket = desk.web.connect();
    REQUIRE(socket.send(get));
    socket.end_sending();
    const auto exchange = desk.take();
    bool gone = false;
    exchange->on_gone([&] { gone = true; });
    REQUIRE(desk.web.until([&] { return gone; }));
    exchange->respond(plain("still here"));
    REQUIRE(desk.web.until([&] { return socket.is_closed(); }));
    CHECK(socket.text().ends_with("still here"));
}

TEST_CASE("the handler decides by the head how long a body may be") {
    HttpLimits limits;
    limits.admit = [](const Request& head) {
        Admission admission;
        admission.body_bytes = head.path == "/import" ? 2'000'000 : 10;
        return admission;
    };
    Web web(at_once([](const Request& r) { return plain(std::to_string(r.body.size())); }), limits);
    const std::string big(1'500'000, 'x');
    const std::string length = "Content-Length: 1500000\r\n";
    RawSocket socket = web.connect();
    const std::string all = request("POST /import", length) + big;
    std::size_t sent = 0;
    REQUIRE(web.until([&] {
        const std::size_t size = std::min<std::size_t>(16'384, all.size() - sent);
        if (size > 0 && socket.send(std::string_view(all).substr(sent, size))) sent += size;
        return socket.is_closed();
    }));
    CHECK(socket.text().ends_with("\r\n\r\n1500000"));
    CHECK(web.ask(request("POST /other", length)).starts_with("HTTP/1.1 413"));
    CHECK(web.ask(request("POST /other", "Content-Length: 11\r\nExpect: 100-continue\r\n"))
              .starts_with("HTTP/1.1 413"));
    CHECK(web.ask(request("POST /other", "Transfer-Encoding: chunked\r\n") + "b\r\nabcdefghijk\r\n")
              .starts_with("HTTP/1.1 413"));
    CHECK(web.ask(request("POST /other", "Content-Length: 10\r\n") + "0123456789")
              .starts_with("HTTP/1.1 200"));
}

TEST_CASE("a refusal by the head does not wait for the body") {
    HttpLimits limits;
    limits.admit = [](const Request& head) {
        Admission admission;
        if (head.path != "/ours") admission.refusal = Response{401, "text/plain", "who?", {}};
        return admission;
    };
    Web web(at_once([](const Request&) { return plain("taken"); }), limits);
    const std::string refused = web.ask(
        "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\nExpect: 100-continue\r\n\r\n");
    CHECK(refused.starts_with("HTTP/1.1 401"));  // and no 100 before it
    CHECK(refused.ends_with("who?"));
    CHECK(has(refused, "Connection: close"));
    // Without a body the connection remains, and the next request may be another one.
    RawSocket socket = web.connect();
    REQUIRE(socket.send(get + request("GET /ours")));
    REQUIRE(web.until([&] { return socket.is_closed(); }));
    CHECK(count(socket.text(), "HTTP/1.1 401") == 1);
    CHECK(socket.text().ends_with("taken"));
}

TEST_CASE("bodies under way have a budget, strangers one of their own") {
    HttpLimits limits;
    limits.bodies_bytes = 1000;
    limits.stranger_bodies_bytes = 100;
    limits.admit = [](const Request& head) {
        Admission admission;
        admission.rank = head.path == "/arbiter" ? Admission::Rank::always
                         : head.path == "/known" ? Admission::Rank::known
                                                 : Admission::Rank::stranger;
        return admission;
    };
    Web web(at_once([](const Request& r) { return plain(std::to_string(r.body.size())); }), limits);
    const auto with = [](const char* path, std::size_t bytes) {
        return request(std::string("POST ") + path,
                       "Content-Length: " + std::to_string(bytes) + "\r\n");
    };
    RawSocket first = web.connect();
    REQUIRE(first.send(with("/known", 800)));
    web.turn();
    const std::string no = web.ask(with("/known", 300));
    CHECK(no.starts_with("HTTP/1.1 503"));
    CHECK(has(no, "Retry-After: 1\r\n"));
    CHECK(web.ask(with("/a", 101)).starts_with("HTTP/1.1 503"));
    CHECK(web.ask(with("/a", 4) + "abcd").starts_with("HTTP/1.1 200"));
    CHECK(web.ask(with("/arbiter", 900) + std::string(900, 'x')).ends_with("900"));
    REQUIRE(first.send(std::string(800, 'x')));
    REQUIRE(web.until([&] { return first.is_closed(); }));
    CHECK(first.text().ends_with("800"));
    CHECK(web.ask(with("/known", 900) + std::string(900, 'x')).ends_with("900"));  // room again
    {
        RawSocket gone = web.connect();
        REQUIRE(gone.send(with("/known", 800)));
        web.turn();
    }
    REQUIRE(web.until([&] { return web.server->connection_count() == 0; }));
    CHECK(web.ask(with("/known", 900) + std::string(900, 'x')).ends_with("900"));
}

TEST_CASE("what a callback throws is reported, and nothing else happens") {
    std::vector<std::string> failures;
    HttpLimits limits;
    limits.own_headers = {{"X-Own", "1"}};
    limits.on_failure = [&](std::string_view what, std::string_view why) {
        failures.push_back(std::string(what) + ": " + std::string(why));
    };
    Desk desk(limits);
    RawSocket gone = desk.web.connect();
    REQUIRE(gone.send(get));
    const auto exchange = desk.take();
    exchange->on_gone([] { throw std::runtime_error("gone"); });
    gone.end_sending();
    REQUIRE(desk.web.until([&] { return !failures.empty(); }));
    CHECK(failures == std::vector<std::string>{"on_gone: gone"});
    exchange->respond(plain("still here"));
    // A late answer that throws drops its call: that call is answered, and the loop goes on.
    RawSocket late = desk.web.connect();
    REQUIRE(late.send(request("GET /late")));
    desk.web.loop.post([dropped = desk.take()] { throw std::runtime_error("late"); });
    CHECK_THROWS(desk.web.turn());
    REQUIRE(desk.web.until([&] { return late.is_closed(); }));
    CHECK(late.text().starts_with("HTTP/1.1 500"));
    CHECK(has(late.text(), "X-Own: 1\r\n"));
    CHECK_FALSE(has(late.text(), "runtime"));
}

TEST_CASE("headers are text, and HTTP/1.0 has no chunks") {
    Desk desk;
    for (const char* bad : {"Idempotency-Key: \xff\r\n", "X-Any: a\x1b[2J\r\n",
                            "X-Any: \xc2\x9b\r\n", "X-Any: \xe2\x80\xae\r\n"}) {
        const std::string answer = desk.web.ask(request("GET /a", bad));
        CHECK(answer.starts_with("HTTP/1.1 400"));
    }
    CHECK(desk.waiting.empty());
    RawSocket socket = desk.web.connect();
    REQUIRE(socket.send(request("GET /a", "Cookie: other=\xff\r\nX-Name: Jos\xc3\xa9\r\n")));
    const auto exchange = desk.take();
    CHECK_FALSE(exchange->request().header("Cookie"));  // one for another server may have any name
    CHECK(exchange->request().header("X-Name") == "Jos\xc3\xa9");
    exchange->respond(plain("served"));
    const std::string old = desk.web.ask(
        "POST /a HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
        "0\r\n\r\n");
    CHECK(old.starts_with("HTTP/1.1 400"));
    CHECK(desk.waiting.empty());
}

TEST_CASE("an answer that goes on begins with its headers") {
    Feed feed;
    RawSocket socket = feed.follow();
    REQUIRE(feed.web.until_text(socket, "\r\n\r\n"));
    CHECK(socket.text().starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(has(socket.text(), "Content-Type: text/event-stream\r\n"));
    CHECK(has(socket.text(), "Transfer-Encoding: chunked\r\n"));
    CHECK(has(socket.text(), "X-Feed: 1\r\n"));
}

TEST_CASE("an answer goes on in chunks until it is closed") {
    Feed feed;
    RawSocket socket = feed.follow();
    const auto stream = feed.streams.at(0);
    bool closed = false;
    stream->on_closed([&] { closed = true; });
    CHECK(stream->write(chunk("one ")));
    REQUIRE(feed.web.until_text(socket, "4\r\none \r\n"));
    CHECK(stream->write(chunk("")));
    for (const char* text : {"two ", "three ", "four"}) CHECK(stream->write(chunk(text)));
    CHECK_FALSE(closed);
    stream->close();
    CHECK_FALSE(stream->write(chunk("five")));
    REQUIRE(feed.web.until_text(socket, "0\r\n\r\n"));
    CHECK(unchunked(socket.text()) == "one two three four");
    CHECK(feed.web.until([&] { return closed; }));
    CHECK_FALSE(socket.is_closed());
    REQUIRE(socket.send(get));  // the connection is kept
    REQUIRE(feed.web.until([&] { return feed.streams.size() == 2; }));
}

TEST_CASE("what waits goes out together") {
    Feed feed;
    RawSocket socket = feed.follow();
    const auto stream = feed.streams.at(0);
    for (int i = 0; i < 31; ++i) CHECK(stream->write(chunk("x")));
    stream->close();
    REQUIRE(feed.web.until_text(socket, "0\r\n\r\n"));
    CHECK(unchunked(socket.text()) == std::string(31, 'x'));
    CHECK(count(socket.text(), "\r\n1\r\n") <= 1);  // the first may have gone alone
    CHECK(has(socket.text(), "\r\n1e\r\n"));        // the 30 others did not
}

TEST_CASE("an answer that goes on, for HEAD, for HTTP/1.0, and dropped") {
    Feed feed;
    RawSocket head = feed.follow("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n");
    CHECK_FALSE(feed.streams.at(0)->write(chunk("no")));
    REQUIRE(feed.web.until_text(head, "\r\n\r\n"));
    RawSocket old = feed.follow("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    CHECK(feed.streams.at(1)->write(chunk("plain ")));
    CHECK(feed.streams.at(1)->write(chunk("bytes")));
    feed.streams.at(1).reset();  // dropping is closing
    REQUIRE(feed.web.until([&] { return old.is_closed(); }));
    CHECK(old.text().ends_with("\r\n\r\nplain bytes"));
    CHECK_FALSE(has(old.text(), "chunked"));
    head.receive();
    CHECK(head.text().ends_with("\r\n\r\n"));
    REQUIRE(head.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n"));
    CHECK(feed.web.until([&] { return feed.streams.size() == 3; }));
}

TEST_CASE("200 answers of 500 chunks at once: nothing lost, all in order") {
    Feed feed;
    std::vector<RawSocket> sockets;
    for (int i = 0; i < 200; ++i) sockets.push_back(feed.follow());
    std::string all;
    for (int i = 0; i < 500; ++i) {
        const Chunk shared = chunk("event " + std::to_string(i) + "\n");
        all += *shared;
        for (const auto& stream : feed.streams) REQUIRE(stream->write(shared));
        feed.web.turn(i % 7);  // so that some go alone, and some together
        for (auto& socket : sockets) socket.receive();
    }
    for (const auto& stream : feed.streams) stream->close();
    for (auto& socket : sockets) {
        REQUIRE(feed.web.until_text(socket, "\r\n0\r\n\r\n"));
        REQUIRE(unchunked(socket.text()) == all);
    }
    for (const auto& stream : feed.streams)
        CHECK(feed.web.until([&] { return stream->waiting() == 0; }));
}

TEST_CASE("1,500 answers that go on at once") {
    use_all_descriptors();
    Feed feed;
    std::vector<RawSocket> sockets;
    for (int i = 0; i < 1500; ++i) sockets.push_back(feed.follow());
    CHECK(feed.web.server->connection_count() == 1500);
    const Chunk shared = chunk("event\n");
    for (const auto& stream : feed.streams) REQUIRE(stream->write(shared));
    for (auto& socket : sockets) REQUIRE(feed.web.until_text(socket, "6\r\nevent\n\r\n"));
    CHECK(feed.web.until([&] { return shared.use_count() == 1; }));  // stored once, and released
}

TEST_CASE("a client that does not read is seen, and can be cut off") {
    Feed feed;
    RawSocket lazy = feed.follow();
    RawSocket keen = feed.follow();
    const Chunk block = chunk(std::string(100'000, 'z'));
    bool closed = false;
    feed.streams.at(0)->on_closed([&] { closed = true; });
    // The kernel accepts some megabytes for a socket, and then no more.
    REQUIRE(feed.web.until([&] {
        if (feed.streams.at(0)->waiting() < 2'000'000) feed.streams.at(0)->write(block);
        feed.streams.at(1)->write(block);
        keen.receive();
        return feed.streams.at(0)->waiting() >= 2'000'000;
    }));
    CHECK_FALSE(closed);
    feed.streams.at(0)->abort();
    CHECK_FALSE(closed);  // not from inside the call
    CHECK_FALSE(feed.streams.at(0)->write(block));
    REQUIRE(feed.web.until([&] { return closed; }));
    CHECK(feed.web.server->connection_count() == 1);
    REQUIRE(feed.web.until([&] { return keen.receive(), feed.streams.at(1)->waiting() == 0; }));
}

TEST_CASE("a client that lets too much wait is cut off by itself") {
    HttpLimits limits;
    limits.stream_bytes = 1'000'000;
    Feed feed(limits);
    const RawSocket lazy = feed.follow();
    const Chunk block = chunk(std::string(100'000, 'z'));
    REQUIRE(feed.web.until([&] { return !feed.streams.at(0)->write(block); }));
    CHECK(feed.web.until([&] { return feed.web.server->connection_count() == 0; }));
}

TEST_CASE("a client that takes nothing for the timeout is given up") {
    HttpLimits limits;
    limits.timeout = milliseconds(50);
    Feed feed(limits);
    const RawSocket lazy = feed.follow();
    const Chunk block = chunk(std::string(100'000, 'z'));
    for (int i = 0; i < 80; ++i) feed.streams.at(0)->write(block);
    CHECK(feed.web.until([&] { return feed.web.server->connection_count() == 0; }));
}

TEST_CASE("an answer that goes on notices that its client left") {
    Feed feed;
    RawSocket socket = feed.follow();
    bool closed = false;
    feed.streams.at(0)->on_closed([&] { closed = true; });
    socket.hang_up();
    REQUIRE(feed.web.until([&] { return closed; }));
    CHECK_FALSE(feed.streams.at(0)->write(chunk("x")));
    CHECK(feed.web.server->connection_count() == 0);
    bool again = false;
    feed.streams.at(0)->on_closed([&] { again = true; });  // also called if registered late
    CHECK(feed.web.until([&] { return again; }));
}

TEST_CASE("a graceful stop ends answers that go on, and waits for those that are owed") {
    Feed feed;
    RawSocket socket = feed.follow();
    feed.streams.at(0)->write(chunk("last words"));
    bool closed = false;
    bool done = false;
    feed.streams.at(0)->on_closed([&] {
        CHECK_FALSE(done);
        closed = true;
    });
    feed.web.server->stop(seconds(20), [&] { done = true; });
    REQUIRE(feed.web.until([&] { return done; }));
    CHECK(closed);
    CHECK(feed.web.until([&] { return socket.is_closed(); }));
    CHECK(unchunked(socket.text()) == "last words");

    Desk desk;
    RawSocket asking = desk.web.connect();
    REQUIRE(asking.send(get));
    const auto exchange = desk.take();
    done = false;
    desk.web.server->stop(seconds(20), [&] { done = true; });
    desk.web.turn();
    CHECK_FALSE(done);
    exchange->respond(plain("in time"));
    REQUIRE(desk.web.until([&] { return asking.is_closed(); }));
    CHECK(asking.text().ends_with("in time"));
    asking.hang_up();
    CHECK(desk.web.until([&] { return done; }));
}

TEST_CASE("what outlives the server is void") {
    Desk desk;
    Feed feed;
    RawSocket asking = desk.web.connect();
    REQUIRE(asking.send(get));
    const auto exchange = desk.take();
    bool told = false;
    exchange->on_gone([&] { told = true; });
    const RawSocket socket = feed.follow();
    feed.streams.at(0)->on_closed([&] { told = true; });
    feed.streams.at(0)->write(chunk("lost"));
    desk.web.server.reset();
    feed.web.server.reset();
    exchange->respond(plain("nobody"));
    CHECK_FALSE(feed.streams.at(0)->write(chunk("nobody")));
    desk.web.turn();
    feed.web.turn();
    CHECK_FALSE(told);
}
