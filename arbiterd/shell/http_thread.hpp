// The HTTP API on its own thread: it reads committed rows through its own connection, so that no
// client, however slow or many, is ever in the way of a ruling.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <thread>

#include "arbiterd/shell/api.hpp"
#include "arbiterd/shell/follower.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/http.hpp"
#include "common/net/loop.hpp"

namespace flagfall::arbiterd {

class HttpThread {
public:
    // Listens before it returns, so that a taken port is known at once. The record must exist.
    static std::expected<std::unique_ptr<HttpThread>, StartError> start(
        const std::string& data_dir, const net::Endpoint& listen, const Health& health,
        Desk desk);
    ~HttpThread();  // finishes answers under way, for a moment, and joins

    std::uint16_t port() const { return server_->port(); }

    // Graceful end: accepts no more and finishes answers under way, for a moment; then calls
    // `done` from its own thread. The loop must go on meanwhile, for the desk's answers.
    void stop(std::function<void()> done);

private:
    HttpThread(record::Record record, const Health& health, Desk desk)
        : api_(std::move(record), health, std::move(desk)) {}

    Api api_;
    net::Loop loop_;
    std::unique_ptr<net::HttpServer> server_;
    std::thread thread_;
    bool stopped_ = false;
};

}  // namespace flagfall::arbiterd
