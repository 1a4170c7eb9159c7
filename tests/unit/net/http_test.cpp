// The HTTP server over real loopback sockets, with requests written byte for byte.
#include "common/net/http.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/net/limits.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/web.hpp"

using namespace flagfall;
using namespace flagfall::net;
using test::count;
using test::guard;
using test::has;
using test::RawSocket;
using test::request;

namespace {

Response answer(const Request& request) {
    if (request.path == "/throw") throw std::runtime_error("broken handler");
    if (request.path == "/echo") return {200, "text/plain", request.method + request.body, {}};
    if (request.path == "/empty") return {204, "", "", {}};
    if (request.path == "/inject") return {200, "text/plain", "", {{"X-Name", "a\r\nX-Evil: b"}}};
    if (request.path != "/games/1") return not_found(request.path);
    if (request.method != "GET") return method_not_allowed(request.method, "GET, HEAD");
    return {200, "application/json", "{\"game\":1}", {{"ETag", "\"v1\""}}};
}

// Stores the requests.
struct Web : test::Web {
    explicit Web(const HttpLimits& limits = {})
        : test::Web(at_once([this](const Request& request) {
                        requests.push_back(request);
                        return answer(request);
                    }),
                    limits) {}

    std::vector<Request> requests;
};

void check_problem(const std::string& text, const std::string& status) {
    INFO(text);
    CHECK(text.starts_with("HTTP/1.1 " + status));
    CHECK(has(text, "Content-Type: application/problem+json\r\n"));
    CHECK(has(text, "\"status\":" + status));
}

}  // namespace

