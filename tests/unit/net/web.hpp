// An HTTP server on a loop of its own, for the tests.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "common/net/http.hpp"
#include "common/net/loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/raw_socket.hpp"

namespace flagfall::net::test {

struct Web {
    explicit Web(HttpHandler handler, const HttpLimits& limits = {},
                 const TlsFiles* tls = nullptr, const Endpoint& at = {}) {
        auto started = HttpServer::start(loop, at, limits, std::move(handler), tls);
        REQUIRE(started.has_value());
        server = std::move(*started);
    }

    RawSocket connect() { return RawSocket(server->port()); }

    bool until(const std::function<bool()>& done) { return loop.run_until(done, guard); }

    bool until_text(RawSocket& socket, std::string_view text) {
        return until([&] {
            socket.receive();
            return socket.text().find(text) != std::string::npos;
        });
    }

    // Some turns of the loop: more than a few connections have to run now.
    void turn(int turns = 20) {
        loop.run_until([turns]() mutable { return turns-- == 0; }, guard);
    }

    // One request on a connection of its own, read until the server closes it.
    std::string ask(std::string_view bytes) {
        RawSocket socket = connect();
        REQUIRE(socket.send(bytes));
        REQUIRE(until([&] { return socket.is_closed(); }));
        return socket.text();
    }

    Loop loop;
    std::unique_ptr<HttpServer> server;
};

inline bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

inline std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// A request that asks for the connection to be closed.
inline std::string request(std::string_view first_line, std::string_view more = "") {
    return std::string(first_line) + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" +
           std::string(more) + "\r\n";
}

}  // namespace flagfall::net::test
