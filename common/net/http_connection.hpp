// What the HTTP server and its connections know about each other. Private to the net module.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>

#include "common/net/http.hpp"
#include "common/net/transport.hpp"

namespace flagfall::net {

// One connection; it is in the server's set until it has ended.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    virtual ~Connection() = default;
    virtual void begin(std::unique_ptr<Transport> transport) = 0;
    // Does it wait for a request that has not begun?
    virtual bool is_idle() const { return false; }
    // Ends gracefully, as soon as it can.
    virtual void wind_up() = 0;
    // Ends now. `report`: call the callbacks that wait for its end.
    virtual void end(bool report) = 0;

    std::uint64_t number = 0;  // of the server; a smaller one came earlier
};

// The server as its connections see it.
struct HttpHouse {
    HttpHouse(Loop& the_loop, HttpLimits the_limits, HttpHandler the_handler)
        : loop(the_loop), limits(std::move(the_limits)), handler(std::move(the_handler)) {}
    virtual ~HttpHouse() = default;
    virtual void ended(const std::shared_ptr<Connection>& connection) = 0;
    // A head came, of a known caller or of a stranger. False if there is no room for it.
    virtual bool heard(const std::shared_ptr<Connection>& connection, bool known) = 0;
    // `now` takes the place of `before`, which has ended.
    virtual void replaced(const std::shared_ptr<Connection>& before,
                          const std::shared_ptr<Connection>& now) = 0;

    // Calls a callback; an exception goes to the limits' on_failure, and no further.
    void call_out(std::string_view what, const std::function<void()>& call) const {
        try {
            call();
        } catch (const std::exception& error) {
            failed(what, error);
        }
    }
    void failed(std::string_view what, const std::exception& error) const {
        if (limits.on_failure) limits.on_failure(what, error.what());
    }

    // Bytes of bodies that were accepted and are not answered yet.
    std::size_t known_bodies = 0;
    std::size_t stranger_bodies = 0;

    Loop& loop;
    HttpLimits limits;
    HttpHandler handler;
    bool stopping = false;
    bool abandoned = false;  // the owner of our callbacks may be gone
};

// Speaks HTTP with `peer`, as in "127.0.0.1:51234". Defined in http_session.cpp.
std::shared_ptr<Connection> http_session(std::shared_ptr<HttpHouse> house, std::string peer);

// Speaks WebSocket, beginning with the answer to `request`, which asks for it. Messages may be
// sent, and it may be closed, before it has begun. Defined in http_websocket.cpp.
class WebSocketConnection : public Connection {
public:
    // For the user: destroying it closes the connection.
    virtual std::shared_ptr<WebSocket> handle() = 0;
};
std::shared_ptr<WebSocketConnection> websocket_session(const Request& request,
                                                       WebSocketHandler handler,
                                                       std::shared_ptr<HttpHouse> house);
// For a client that was gone before it began; `house` may be null.
std::shared_ptr<WebSocket> closed_websocket(WebSocketHandler handler,
                                            const std::shared_ptr<HttpHouse>& house);

}  // namespace flagfall::net