TEST_CASE("GET brings headers and body") {
    Web web;
    const std::string text = web.ask(request("GET /games/1?a=b%20c", "X-Test: 1\r\n"));
    CHECK(text.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(has(text, "Server: flagfall\r\n"));
    CHECK(has(text, " GMT\r\n"));
    CHECK(has(text, "Content-Type: application/json\r\n"));
    CHECK(has(text, "Content-Length: 10\r\n"));
    CHECK(text.ends_with("\r\n\r\n{\"game\":1}"));
    REQUIRE(web.requests.size() == 1);
    CHECK(web.requests[0].method == "GET");
    CHECK(web.requests[0].target == "/games/1?a=b%20c");
    CHECK(web.requests[0].param("a") == "b c");
    CHECK(web.requests[0].header("x-test") == "1");
    CHECK(web.requests[0].peer.starts_with("127.0.0.1:"));
}

TEST_CASE("HEAD is GET without the body") {
    Web web;
    const std::string text = web.ask(request("HEAD /games/1"));
    CHECK(text.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(has(text, "Content-Length: 10\r\n"));
    CHECK(text.ends_with("\r\n\r\n"));
    CHECK(web.requests.at(0).method == "GET");
    CHECK(web.ask(request("HEAD /nowhere")).ends_with("\r\n\r\n"));
}

TEST_CASE("POST brings its body, plain or in chunks") {
    Web web;
    CHECK(web.ask(request("POST /echo", "Content-Length: 5\r\n") + "hello").ends_with("POSThello"));
    const std::string chunks = "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    CHECK(web.ask(request("POST /echo", "Transfer-Encoding: chunked\r\n") + chunks)
              .ends_with("POSThello"));
}

TEST_CASE("404 and 405 are problems, 204 has no body") {
    Web web;
    check_problem(web.ask(request("GET /nowhere")), "404");
    const std::string text = web.ask(request("DELETE /games/1"));
    check_problem(text, "405");
    CHECK(has(text, "Allow: GET, HEAD\r\n"));
    check_problem(web.ask(request("BREW /games/1")), "405");
    const std::string empty = web.ask(request("GET /empty"));
    CHECK(empty.starts_with("HTTP/1.1 204"));
    CHECK_FALSE(has(empty, "Content-"));
}

TEST_CASE("a body or a header too long is refused, and the client can read why") {
    Web web;
    const std::string big(limits::http_body_bytes + 1, 'x');
    check_problem(web.ask(request("POST /echo", "Content-Length: 65537\r\n") + big), "413");
    const std::string chunk = "10001\r\n" + big + "\r\n0\r\n\r\n";
    check_problem(web.ask(request("POST /echo", "Transfer-Encoding: chunked\r\n") + chunk), "413");
    const std::string fits(limits::http_body_bytes, 'x');
    CHECK(web.ask(request("POST /echo", "Content-Length: 65536\r\n") + fits).ends_with("xxx"));
    const std::string header = "X-Long: " + std::string(limits::http_header_bytes, 'y') + "\r\n";
    check_problem(web.ask(request("GET /games/1", header)), "431");
    check_problem(web.ask(std::string("GET /") + std::string(200'000, 'z')), "431");
    CHECK(web.requests.size() == 1);
}

TEST_CASE("malformed requests are refused and closed") {
    Web web;
    for (const std::string bad : {
             "nonsense\r\n\r\n",
             "GET\r\n\r\n",
             "GET /games/1 HTTP/1.1\r\nno colon\r\n\r\n",
             "GET /games/1 HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
             "GET /games/1 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
             "\x16\x03\x01\x02\x01 this is TLS\r\n\r\n",
         }) {
        INFO(bad);
        check_problem(web.ask(bad), "400");
    }
    check_problem(web.ask("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
                          "Content-Length: 5\r\n\r\nhello"),
                  "400");
    CHECK(web.requests.empty());
    check_problem(web.ask("GET /games/1 HTTP/3.0\r\nHost: h\r\n\r\n"), "505");
    check_problem(web.ask(request("GET /%zz")), "400");
    check_problem(web.ask(request("GET /a?b=%")), "400");
    check_problem(web.ask("GET /games/1 HTTP/1.1\r\nConnection: close\r\n\r\n"), "400");
    CHECK(web.requests.empty());
}

TEST_CASE("a handler that throws is a 500, and the next request is served") {
    Web web;
    check_problem(web.ask(request("GET /throw")), "500");
    CHECK(web.ask(request("GET /games/1")).starts_with("HTTP/1.1 200"));
}

TEST_CASE("a header value cannot begin another header") {
    Web web;
    const std::string text = web.ask(request("GET /inject"));
    CHECK_FALSE(has(text, "\nX-Evil"));
    CHECK(has(text, "X-Name: a  X-Evil: b\r\n"));
}

TEST_CASE("a known entity tag is answered with 304") {
    Web web;
    const std::string same = web.ask(request("GET /games/1", "If-None-Match: W/\"v1\"\r\n"));
    CHECK(same.starts_with("HTTP/1.1 304"));
    CHECK(has(same, "ETag: \"v1\"\r\n"));
    CHECK(same.ends_with("\r\n\r\n"));
    CHECK(web.ask(request("HEAD /games/1", "If-None-Match: *\r\n")).starts_with("HTTP/1.1 304"));
    const std::string changed = web.ask(request("GET /games/1", "If-None-Match: \"v0\"\r\n"));
    CHECK(changed.ends_with("{\"game\":1}"));
}

TEST_CASE("a connection is kept, and pipelined requests are answered in order") {
    Web web;
    RawSocket socket = web.connect();
    const std::string get = "GET /games/1 HTTP/1.1\r\nHost: h\r\n\r\n";
    const std::string post = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n";
    REQUIRE(socket.send(get + post + "ab" + get + "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n"));
    REQUIRE(web.until_text(socket, "there is nothing"));
    CHECK(count(socket.text(), "HTTP/1.1 200 OK") == 3);
    CHECK(socket.text().find("POSTab") > socket.text().find("{\"game\":1}"));
    CHECK_FALSE(socket.is_closed());
    REQUIRE(socket.send(get));
    REQUIRE(web.until([&] {
        socket.receive();
        return count(socket.text(), "HTTP/1.1 200 OK") == 4;
    }));
    CHECK(web.server->connection_count() == 1);
}

TEST_CASE("HTTP/1.0 closes unless it asks to be kept") {
    Web web;
    CHECK(web.ask("GET /games/1 HTTP/1.0\r\n\r\n").ends_with("{\"game\":1}"));
    RawSocket socket = web.connect();
    REQUIRE(socket.send("GET /games/1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
    REQUIRE(web.until_text(socket, "{\"game\":1}"));
    CHECK(has(socket.text(), "Connection: keep-alive\r\n"));
    CHECK_FALSE(socket.is_closed());
}

TEST_CASE("a request may come byte by byte") {
    Web web;
    RawSocket socket = web.connect();
    for (const char c : request("POST /echo", "Content-Length: 3\r\n") + "abc") {
        REQUIRE(socket.send({&c, 1}));
        web.loop.run_until([turns = 0]() mutable { return turns++ == 1; }, guard);
    }
    REQUIRE(web.until_text(socket, "POSTabc"));
}

TEST_CASE("who expects 100-continue gets it before the body") {
    Web web;
    RawSocket socket = web.connect();
    REQUIRE(socket.send(request("POST /echo", "Content-Length: 3\r\nExpect: 100-continue\r\n")));
    REQUIRE(web.until_text(socket, "HTTP/1.1 100 Continue\r\n\r\n"));
    CHECK(web.requests.empty());
    REQUIRE(socket.send("abc"));
    REQUIRE(web.until_text(socket, "POSTabc"));
}

TEST_CASE("a silent connection is closed after the timeout") {
    Web web({.timeout = milliseconds(20)});
    RawSocket silent = web.connect();
    RawSocket halfway = web.connect();
    REQUIRE(halfway.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab"));
    REQUIRE(web.until([&] { return silent.is_closed() && halfway.is_closed(); }));
    CHECK(silent.text().empty());
    CHECK(web.requests.empty());
    CHECK(web.until([&] { return web.server->connection_count() == 0; }));
}

TEST_CASE("a graceful stop closes idle connections and finishes the others") {
    Web web;
    RawSocket idle = web.connect();
    RawSocket busy = web.connect();
    REQUIRE(busy.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na"));
    // 20 handlers are more than the two connections have to run now.
    web.loop.run_until([turns = 0]() mutable { return turns++ == 20; }, guard);
    bool done = false;
    web.server->stop(seconds(20), [&] { done = true; });
    REQUIRE(web.until([&] { return idle.is_closed(); }));
    CHECK_FALSE(done);
    CHECK_FALSE(web.connect().connected());
    REQUIRE(busy.send("bc"));
    REQUIRE(web.until_text(busy, "POSTabc"));
    CHECK(has(busy.text(), "Connection: close\r\n"));
    busy.hang_up();
    CHECK(web.until([&] { return done; }));
}

TEST_CASE("a graceful stop ends a request that never comes") {
    Web web;
    RawSocket stuck = web.connect();
    REQUIRE(stuck.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na"));
    web.loop.run_until([turns = 0]() mutable { return turns++ == 20; }, guard);
    bool done = false;
    web.server->stop(milliseconds(2), [&] { done = true; });
    CHECK(web.until([&] { return done && stuck.is_closed(); }));
}

TEST_CASE("200 HTTP connections at once") {
    Web web;
    std::vector<RawSocket> sockets;
    for (int i = 0; i < 200; ++i) sockets.push_back(web.connect());
    for (auto& socket : sockets) REQUIRE(socket.send(request("GET /games/1")));
    for (auto& socket : sockets) {
        REQUIRE(web.until([&] { return socket.is_closed(); }));
        CHECK(socket.text().ends_with("{\"game\":1}"));
    }
    CHECK(web.requests.size() == 200);
}

TEST_CASE("a taken HTTP port is a clear error") {
    Web web;
    const auto taken = HttpServer::start(
        web.loop, {.port = web.server->port(), .option = "--http-port"}, {}, at_once(answer));
    REQUIRE_FALSE(taken.has_value());
    CHECK(taken.error().code == "port-taken");
    CHECK(taken.error().text.ends_with("choose another with --http-port"));
}
