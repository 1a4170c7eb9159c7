#include "arbiterd/shell/http_thread.hpp"

#include <cstdlib>
#include <exception>
#include <utility>

#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/net/http_client.hpp"
#include "common/net/site.hpp"
#include "common/ops/log.hpp"

namespace flagfall::arbiterd {

namespace {

constexpr Duration farewell = seconds(2);
constexpr Duration webhook_patience = seconds(15);
constexpr Duration patience = seconds(5);

// An uncaught exception ends only its callback. A call that the callback held is dropped, and so
// answered with 500; the thread goes on with the next callback.
void run_to_the_end(net::Loop& loop) {
    for (;;) {
        try {
            return loop.run();
        } catch (const std::exception& error) {
            ops::log(ops::Level::error, "a callback of the HTTP thread failed",
                     {{"text", error.what()}});
        }
    }
}

api::Sender sender_on(net::Loop& loop, const HttpOptions& options) {
    return [&loop, trust = net::TlsTrust{options.webhook_authority}, limits = options.api.hooks](
               const std::string& url, const net::Headers& headers, const std::string& body,
               api::Sent done) {
        const auto where = net::parse_url(url);
        if (!where) return done(std::unexpected(where.error()));
        net::post_async(loop, *where, headers, body, webhook_patience, trust,
                        [limits, host = where->origin.host](std::string_view address) {
                            return api::may_go_to(limits, host, address);
                        },
                        [done](const std::expected<net::Response, std::string>& answer) {
                            if (answer) return done(answer->status);
                            done(std::unexpected(answer.error()));
                        });
    };
}

}  // namespace

// Waiting calls stay on this thread; the other thread has only their numbers.
template <class Answer>
std::function<void(Answer)> HttpThread::on_our_loop(std::function<void(Answer)> done,
                                                    Answer late) {
    const std::uint64_t number = ++asked_;
    Pending& pending = pending_[number];
    pending.timer = std::make_unique<net::Timer>(loop_);
    pending.done = [done = std::move(done)](void* answer) {
        done(std::move(*static_cast<Answer*>(answer)));
    };
    const std::function<void(Answer)> settled = [this, number](Answer answer) {
        loop_.post([this, number, answer = std::move(answer)]() mutable {
            settle(number, &answer);
        });
    };
    pending.timer->wake_in(patience, [settled, late = std::move(late)] { settled(late); });
    return settled;
}

api::Service HttpThread::posted(api::Service service) {
    api::Service ours;
    ours.act = [this, actor = std::move(service.act)](Act act, Permit permit,
                                                           Answered done) {
        ActAnswer late;
        late.kind = ActAnswer::Kind::busy;
        actor(std::move(act), std::move(permit), on_our_loop(std::move(done), std::move(late)));
    };
    ours.equipment = [this, asker = std::move(service.equipment)](EquipmentAnswered done) {
        asker(on_our_loop(std::move(done), std::optional<EquipmentSeen>()));
    };
    ours.away = [this, asker = std::move(service.away)](AwayAnswered done) {
        asker(on_our_loop(std::move(done), std::optional<DevicesAway>()));
    };
    return ours;
}

void HttpThread::settle(std::uint64_t number, void* answer) {
    auto pending = pending_.extract(number);
    if (!pending.empty()) pending.mapped().done(answer);  // empty: the answer came too late
}

std::optional<StartError> HttpThread::open(const api::Health& health, api::Service service) {
    const std::string& folder = options_.api.data_dir;
    auto record = record::Record::open(options_.record.empty() ? folder : options_.record);
    if (!record) return StartError{exit_code::bad_store, record.error()};
    access::Options rights;
    rights.tls = options_.tls.has_value();
    auto access = access::Access::open(
        folder, rights, [this](std::function<void()> task) { loop_.post(std::move(task)); },
        wall_ms());
    if (!access) return StartError{exit_code::bad_store, access.error()};
    access_ = std::move(*access);
    api_ = std::make_unique<api::Api>(loop_, std::move(*record), *access_,
                                      posted(std::move(service)), health, options_.api,
                                      sender_on(loop_, options_));
    if (const auto error = api_->open_webhooks())
        return StartError{exit_code::bad_store, *error};
    return std::nullopt;
}

std::expected<std::unique_ptr<HttpThread>, StartError> HttpThread::start(
    const HttpOptions& options, const api::Health& health, api::Service service) {
    auto self = std::unique_ptr<HttpThread>(new HttpThread(options));
    if (auto error = self->open(health, std::move(service)))
        return std::unexpected(std::move(*error));
    net::HttpLimits limits;
    limits.admit = [api = self->api_.get()](const net::Request& head) { return api->admit(head); };
    limits.on_failure = [](std::string_view what, std::string_view why) {
        ops::log(ops::Level::error, "a response failed", {{"in", what}, {"text", why}});
    };
    limits.own_headers = net::security_headers(options.tls.has_value());
    auto server = net::HttpServer::start(
        self->loop_, options.listen, limits,
        [api = self->api_.get()](const std::shared_ptr<net::Exchange>& exchange) {
            api->handle(exchange);
        },
        options.tls ? &*options.tls : nullptr);
    if (!server) return std::unexpected(StartError{exit_code::unavailable, server.error().text});
    self->server_ = std::move(*server);
    self->api_->options.hosts.listens_at(self->server_->port());
    self->thread_ = std::thread([loop = &self->loop_] { run_to_the_end(*loop); });
    return self;
}

void HttpThread::committed(Pos up_to) {
    committed_ = up_to.value;
    if (posted_.exchange(true)) return;  // a posted task will read this position, too
    loop_.post([this] {
        posted_ = false;
        api_->committed(Pos{committed_});
    });
}

void HttpThread::reload() {
    loop_.post([this] {
        if (const auto done = access_->reload(wall_ms()); !done)
            ops::log(ops::Level::error, "access.db stays as it was read", {{"text", done.error()}});
        if (!options_.tls) return;
        if (const auto done = server_->reload_tls(*options_.tls); !done)
            ops::log(ops::Level::error, "the certificate stays",
                     {{"text", done.error().text}});
    });
}

void HttpThread::stop(std::function<void()> done) {
    stopped_ = true;
    loop_.post([this, done = std::move(done)] {
        api_->close();
        server_->stop(farewell, done);
    });
}

HttpThread::~HttpThread() {
    if (thread_.joinable()) {
        if (stopped_) loop_.stop();
        else stop([this] { loop_.stop(); });
        thread_.join();
    }
    server_.reset();
}

}  // namespace flagfall::arbiterd
