#include "clockd/shell/web.hpp"

#include <string_view>
#include <utility>

#include "clockd/service/limits.hpp"
#include "common/base/limits.hpp"
#include "common/base/number.hpp"
#include "common/net/loop.hpp"
#include "common/net/site.hpp"
#include "common/ops/log.hpp"
#include "common/web/trust.hpp"

namespace flagfall::embed {
extern const web::Bundle clockd_pages;
}

namespace flagfall::clockd {

namespace {

constexpr std::string_view socket_path = "/ws";
constexpr std::string_view worker_path = "/worker.js";
constexpr std::string_view file_path = "/a/";
constexpr std::string_view board_path = "/board/";

// The page makes the address of one worker (common/web/src/clock/worker.js).
net::Headers headers(bool tls) { return net::security_headers(tls, "worker"); }

bool is_board(std::string_view text) {
    return whole_number<std::uint32_t>(text, 1, limits::boards) && text.front() != '0';
}

// One document for all of them: its script reads the address.
bool is_page(std::string_view path) {
    return path == "/" || path == "/enrol" ||
           (path.starts_with(board_path) && is_board(path.substr(board_path.size())));
}

}  // namespace

Web::Web(WebOptions options, std::function<void(net::Exchange&)> take_in)
    : options_(std::move(options)),
      pages_(embed::clockd_pages, options_.pages_folder),
      take_in_(std::move(take_in)) {}

std::expected<std::unique_ptr<Web>, net::Error> Web::start(
    net::Loop& loop, WebOptions options, std::function<void(net::Exchange&)> take_in) {
    auto self = std::unique_ptr<Web>(new Web(std::move(options), std::move(take_in)));
    net::HttpLimits limits;
    limits.stamps = true;
    limits.message_bytes = limits::line_bytes;
    limits.connections = limits::peers;
    limits.guarded_sockets = true;  // the line server's slots
    limits.own_headers = headers(self->options_.tls.has_value());
    limits.on_failure = [](std::string_view what, std::string_view why) {
        ops::log(ops::Level::error, "a response failed", {{"in", what}, {"text", why}});
    };
    auto server = net::HttpServer::start(
        loop, self->options_.listen, limits,
        [web = self.get()](const std::shared_ptr<net::Exchange>& exchange) {
            web->handle(*exchange);
        },
        self->options_.tls ? &*self->options_.tls : nullptr);
    if (!server) return std::unexpected(server.error());
    self->server_ = std::move(*server);
    self->options_.hosts.listens_at(self->server_->port());
    return self;
}

std::string Web::build(const WebOptions& options) {
    return web::Pages(embed::clockd_pages, options.pages_folder).build();
}

void Web::handle(net::Exchange& exchange) {
    const net::Request& request = exchange.request();
    const auto refuse = [&](unsigned status, std::string_view title, std::string_view why) {
        net::Response refusal = net::problem(status, "about:blank", title, why);
        for (const auto& header : headers(request.secure))
            refusal.headers.push_back(header);
        exchange.respond(std::move(refusal));
    };
    const auto host = net::host_of(request);
    if (!host || !options_.hosts.accepts(*host))
        return refuse(421, "Misdirected Request",
                      "this server has another name: --names adds one");
    if (request.path == socket_path) {
        // Otherwise another site's page could read what comes over a WebSocket.
        if (net::names_another_site(request) || !net::origin_is_ours(request, request.secure, {}))
            return refuse(403, "Forbidden", "only pages of this server may connect");
        return take_in_(exchange);
    }
    net::Response response = page(request);
    for (auto& header : headers(request.secure))
        response.headers.push_back(std::move(header));
    exchange.respond(std::move(response));
}

net::Response Web::page(const net::Request& request) const {
    if (request.method != "GET") return net::method_not_allowed(request.method, "GET, HEAD");
    const std::string_view path = request.path;
    if (path == "/ca.pem") return web::authority_file(options_.authority);
    if (path == "/trust") return web::trust_page(options_.authority);
    std::string_view name;
    if (is_page(path)) name = "index.html";
    else if (path == worker_path) name = "worker.js";
    else if (path.starts_with(file_path)) name = path.substr(file_path.size());
    auto found = pages_.answer(name, request.header("Accept-Encoding").value_or(""));
    return found ? std::move(*found) : net::not_found(path);
}

void Web::reload() {
    if (!options_.tls) return;
    if (const auto done = server_->reload_tls(*options_.tls); !done)
        ops::log(ops::Level::error, "the certificate stays", {{"text", done.error().text}});
}

void Web::stop(Duration grace, std::function<void()> done) {
    server_->stop(grace, std::move(done));
}

}  // namespace flagfall::clockd
