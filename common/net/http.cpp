#include "common/net/http.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/src.hpp>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/net/http_client.hpp"
#include "common/net/listener.hpp"
#include "common/net/loop.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t read_ahead_bytes = 64 * 1024;  // pipelined requests beyond the first
constexpr std::size_t linger_bytes = 1024 * 1024;
constexpr std::chrono::seconds linger_time(1);

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::string_view too_many =
    "HTTP/1.1 503 Service Unavailable\r\nServer: flagfall\r\nRetry-After: 1\r\n"
    "Connection: close\r\nContent-Length: 0\r\n\r\n";

// The answer to what cannot be read as a request; nullopt when the connection just ended.
std::optional<Response> read_problem(const error_code& error) {
    const auto blank = [&](unsigned status, std::string_view title,
                           std::string_view detail) {
        return problem(status, "about:blank", title, detail);
    };
    if (error == http::error::end_of_stream || error == http::error::partial_message) {
        return std::nullopt;
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return blank(431, "Request Header Fields Too Large", "the header is too long");
    }
    if (error == http::error::body_limit) {
        return blank(413, "Content Too Large", "the body is too long");
    }
    if (error == http::error::bad_version) {
        return blank(505, "HTTP Version Not Supported", "HTTP/1.0 and HTTP/1.1 are spoken here");
    }
    if (error.category() == make_error_code(http::error::bad_method).category()) {
        return blank(400, "Bad Request", error.message());
    }
    return std::nullopt;  // reset, timeout, cancelled
}

// Values may come from data; a line break would begin a header of its own.
std::string header_value(std::string_view value) {
    std::string clean(value);
    std::ranges::replace_if(
        clean, [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
    return clean;
}

bool has_no_body(unsigned status) { return status == 204 || status == 304 || status < 200; }

}  // namespace

class HttpSession;

struct HttpServer::Impl : std::enable_shared_from_this<HttpServer::Impl> {
    Impl(Loop& the_loop, const HttpLimits& the_limits, HttpHandler the_handler)
        : loop(the_loop), limits(the_limits), handler(std::move(the_handler)), grace_timer(loop) {}

    void accepted(tcp::socket socket);
    void ended(const std::shared_ptr<HttpSession>& session);
    void stop(Duration grace, std::function<void()> done);
    void close_all();
    void abandon();

    Loop& loop;
    HttpLimits limits;
    HttpHandler handler;
    Timer grace_timer;
    std::shared_ptr<Listener> listener;
    std::set<std::shared_ptr<HttpSession>> sessions;
    bool stopping = false;
    std::function<void()> stopped;
};

// One connection: read a request, answer it, and so on. It lives as long as it has an operation
// under way, and stands in the server's set until end().
class HttpSession : public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(tcp::socket socket, std::shared_ptr<HttpServer::Impl> server)
        : peer_(remote_address(socket)),
          stream_(std::move(socket)),
          buffer_(server->limits.header_bytes + server->limits.body_bytes + read_ahead_bytes),
          server_(std::move(server)) {
        error_code ignored;
        stream_.socket().set_option(tcp::no_delay(true), ignored);
    }

    void read_request();
    bool idle() const { return idle_; }
    void end();

private:
    void expire_later();
    void header_read(const error_code& error);
    void read_body();
    void request_read(const error_code& error);
    void read_failed(const error_code& error);
    Response answer();
    Response call_handler(Request& request);
    Request make_request() const;
    void respond(Response response, bool keep_alive);
    void response_written(const error_code& error);
    void linger();
    void discard();

    std::string peer_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    std::shared_ptr<HttpServer::Impl> server_;
    std::optional<http::request_parser<http::string_body>> parser_;
    std::optional<http::response<http::string_body>> response_;
    std::string waste_;
    std::size_t wasted_bytes_ = 0;
    bool idle_ = true;  // no request has arrived that waits for its answer
    bool ended_ = false;
};

void HttpSession::expire_later() {
    stream_.expires_after(std::chrono::microseconds(server_->limits.timeout.us));
}

void HttpSession::read_request() {
    idle_ = true;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_->limits.header_bytes));
    parser_->body_limit(server_->limits.body_bytes);
    expire_later();
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->header_read(error); });
}

