// Runs the HTTP API on its own thread, which reads committed rows through its own connection, so
// that no client, however slow, and no number of clients can delay a ruling.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "arbiterd/api/api.hpp"
#include "arbiterd/shell/clockd_follower.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/http.hpp"
#include "common/net/loop.hpp"

namespace flagfall::arbiterd {

struct HttpOptions {
    net::Endpoint listen;
    std::optional<net::TlsFiles> tls;
    std::string webhook_authority;  // PEM file that webhooks' servers are verified with; else
                                    // the system's
    std::string record;  // an archive to serve; empty: the record in the data folder
    api::Options api;
};

class HttpThread {
public:
    // Listens before it returns, so that a taken port is reported at once. The record must exist.
    // `service` is the follower's; its answers may come on any thread.
    static std::expected<std::unique_ptr<HttpThread>, StartError> start(
        const HttpOptions& options, const api::Health& health, api::Service service);
    ~HttpThread();  // gives answers under way a moment to finish, then joins

    std::uint16_t port() const { return server_->port(); }

    // All rows up to this position are durable. Call from any thread.
    void committed(Pos up_to);
    // Reloads certificates and access.db; if one cannot be read, this is logged and the old one
    // stays. Call from any thread.
    void reload();
    // Graceful end: accepts no more requests, gives answers under way a moment to finish, then
    // calls `done` from its own thread. Keep the loop running meanwhile, for the acts' answers.
    void stop(std::function<void()> done);

private:
    explicit HttpThread(HttpOptions options) : options_(std::move(options)) {}
    std::optional<StartError> open(const api::Health& health, api::Service service);
    // The same service with its answers on our loop. An answer that takes too long becomes `busy`:
    // the act may still be carried out, and sending it again is safe.
    api::Service posted(api::Service service);
    // Returns a function that accepts an answer on any thread and passes it to `done` on ours,
    // once; `late` instead if none comes in time.
    template <class Answer>
    std::function<void(Answer)> on_our_loop(std::function<void(Answer)> done, Answer late);
    void settle(std::uint64_t number, void* answer);

    // An unanswered request to the follower; the type of its answer differs by kind.
    struct Pending {
        std::unique_ptr<net::Timer> timer;
        std::function<void(void* answer)> done;
    };

    HttpOptions options_;
    net::Loop loop_;
    std::uint64_t asked_ = 0;
    std::map<std::uint64_t, Pending> pending_;
    std::atomic<std::int64_t> committed_{0};  // a position
    std::atomic<bool> posted_{false};         // a task for a new position has been posted
    std::unique_ptr<access::Access> access_;
    std::unique_ptr<api::Api> api_;
    std::unique_ptr<net::HttpServer> server_;
    std::thread thread_;
    bool stopped_ = false;
};

}  // namespace flagfall::arbiterd
