// What the HTTP server and its connections know of each other. Private to the net module.
#pragma once

#include <memory>

#include "common/net/http.hpp"
#include "common/net/transport.hpp"

namespace flagfall::net {

// One connection; it stands in the server's set until it has ended.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    virtual ~Connection() = default;
    virtual void begin() = 0;
    // Ends as soon as it politely can.
    virtual void wind_up() = 0;
    // Ends now. `tell`: whoever waits for its end is told.
    virtual void end(bool tell) = 0;
};

// The server as its connections see it.
struct HttpHouse {
    HttpHouse(Loop& the_loop, HttpLimits the_limits, HttpHandler the_handler)
        : loop(the_loop), limits(std::move(the_limits)), handler(std::move(the_handler)) {}
    virtual ~HttpHouse() = default;
    virtual void ended(const std::shared_ptr<Connection>& connection) = 0;

    Loop& loop;
    HttpLimits limits;
    HttpHandler handler;
    bool stopping = false;
};

// Speaks HTTP. Defined in http_session.cpp.
std::shared_ptr<Connection> http_session(std::unique_ptr<Transport> transport,
                                         std::shared_ptr<HttpHouse> house);

}  // namespace flagfall::net
