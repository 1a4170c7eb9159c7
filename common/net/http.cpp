#include "common/net/http.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>

#include "common/base/check.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/http_connection.hpp"
#include "common/net/listener.hpp"
#include "common/net/loop.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::string_view too_many =
    "HTTP/1.1 503 Service Unavailable\r\nServer: flagfall\r\nRetry-After: 1\r\n"
    "Connection: close\r\nContent-Length: 0\r\n\r\n";

// A client that uses TLS does not understand it, and sees the end.
void turn_away(tcp::socket socket) {
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(too_many), ignored);
}

}  // namespace

HttpHandler at_once(std::function<Response(const Request&)> answer) {
    return [answer = std::move(answer)](const std::shared_ptr<Exchange>& exchange) {
        exchange->respond(answer(exchange->request()));
    };
}

struct HttpServer::Impl : HttpHouse, std::enable_shared_from_this<HttpServer::Impl> {
    Impl(Loop& the_loop, const HttpLimits& the_limits, HttpHandler the_handler)
        : HttpHouse(the_loop, the_limits, std::move(the_handler)), grace_timer(loop) {
        if (limits.stamps) arrivals.emplace(0);
    }

    void accepted(tcp::socket socket, const std::string& peer);
    bool is_full(const std::string& address) const;
    void ended(const std::shared_ptr<Connection>& connection) override;
    void replaced(const std::shared_ptr<Connection>& before,
                  const std::shared_ptr<Connection>& now) override;
    void stop(Duration grace, std::function<void()> done);
    void end_all(bool report);
    void abandon();

    Timer grace_timer;
    std::optional<Arrivals> arrivals;
    std::shared_ptr<Listener> listener;
    TlsContext tls;  // of the connections to come
    std::map<std::shared_ptr<Connection>, std::string> connections;  // and their counted_address()
    std::map<std::string, std::size_t> from;                         // connections of each address
    std::function<void()> stopped;
};

bool HttpServer::Impl::is_full(const std::string& address) const {
    if (connections.size() >= limits.connections) return true;
    const auto known = from.find(address);
    return known != from.end() &&
           known->second >= (is_loopback(address) ? limits.connections_from_here
                                                 : limits.connections_per_address);
}

void HttpServer::Impl::accepted(tcp::socket socket, const std::string& peer) {
    const std::string address = counted_address(peer);
    if (is_full(address)) return turn_away(std::move(socket));
    const auto connection = http_session(shared_from_this(), peer);
    connections.emplace(connection, address);
    ++from[address];
    connection->begin(std::make_unique<Transport>(std::move(socket), tls,
                                                  arrivals ? &*arrivals : nullptr));
}

void HttpServer::Impl::ended(const std::shared_ptr<Connection>& connection) {
    const auto found = connections.find(connection);
    FF_CHECK(found != connections.end());
    const auto others = from.find(found->second);
    if (--others->second == 0) from.erase(others);
    connections.erase(found);
    if (connections.empty() && stopped) loop.post(std::exchange(stopped, nullptr));
}

void HttpServer::Impl::replaced(const std::shared_ptr<Connection>& before,
                                const std::shared_ptr<Connection>& now) {
    auto node = connections.extract(before);
    FF_CHECK(!node.empty());
    node.key() = now;
    connections.insert(std::move(node));
    if (stopping) now->wind_up();
}

void HttpServer::Impl::stop(Duration grace, std::function<void()> done) {
    stopping = true;
    listener->close();
    if (connections.empty()) return loop.post(std::move(done));
    stopped = [self = shared_from_this(), done = std::move(done)] {
        self->grace_timer.cancel();
        done();
    };
    grace_timer.wake_in(grace, [this] { end_all(true); });
    for (const auto& [connection, _] : std::map(connections)) connection->wind_up();
}

void HttpServer::Impl::end_all(bool report) {
    for (const auto& [connection, _] : std::map(connections)) connection->end(report);
}

void HttpServer::Impl::abandon() {
    stopping = abandoned = true;
    stopped = nullptr;
    listener->close();
    grace_timer.cancel();
    end_all(false);
}

HttpServer::HttpServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() { impl_->abandon(); }

std::expected<std::unique_ptr<HttpServer>, Error> HttpServer::start(Loop& loop, const Endpoint& at,
                                                                    const HttpLimits& limits,
                                                                    HttpHandler handler,
                                                                    const TlsFiles* tls) {
    FF_CHECK(handler != nullptr);
    TlsContext context;
    if (tls != nullptr) {
        auto made = server_context(*tls);
        if (!made) return std::unexpected(Error{"bad-certificate", std::move(made.error())});
        context = std::move(*made);
    }
    auto listener = Listener::open(loop.io(), at);
    if (!listener) return std::unexpected(std::move(listener.error()));
    auto impl = std::make_shared<Impl>(loop, limits, std::move(handler));
    impl->listener = std::move(*listener);
    impl->tls = std::move(context);
    impl->listener->start(
        [raw = impl.get()](tcp::socket socket, const std::string& peer) {
            raw->accepted(std::move(socket), peer);
        });
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

std::expected<void, Error> HttpServer::reload_tls(const TlsFiles& files) {
    FF_CHECK(impl_->tls != nullptr);
    auto made = server_context(files);
    if (!made) return std::unexpected(Error{"bad-certificate", std::move(made.error())});
    impl_->tls = std::move(*made);
    return {};
}

std::uint16_t HttpServer::port() const { return impl_->listener->port(); }

std::size_t HttpServer::connection_count() const { return impl_->connections.size(); }

void HttpServer::stop(Duration grace, std::function<void()> done) {
    impl_->stop(grace, std::move(done));
}

}  // namespace flagfall::net
