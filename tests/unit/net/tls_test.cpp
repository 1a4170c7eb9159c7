// HTTPS over real loopback sockets: our server, our client, curl, and untrusted servers.
#include <atomic>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>

#include "common/net/http_client.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/hall_tls.hpp"
#include "tests/unit/net/web.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

Response echo(const Request& request) {
    return {200, "text/plain", (request.secure ? "secure " : "plain ") + request.body, {}};
}

Answer ask_here(Web& web, Ask what, const std::string& host = "127.0.0.1", bool secure = true) {
    std::optional<Answer> came;
    ask_async(web.loop, {host, std::to_string(web.server->port()), secure}, std::move(what),
              [&](Answer answer) { came = std::move(answer); });
    REQUIRE(web.until([&] { return came.has_value(); }));
    return *came;
}

// Runs a shell command while the loop runs; returns its exit code.
int run(Web& web, const std::string& command) {
    std::atomic<int> code = -1;
    std::thread thread([&] { code = std::system(command.c_str()); });
    const bool done = web.until([&] { return code >= 0; });
    thread.join();
    REQUIRE(done);
    return WEXITSTATUS(code.load());
}

}  // namespace

TEST_CASE("https is answered to who believes the hall's authority") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    Web web(at_once(echo), {}, &files);
    const Answer answer =
        ask_here(web, {.method = "POST", .body = "hello", .ca_file = hall.ca_file});
    REQUIRE(answer.has_value());
    CHECK(answer->body == "secure hello");
    const Answer by_name = ask_here(web, {.ca_file = hall.ca_file}, "localhost");
    REQUIRE(by_name.has_value());
    CHECK(by_name->body == "secure ");
}

TEST_CASE("who does not know the authority, or asked for another name, refuses") {
    HallTls hall;
    const HallTls other;
    bool asked = false;
    const auto handler = at_once([&](const Request& request) {
        asked = true;
        return echo(request);
    });
    const TlsFiles files = hall.serve();
    Web web(handler, {}, &files);
    for (const std::string& ca : {std::string(), other.ca_file}) {
        const Answer answer = ask_here(web, {.ca_file = ca});
        REQUIRE_FALSE(answer.has_value());
        INFO(answer.error());
        CHECK(has(answer.error(), "cannot verify the TLS certificate"));
    }
    const TlsFiles elsewhere = hall.serve({{"hall.local"}, {"192.168.1.10"}}, "elsewhere");
    REQUIRE(web.server->reload_tls(elsewhere).has_value());
    const Answer wrong = ask_here(web, {.ca_file = hall.ca_file});
    REQUIRE_FALSE(wrong.has_value());
    CHECK(has(wrong.error(), "IP address mismatch"));
    const Answer wrong_name = ask_here(web, {.ca_file = hall.ca_file}, "localhost");
    REQUIRE_FALSE(wrong_name.has_value());
    CHECK(has(wrong_name.error(), "hostname mismatch"));
    const Answer missing = ask_here(web, {.ca_file = hall.folder + "/none.pem"});
    REQUIRE_FALSE(missing.has_value());
    CHECK(has(missing.error(), "none.pem: No such file"));
    CHECK_FALSE(asked);
}

TEST_CASE("curl believes the hall's certificate, and only with its authority") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    Web web(at_once(echo), {}, &files);
    const std::string url = " https://127.0.0.1:" + std::to_string(web.server->port()) + "/a";
    const std::string quiet = "curl --silent --fail --output " + hall.folder + "/out ";
    if (run(web, "curl --version > " + hall.folder + "/out") == 127) return;
    CHECK(run(web, quiet + "--cacert " + hall.ca_file + url) == 0);
    CHECK(run(web, quiet + "--tlsv1.3 --cacert " + hall.ca_file + url) == 0);
    CHECK(run(web, quiet + "--tls-max 1.2 --cacert " + hall.ca_file + url) == 0);
    CHECK(run(web, quiet + "--tls-max 1.1 --cacert " + hall.ca_file + url) != 0);
    CHECK(run(web, quiet + url) == 60);  // curl's code for a peer it cannot verify
}

