#include "arbiterd/shell/http_thread.hpp"

#include <cstdlib>
#include <exception>

#include "common/base/exit_codes.hpp"
#include "common/ops/log.hpp"

namespace flagfall::arbiterd {

namespace {
constexpr Duration farewell = seconds(2);

// What a thread throws would end the process without a word.
void run_to_the_end(net::Loop& loop) {
    try {
        loop.run();
    } catch (const std::exception& error) {
        ops::log(ops::Level::error, "the HTTP thread ended", {{"text", error.what()}});
        std::_Exit(exit_code::no_resources);
    }
}
}

std::expected<std::unique_ptr<HttpThread>, StartError> HttpThread::start(
    const std::string& data_dir, const net::Endpoint& listen, const Health& health,
    Desk desk) {
    auto record = record::Record::open(data_dir);
    if (!record) return std::unexpected(StartError{exit_code::bad_store, record.error()});
    auto self = std::unique_ptr<HttpThread>(
        new HttpThread(std::move(*record), health, std::move(desk)));
    auto server = net::HttpServer::start(
        self->loop_, listen, {},
        [api = &self->api_](const net::Request& request) { return api->answer(request); });
    if (!server) return std::unexpected(StartError{exit_code::unavailable, server.error().text});
    self->server_ = std::move(*server);
    self->thread_ = std::thread([loop = &self->loop_] { run_to_the_end(*loop); });
    return self;
}

void HttpThread::stop(std::function<void()> done) {
    stopped_ = true;
    loop_.post([this, done = std::move(done)] { server_->stop(farewell, done); });
}

HttpThread::~HttpThread() {
    if (stopped_) loop_.stop();
    else stop([this] { loop_.stop(); });
    if (thread_.joinable()) thread_.join();
}

}  // namespace flagfall::arbiterd
