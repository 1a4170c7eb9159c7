// clockd's page for the clocks at the boards, and the WebSockets by which they connect
// (docs/protocol.md, section 1): clocks need no arbiterd.
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
    // `take_in` makes a request for a WebSocket a peer. Runs on the loop of the clocks: to serve a
    // page takes microseconds, and lines that have come from clocks have their stamps already.
    static std::expected<std::unique_ptr<Web>, net::Error> start(
        net::Loop& loop, WebOptions options, std::function<void(net::Exchange&)> take_in);

    std::uint16_t port() const { return server_->port(); }
    // The build of the pages that it serves.
    static std::string build(const WebOptions& options);
    // Reads the certificate again; if it cannot be read, logs an error and keeps the old one.
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