void HttpSession::header_read(const error_code& error) {
    if (ended_) return;
    idle_ = false;
    if (error) return read_failed(error);
    const auto expect = parser_->get()[http::field::expect];
    if (parser_->is_done() || !beast::iequals(expect, "100-continue")) return read_body();
    asio::async_write(stream_, asio::buffer(go_on),
                      [self = shared_from_this()](error_code write_error, std::size_t) {
                          if (write_error) return self->end();
                          self->read_body();
                      });
}

void HttpSession::read_body() {
    if (ended_) return;
    expire_later();
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->request_read(error); });
}

void HttpSession::request_read(const error_code& error) {
    if (ended_) return;
    if (error) return read_failed(error);
    respond(answer(), parser_->get().keep_alive());
}

void HttpSession::read_failed(const error_code& error) {
    auto response = read_problem(error);
    if (!response) return end();
    respond(std::move(*response), false);
}

Response HttpSession::answer() {
    const auto bad = [](std::string_view why) {
        return problem(400, "about:blank", "Bad Request", why);
    };
    const auto& message = parser_->get();
    // RFC 9112, 3.2: exactly one Host since HTTP/1.1.
    if (message.version() >= 11 && message.count(http::field::host) != 1) {
        return bad("exactly one Host header is needed");
    }
    Request request = make_request();
    auto target = parse_target(request.target);
    if (!target) return bad(target.error());
    request.path = std::move(target->path);
    request.query = std::move(target->query);
    return call_handler(request);
}

Request HttpSession::make_request() const {
    const auto& message = parser_->get();
    Request request;
    request.method = message.method() == http::verb::head ? "GET" : message.method_string();
    request.target = message.target();
    request.body = message.body();
    request.peer = peer_;
    for (const auto& field : message) {
        request.headers.emplace_back(field.name_string(), field.value());
    }
    return request;
}

Response HttpSession::call_handler(Request& request) {
    Response response;
    try {
        response = server_->handler(request);
    } catch (const std::exception& error) {
        return problem(500, "about:blank", "Internal Server Error", error.what());
    }
    FF_CHECK(response.status >= 200 && response.status < 600);
    const auto etag = find_header(response.headers, "ETag");
    const auto known = request.header("If-None-Match");
    if (request.method == "GET" && response.status == 200 && etag && known &&
        etag_matches(*known, *etag)) {
        response.status = 304;
    }
    return response;
}

void HttpSession::respond(Response response, bool keep_alive) {
    const bool head = parser_->get().method() == http::verb::head;
    response_.emplace();
    auto& message = *response_;
    message.result(response.status);
    message.version(11);
    message.set(http::field::server, "flagfall");
    message.set(http::field::date, http_date(wall_ms()));
    for (const auto& [name, value] : response.headers) {
        message.insert(header_value(name), header_value(value));
    }
    if (!has_no_body(response.status)) {
        message.set(http::field::content_type, header_value(response.content_type));
        message.content_length(response.body.size());
        if (!head) message.body() = std::move(response.body);
    }
    message.keep_alive(keep_alive && !server_->stopping);
    if (keep_alive && parser_->get().version() < 11)
        message.set(http::field::connection, "keep-alive");
    expire_later();
    http::async_write(stream_, message, [self = shared_from_this()](error_code error, std::size_t) {
        self->response_written(error);
    });
}

void HttpSession::response_written(const error_code& error) {
    if (ended_) return;
    if (error) return end();
    if (!response_->keep_alive()) return linger();
    response_.reset();
    if (server_->stopping) return end();
    read_request();
}

// Closing with unread bytes resets the connection, and the client would lose our answer; so what
// still comes is read and thrown away, for a little while.
void HttpSession::linger() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(linger_time);
    waste_.resize(read_ahead_bytes);
    discard();
}

void HttpSession::discard() {
    stream_.async_read_some(asio::buffer(waste_),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                                if (self->ended_) return;
                                self->wasted_bytes_ += size;
                                const bool enough = self->wasted_bytes_ > linger_bytes;
                                if (error || enough) return self->end();
                                self->discard();
                            });
}

void HttpSession::end() {
    if (std::exchange(ended_, true)) return;
    stream_.close();
    server_->ended(shared_from_this());
}

void HttpServer::Impl::accepted(tcp::socket socket) {
    if (sessions.size() >= limits.connections) {
        error_code ignored;
        socket.non_blocking(true, ignored);
        socket.write_some(asio::buffer(too_many), ignored);
        return;
    }
    auto session = std::make_shared<HttpSession>(std::move(socket), shared_from_this());
    sessions.insert(session);
    session->read_request();
}

