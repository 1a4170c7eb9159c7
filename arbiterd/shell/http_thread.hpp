// The HTTP API on its own thread: it reads committed rows through its own connection, so that no
// client, however slow or many, ever delays a ruling.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "arbiterd/api/api.hpp"
#include "arbiterd/shell/follower.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/http.hpp"
#include "common/net/loop.hpp"

namespace flagfall::arbiterd {

struct HttpOptions {
    net::Endpoint listen;
    std::optional<net::TlsFiles> tls;
    std::string webhook_authority;  // PEM file that webhooks' servers are trusted by; else the
                                    // system's
    std::string record;  // an archive to be served; empty: the record in the data folder
    api::Options api;
};

class HttpThread {
public:
    // Listens before it returns, so that a taken port is known at once. The record must exist.
    // `service` is the follower's; its answers may come on any thread.
    static std::expected<std::unique_ptr<HttpThread>, StartError> start(
        const HttpOptions& options, const api::Health& health, api::Service service);
    ~HttpThread();  // finishes answers under way, for a moment, and joins

    std::uint16_t port() const { return server_->port(); }

    // Everything up to this position is durable. From any thread.
    void committed(Pos up_to);
    // Reloads certificates and access.db; what cannot be read is logged, and the old one stays.
    // From any thread.
    void reload();
    // Graceful end: accepts no more and finishes answers under way, for a moment; then calls
    // `done` from its own thread. The loop must go on meanwhile, for the acts' answers.
    void stop(std::function<void()> done);

private:
    explicit HttpThread(HttpOptions options) : options_(std::move(options)) {}
    std::optional<StartError> open(const api::Health& health, api::Service service);
    // The same service, with its answers on our loop; `busy` when one does not come in time: an act
    // may still be carried out, and sending it again is safe.
    api::Service posted(api::Service service);
    // Takes an answer on any thread and gives it to `done` on ours, once; `late` in its place when
    // none comes in time.
    template <class Answer>
    std::function<void(Answer)> on_our_loop(std::function<void(Answer)> done, Answer late);
    void settle(std::uint64_t number, void* answer);

    // Something that was asked of the follower. What `done` takes is its own kind of answer.
    struct Pending {
        std::unique_ptr<net::Timer> timer;
        std::function<void(void* answer)> done;
    };

    HttpOptions options_;
    net::Loop loop_;
    std::uint64_t asked_ = 0;
    std::map<std::uint64_t, Pending> pending_;
    std::unique_ptr<access::Access> access_;
    std::unique_ptr<api::Api> api_;
    std::unique_ptr<net::HttpServer> server_;
    std::thread thread_;
    bool stopped_ = false;
};

}  // namespace flagfall::arbiterd
