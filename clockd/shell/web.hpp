// clockd's page for the clocks at the boards, and the WebSockets by which they speak to it
// (docs/protocol.md, section 1): so clocks need no arbiterd.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "common/net/endpoint.hpp"
#include "common/net/hosts.hpp"
#include "common/net/http.hpp"
#include "common/net/tls.hpp"
#include "common/web/pages.hpp"

namespace flagfall::clockd {

struct WebOptions {
    net::Endpoint listen;
    std::optional<net::TlsFiles> tls;
    net::Hosts hosts;          // the names that it answers to
    std::string authority;     // PEM of the hall's authority, or empty
    std::string pages_folder;  // read the pages from there; empty: those of the program
};

class Web {
public:
    // `take_in` makes a peer of a request for a WebSocket. On the loop of the clocks: what it does
    // for a page is done in microseconds, and what has come to the clocks has its stamp.
    static std::expected<std::unique_ptr<Web>, net::Error> start(
        net::Loop& loop, WebOptions options, std::function<void(net::Exchange&)> take_in);

    std::uint16_t port() const { return server_->port(); }
    // Names the pages that it serves.
    static std::string build(const WebOptions& options);
    // Takes another certificate; what cannot be read is logged, and the old one stays.
    void reload();
    void stop(Duration grace, std::function<void()> done);

private:
    Web(WebOptions options, std::function<void(net::Exchange&)> take_in);
    void handle(net::Exchange& exchange);
    net::Response page(const net::Request& request) const;

    WebOptions options_;
    web::Pages pages_;
    std::function<void(net::Exchange&)> take_in_;
    std::unique_ptr<net::HttpServer> server_;
};

}  // namespace flagfall::clockd