TEST_CASE("another certificate is taken for the connections to come") {
    HallTls hall;
    HallTls next;
    const TlsFiles files = hall.serve();
    Web web(at_once(echo), {}, &files);
    TlsSocket old(web.loop, web.server->port(), hall.ca_file);
    REQUIRE(web.until([&] { return old.is_open(); }));
    REQUIRE(web.server->reload_tls(next.serve()).has_value());
    CHECK(ask_here(web, {.ca_file = next.ca_file}).has_value());
    CHECK_FALSE(ask_here(web, {.ca_file = hall.ca_file}).has_value());
    old.send(request("GET /a"));
    REQUIRE(web.until([&] { return old.is_closed(); }));
    CHECK(old.text().ends_with("secure "));

    const auto refused = web.server->reload_tls({hall.folder + "/none.pem", files.key});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "bad-certificate");
    const auto mixed = web.server->reload_tls({files.certificate, next.folder + "/server.key"});
    REQUIRE_FALSE(mixed.has_value());
    CHECK(has(mixed.error().text, "server.key: "));
    CHECK(ask_here(web, {.ca_file = next.ca_file}).has_value());  // the last good one is kept
    const TlsFiles missing{hall.folder + "/none.pem", files.key};
    const auto unstarted = HttpServer::start(web.loop, {}, {}, at_once(echo), &missing);
    REQUIRE_FALSE(unstarted.has_value());
    CHECK(has(unstarted.error().text, "none.pem: No such file"));
}

TEST_CASE("plain HTTP to a TLS port gets an answer that says so, and noise is dropped") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    Web web(at_once(echo), {.timeout = seconds(5)}, &files);
    const std::string text = web.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    CHECK(text.starts_with("HTTP/1.1 400"));
    CHECK(has(text, "Content-Type: text/plain\r\n"));
    CHECK(has(text, "https://"));
    RawSocket noise = web.connect();
    REQUIRE(noise.send("\x16\x03\x01\x02 this is no handshake at all"));
    CHECK(web.until([&] { return noise.is_closed(); }));
    RawSocket silent = web.connect();
    silent.hang_up();
    CHECK(web.until([&] { return web.server->connection_count() == 0; }));
    CHECK(ask_here(web, {.ca_file = hall.ca_file}).has_value());
}

TEST_CASE("an answer that goes on, over TLS, small pieces and large") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    std::shared_ptr<Stream> stream;
    Web web([&](const std::shared_ptr<Exchange>& e) { stream = e->stream("text/plain", {}); }, {},
            &files);
    TlsSocket socket(web.loop, web.server->port(), hall.ca_file);
    REQUIRE(web.until([&] { return socket.is_open(); }));
    socket.send("GET /a HTTP/1.0\r\n\r\n");
    REQUIRE(web.until([&] { return stream != nullptr; }));
    std::string all;
    for (int i = 0; i < 300; ++i) {
        const auto size = static_cast<std::size_t>(i % 10 == 0 ? 50'000 : 40);
        const auto letter = static_cast<char>('a' + i % 26);
        const auto piece = std::make_shared<const std::string>(size, letter);
        all += *piece;
        REQUIRE(stream->write(piece));
        web.turn(i % 3);
    }
    stream->close();
    REQUIRE(web.until([&] { return socket.is_closed(); }));
    CHECK(socket.text().substr(socket.text().find("\r\n\r\n") + 4) == all);

    TlsSocket leaver(web.loop, web.server->port(), hall.ca_file);
    REQUIRE(web.until([&] { return leaver.is_open(); }));
    stream = nullptr;
    leaver.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    REQUIRE(web.until([&] { return stream != nullptr; }));
    bool closed = false;
    stream->on_closed([&] { closed = true; });
    leaver.hang_up();
    CHECK(web.until([&] { return closed; }));
}

TEST_CASE("100 TLS connections at once, each with requests in a row") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    Web web(at_once(echo), {}, &files);
    std::vector<std::unique_ptr<TlsSocket>> sockets;
    for (int i = 0; i < 100; ++i)
        sockets.push_back(
            std::make_unique<TlsSocket>(web.loop, web.server->port(), hall.ca_file));
    const std::string get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
    for (const auto& socket : sockets) {
        REQUIRE(web.until([&] { return socket->is_open(); }));
        socket->send(get + get + request("GET /a"));
    }
    for (const auto& socket : sockets) {
        REQUIRE(web.until([&] { return socket->is_closed(); }));
        CHECK(count(socket->text(), "secure ") == 3);
    }
}
