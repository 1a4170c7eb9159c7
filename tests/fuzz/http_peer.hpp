// A web server of ours in this process, and a client that sends it any bytes over a real socket.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "common/net/http.hpp"
#include "common/net/loop.hpp"

namespace flagfall::fuzz {

class HttpPeer {
public:
    explicit HttpPeer(net::HttpHandler handler, const net::HttpLimits& limits = {});

    // Sends the bytes in two pieces, cut at `cut`, with the loop running between them, then ends
    // its side; gives all that comes back until the server closes, which it must.
    std::string exchange(std::string_view bytes, std::size_t cut);

    // Lets the loop run until this is so, which it must become.
    void until(const std::function<bool()>& done);

private:
    net::Loop loop_;
    std::unique_ptr<net::HttpServer> server_;
};

}  // namespace flagfall::fuzz
