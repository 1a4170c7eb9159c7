// An HTTP/1.1 server for small requests and answers; Beast stays in its .cpp file.
//
// It answers by itself, as problem+json: 400 (malformed request, target or Host), 408 is not sent
// (a silent connection is closed), 413 (body), 431 (header), 505 (version), 500 (the handler
// threw), 503 (too many connections). 404 and 405 are the handler's: not_found(),
// method_not_allowed().
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>

#include "common/base/limits.hpp"
#include "common/base/time.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/http_message.hpp"

namespace flagfall::net {

class Loop;

// Smaller values are for tests.
struct HttpLimits {
    std::size_t header_bytes = limits::http_header_bytes;
    std::size_t body_bytes = limits::http_body_bytes;
    std::size_t connections = limits::http_connections;
    Duration timeout = seconds(30);  // for one request to come, and for one answer to go
};

using HttpHandler = std::function<Response(const Request&)>;

class HttpServer {
public:
    // Listens at `at`; `handler` is called on the loop's thread, one request at a time. Errors:
    // see endpoint.hpp.
    static std::expected<std::unique_ptr<HttpServer>, Error> start(Loop& loop, const Endpoint& at,
                                                                   const HttpLimits& limits,
                                                                   HttpHandler handler);

    ~HttpServer();  // closes everything; the handler is not called again
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    // The port really listened at.
    std::uint16_t port() const;

    // Open connections.
    std::size_t connection_count() const;

    // Graceful end, called on the loop's thread: accepts no more, closes idle connections, lets
    // the others finish their answer for at most `grace`, then calls `done` from the loop.
    void stop(Duration grace, std::function<void()> done);

    struct Impl;  // defined, and used, in http.cpp only

private:
    explicit HttpServer(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

}  // namespace flagfall::net