void HttpServer::Impl::ended(const std::shared_ptr<HttpSession>& session) {
    sessions.erase(session);
    if (sessions.empty() && stopped) loop.post(std::exchange(stopped, nullptr));
}

void HttpServer::Impl::stop(Duration grace, std::function<void()> done) {
    stopping = true;
    listener->close();
    if (sessions.empty()) return loop.post(std::move(done));
    stopped = [self = shared_from_this(), done = std::move(done)] {
        self->grace_timer.cancel();
        done();
    };
    grace_timer.wake_in(grace, [this] { close_all(); });
    for (const auto& session : std::set(sessions)) {
        if (session->idle()) session->end();
    }
}

void HttpServer::Impl::close_all() {
    for (const auto& session : std::set(sessions)) session->end();
}

void HttpServer::Impl::abandon() {
    stopping = true;
    stopped = nullptr;
    listener->close();
    grace_timer.cancel();
    close_all();
}

HttpServer::HttpServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() { impl_->abandon(); }

std::expected<std::unique_ptr<HttpServer>, Error> HttpServer::start(Loop& loop, const Endpoint& at,
                                                                    const HttpLimits& limits,
                                                                    HttpHandler handler) {
    FF_CHECK(handler != nullptr);
    auto listener = Listener::open(loop.io(), at);
    if (!listener) return std::unexpected(std::move(listener.error()));
    auto impl = std::make_shared<Impl>(loop, limits, std::move(handler));
    impl->listener = std::move(*listener);
    impl->listener->start(
        [raw = impl.get()](tcp::socket socket) { raw->accepted(std::move(socket)); });
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

std::uint16_t HttpServer::port() const { return impl_->listener->port(); }

std::size_t HttpServer::connection_count() const { return impl_->sessions.size(); }

void HttpServer::stop(Duration grace, std::function<void()> done) {
    impl_->stop(grace, std::move(done));
}

// ---- the client -------------------------------------------------------------------------------

std::expected<Origin, std::string> parse_origin(std::string_view url) {
    constexpr std::string_view scheme = "http://";
    if (url.ends_with('/')) url.remove_suffix(1);
    const auto colon = url.rfind(':');
    if (!url.starts_with(scheme) || colon < scheme.size() + 1 || colon + 1 >= url.size() ||
        url.find('/', scheme.size()) != std::string_view::npos)
        return std::unexpected("\"" + std::string(url) +
                               "\" is no address such as http://127.0.0.1:8080");
    Origin origin{std::string(url.substr(scheme.size(), colon - scheme.size())),
                  std::string(url.substr(colon + 1))};
    if (origin.host.starts_with('[') && origin.host.ends_with(']'))
        origin.host = origin.host.substr(1, origin.host.size() - 2);
    return origin;
}

std::expected<Response, std::string> ask(const Origin& origin, std::string_view method,
                                         std::string_view path, std::string_view body,
                                         Duration patience) {
    const std::string where = origin.host + ":" + origin.port;
    asio::io_context io;
    error_code error;
    const auto places = tcp::resolver(io).resolve(origin.host, origin.port, error);
    if (error) return std::unexpected(where + ": " + error.message());
    beast::tcp_stream stream(io);
    http::request<http::string_body> request;
    request.method_string({method.data(), method.size()});
    request.target({path.data(), path.size()});
    request.version(11);
    request.set(http::field::host, where);
    if (!body.empty()) request.set(http::field::content_type, "application/json");
    request.body() = body;
    request.prepare_payload();
    beast::flat_buffer buffer;
    http::response<http::string_body> answer;
    const auto keep = [&](const error_code& e) { error = e; };
    stream.expires_after(std::chrono::microseconds(patience.us));
    stream.async_connect(places, [&](const error_code& e, const auto&) {
        if (e) return keep(e);
        http::async_write(stream, request, [&](const error_code& sent, std::size_t) {
            if (sent) return keep(sent);
            http::async_read(stream, buffer, answer,
                             [&](const error_code& read, std::size_t) { keep(read); });
        });
    });
    io.run();
    if (error == beast::error::timeout)
        return std::unexpected(where + " did not answer in time: is arbiterd stopped or busy?");
    if (error) return std::unexpected(where + ": " + error.message() + ": is arbiterd running?");
    Response response{answer.result_int(), std::string(answer[http::field::content_type]),
                      std::move(answer.body()), {}};
    return response;
}

}  // namespace flagfall::net
