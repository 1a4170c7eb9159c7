// One HTTP connection: reads a request, gets it answered, and so on.
#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/src.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/net/http_answers.hpp"
#include "common/net/http_connection.hpp"
#include "common/net/http_stream.hpp"
#include "common/net/limits.hpp"
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
constexpr std::size_t watch_bytes = 4 * 1024;        // of these, read while an answer is awaited
constexpr std::size_t linger_bytes = 1024 * 1024;
constexpr Duration linger_time = seconds(1);
constexpr std::int64_t slowest_body = 64 * 1024;  // bytes a second, beyond the usual timeout

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

// A peer that vanished has the same time-out as one that reads nothing.
void give_up_after(tcp::socket& socket, Duration timeout) {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto ms = static_cast<unsigned>(std::max<std::int64_t>(timeout.us / 1000, 1));
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
    socket.set_option(tcp::socket::keep_alive(true), ignored);
}

enum class State {
    idle,      // waits for a request
    reading,   // the rest of a request
    handling,  // a request waits for its answer
    writing,   // the answer goes out
    streaming,
    lingering, ended,
};

}  // namespace

class HttpSession : public Connection, public StreamOwner {
public:
    HttpSession(std::shared_ptr<HttpHouse> house, std::string peer)
        : peer_(std::move(peer)),
          buffer_(house->limits.header_bytes + read_ahead_bytes),
          house_(std::move(house)),
          deadline_(house_->loop) {}

    void begin(std::unique_ptr<Transport> transport) override;
    void wind_up() override;
    void end(bool report) override;
    bool is_idle() const override { return state_ == State::idle; }

    bool has_ended() const { return state_ == State::ended; }

    // The one answer to the request that was passed to the handler.
    void answer(const Request& request, Response response);
    // With the headers of the server's own answers.
    Response own(Response response) const;
    std::shared_ptr<Stream> begin_stream(std::string_view content_type, const Headers& headers);
    // Why the request cannot become a WebSocket, if so.
    std::optional<Response> no_websocket() const;
    std::shared_ptr<WebSocket> begin_websocket(const Request& request, WebSocketHandler handler);
    void on_gone(std::function<void()> gone) { gone_ = std::move(gone); }
    void watch();

private:
    std::shared_ptr<HttpSession> self() {
        return std::static_pointer_cast<HttpSession>(shared_from_this());
    }
    void expire_in(Duration wait) {
        deadline_.wake_in(wait, [this] { end(true); });
    }
    void opened(const error_code& error, bool wanted_secure);
    void read_request();
    void header_read(const error_code& error);
    void refuse_early(Response response, bool may_stay);
    bool take_room(Admission::Rank rank, std::size_t bytes);
    void give_room_back();
    void read_body();
    void request_read(const error_code& error);
    void read_failed(const error_code& error);
    std::expected<Request, std::string> make_request() const;
    void hand_over(Request request);
    void watched(const error_code& error, std::size_t size);
    void report_gone();
    void send(Response response);
    void refuse(Response response);  // the server's own answer
    bool keeps_alive() const;
    std::string head_of(unsigned status, const Headers& headers,
                        std::string_view framing) const;
    void answered(const error_code& error);
    void next();
    void linger();
    void discard();
    void give_away();

    Transport& stream_transport() override { return *transport_; }
    void stream_sending() override { expire_in(house_->limits.timeout); }
    void stream_taken() override { deadline_.cancel(); }
    void stream_over() override;
    void stream_broken() override { end(true); }
    std::shared_ptr<void> stream_life() override { return shared_from_this(); }

    std::string peer_;
    std::unique_ptr<Transport> transport_;
    beast::flat_buffer buffer_;
    std::shared_ptr<HttpHouse> house_;
    Timer deadline_;
    std::optional<http::request_parser<http::string_body>> parser_;
    std::expected<Request, std::string> request_;
    std::string head_;   // of the answer that goes out
    Response response_;  // the answer itself
    bool stays_ = false;  // whether the connection stays after that answer
    std::shared_ptr<HttpStream> stream_;
    std::shared_ptr<WebSocketConnection> successor_;
    std::function<void()> gone_;  // called when the client ends its side
    std::string waste_;
    std::size_t* room_ = nullptr;  // the house's count that contains our body's bytes
    std::size_t room_bytes_ = 0;
    std::size_t wasted_bytes_ = 0;
    State state_ = State::idle;
    bool reads_again_ = false;  // the time for the first head runs from the beginning
    bool keep_alive_ = false;   // what the request asked for
    bool watching_ = false;     // a read is under way while an answer is awaited
    bool input_ended_ = false;  // and that read found the end
};

namespace {

class HttpExchange : public Exchange {
public:
    HttpExchange(const std::shared_ptr<HttpSession>& session,
                 const std::shared_ptr<HttpHouse>& house, Request request)
        : session_(session), house_(house), request_(std::move(request)) {}

    ~HttpExchange() override {
        if (!answered_) fail("the request was dropped without an answer");
    }

    const Request& request() const override { return request_; }

    void respond(Response response) override {
        if (failed_) return;
        FF_CHECK(!answered_);
        FF_CHECK(response.status >= 200 && response.status < 600);
        answered_ = true;
        if (const auto session = session_.lock()) session->answer(request_, std::move(response));
    }

    std::shared_ptr<Stream> stream(std::string content_type, Headers headers) override {
        FF_CHECK(!answered_ || failed_);
        answered_ = true;
        if (const auto session = open_session())
            return session->begin_stream(content_type, headers);
        return stream_handle(std::make_shared<HttpStream>(house_));
    }

    std::shared_ptr<WebSocket> upgrade(WebSocketHandler handler) override {
        FF_CHECK(!answered_ || failed_);
        const auto session = open_session();
        if (!session) {
            answered_ = true;
            return closed_websocket(std::move(handler), house_.lock());
        }
        if (auto refusal = session->no_websocket()) return respond(std::move(*refusal)), nullptr;
        answered_ = true;
        return session->begin_websocket(request_, std::move(handler));
    }

    void on_gone(std::function<void()> gone) override {
        const auto session = open_session();
        if (session && !answered_) session->on_gone(std::move(gone));
    }

    // The handler threw; what it may have kept for later is void.
    void fail(std::string_view why) {
        failed_ = true;
        if (std::exchange(answered_, true)) return;
        if (const auto session = session_.lock())
            session->answer(request_, session->own(blank(500, "Internal Server Error", why)));
    }

private:
    // nullptr if the connection has ended.
    std::shared_ptr<HttpSession> open_session() const {
        auto session = session_.lock();
        return session && !session->has_ended() ? session : nullptr;
    }

    // Weak: what a handler keeps must not keep a connection, nor the server, alive.
    std::weak_ptr<HttpSession> session_;
    std::weak_ptr<HttpHouse> house_;
    Request request_;
    bool answered_ = false;
    bool failed_ = false;
};

}  // namespace

void HttpSession::begin(std::unique_ptr<Transport> transport) {
    transport_ = std::move(transport);
    give_up_after(transport_->socket(), house_->limits.timeout);
    expire_in(std::min(house_->limits.timeout, house_->limits.first_head));
    transport_->accept([self = self(), secure = transport_->is_secure()](const error_code& error) {
        self->opened(error, secure);
    });
}

void HttpSession::opened(const error_code& error, bool wanted_secure) {
    if (has_ended()) return;
    if (error) return end(true);
    if (wanted_secure == transport_->is_secure()) return read_request();
    parser_.emplace();
    send({400, "text/plain", "this server uses TLS: begin the address with https://\n", {}});
}

void HttpSession::read_request() {
    state_ = State::idle;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(house_->limits.header_bytes));
    parser_->body_limit(boost::none);  // set when the head is known
    if (std::exchange(reads_again_, true)) expire_in(house_->limits.timeout);
    http::async_read_header(
        *transport_, buffer_, *parser_,
        [self = self()](error_code error, std::size_t) { self->header_read(error); });
}

void HttpSession::header_read(const error_code& error) {
    if (has_ended()) return;
    state_ = State::reading;
    if (error) return read_failed(error);
    request_ = make_request();
    // After a faulty request nobody knows where the next one begins.
    if (!request_) return refuse_early(blank(400, "Bad Request", request_.error()), false);
    const auto& limits = house_->limits;
    Admission admission;
    admission.body_bytes = limits.body_bytes;
    if (limits.admit) {
        try {
            admission = limits.admit(*request_);
        } catch (const std::exception& failure) {
            house_->failed("the admission", failure);
            return refuse_early(own(blank(500, "Internal Server Error",
                                          "the answer could not be made; the log says why")),
                                true);
        }
    }
    const bool known = !admission.refusal && admission.rank != Admission::Rank::stranger;
    if (!house_->heard(self(), known)) return refuse_early(own(no_slot()), false);
    if (admission.refusal) return refuse_early(std::move(*admission.refusal), true);
    request_->admitted = std::move(admission.kept);
    if (parser_->is_done()) return read_body();
    const auto length = parser_->content_length();
    if (length && *length > admission.body_bytes) return read_failed(http::error::body_limit);
    const std::size_t bytes = length.value_or(admission.body_bytes);
    if (!take_room(admission.rank, bytes)) return refuse_early(own(no_room()), true);
    parser_->body_limit(admission.body_bytes);
    expire_in(limits.timeout + seconds(static_cast<std::int64_t>(bytes) / slowest_body));
    const auto expect = parser_->get()[http::field::expect];
    if (!beast::iequals(expect, "100-continue")) return read_body();
    asio::async_write(*transport_, asio::buffer(go_on),
                      [self = self()](error_code write_error, std::size_t) {
                          if (write_error) return self->end(true);
                          self->read_body();
                      });
}

// Answers before the body, if there is one, without waiting for it; then the connection ends.
void HttpSession::refuse_early(Response response, bool may_stay) {
    keep_alive_ = may_stay && parser_->is_done() && parser_->get().keep_alive();
    send(std::move(response));
}

bool HttpSession::take_room(Admission::Rank rank, std::size_t bytes) {
    FF_CHECK(room_ == nullptr);
    const auto& limits = house_->limits;
    if (rank == Admission::Rank::always && bytes <= limits::http_body_bytes) return true;
    const bool stranger = rank == Admission::Rank::stranger;
    std::size_t& taken = stranger ? house_->stranger_bodies : house_->known_bodies;
    if (taken + bytes > (stranger ? limits.stranger_bodies_bytes : limits.bodies_bytes))
        return false;
    taken += bytes;
    room_ = &taken;
    room_bytes_ = bytes;
    return true;
}

void HttpSession::give_room_back() {
    if (room_ != nullptr) *std::exchange(room_, nullptr) -= room_bytes_;
}

void HttpSession::read_body() {
    if (has_ended()) return;
    if (parser_->is_done()) return request_read({});
    http::async_read(
        *transport_, buffer_, *parser_,
        [self = self()](error_code error, std::size_t) { self->request_read(error); });
}

void HttpSession::request_read(const error_code& error) {
    if (has_ended()) return;
    if (error) return read_failed(error);
    keep_alive_ = parser_->get().keep_alive();
    request_->body = std::move(parser_->get().body());
    hand_over(std::move(*request_));
}

void HttpSession::read_failed(const error_code& error) {
    auto response = read_problem(error);
    if (!response) return end(true);
    keep_alive_ = false;
    refuse(std::move(*response));
}

Response HttpSession::own(Response response) const {
    for (const auto& header : house_->limits.own_headers) response.headers.push_back(header);
    return response;
}

void HttpSession::refuse(Response response) { send(own(std::move(response))); }

// The request without its body; the error explains the fault.
std::expected<Request, std::string> HttpSession::make_request() const {
    const auto& message = parser_->get();
    // RFC 9112, 3.2: exactly one Host since HTTP/1.1.
    if (message.version() >= 11 && message.count(http::field::host) != 1) {
        return std::unexpected("exactly one Host header is needed");
    }
    // RFC 9112, 6.1: this framing is faulty, and nothing after it can be trusted.
    if (message.version() < 11 && message.count(http::field::transfer_encoding) > 0)
        return std::unexpected("HTTP/1.0 has no Transfer-Encoding");
    Request request;
    request.method = message.method() == http::verb::head ? "GET" : message.method_string();
    request.target = message.target();
    request.peer = peer_;
    request.secure = transport_->is_secure();
    for (const auto& field : message) {
        const auto fault = text_fault(field.value());
        // Another server at the same host may have set a cookie: it must not block ours.
        if (fault && field.name() == http::field::cookie) continue;
        if (fault)
            return std::unexpected(std::string(field.name_string()) + ": the header has " +
                                   fault->says + " in it");
        request.headers.emplace_back(field.name_string(), field.value());
    }
    auto target = parse_target(request.target);
    if (!target) return std::unexpected(target.error());
    request.path = std::move(target->path);
    request.query = std::move(target->query);
    return request;
}

void HttpSession::hand_over(Request request) {
    state_ = State::handling;
    deadline_.cancel();  // the handler decides how long an answer may take
    const auto exchange = std::make_shared<HttpExchange>(self(), house_, std::move(request));
    try {
        house_->handler(exchange);
    } catch (const std::exception& error) {
        house_->failed("a handler", error);
        exchange->fail("the answer could not be made; the log says why");
    }
    if (state_ == State::handling) watch();
}

// While an answer is awaited or goes on, a read detects that the client has left. Not if the client
// has already sent its next request: the read would interfere with that request's.
void HttpSession::watch() {
    if (watching_ || input_ended_ || has_ended() || buffer_.size() > 0) return;
    watching_ = true;
    transport_->async_read_some(buffer_.prepare(watch_bytes),
                               [self = self()](error_code error, std::size_t size) {
                                   self->watched(error, size);
                               });
}

void HttpSession::watched(const error_code& error, std::size_t size) {
    watching_ = false;
    buffer_.commit(size);
    if (successor_) return give_away();
    if (has_ended()) return;
    input_ended_ = static_cast<bool>(error);
    const bool is_cut = error && error != asio::error::eof;
    if (is_cut || (error && (state_ == State::streaming || state_ == State::idle)))
        return end(true);
    if (state_ == State::idle) return read_request();
    if (state_ == State::lingering) return error ? end(true) : discard();
    if (error) report_gone();
}

void HttpSession::report_gone() {
    if (!gone_) return;
    house_->loop.post([self = self()] {
        const auto gone = std::exchange(self->gone_, nullptr);
        if (gone && !self->house_->abandoned) self->house_->call_out("on_gone", gone);
    });
}

void HttpSession::answer(const Request& request, Response response) {
    if (has_ended()) return;
    FF_CHECK(state_ == State::handling);
    gone_ = nullptr;
    const auto etag = find_header(response.headers, "ETag");
    const auto known = request.header("If-None-Match");
    if (request.method == "GET" && response.status == 200 && etag && known &&
        etag_matches(*known, *etag)) {
        response.status = 304;
    }
    send(std::move(response));
}

bool HttpSession::keeps_alive() const { return keep_alive_ && !house_->stopping; }

// The head up to the empty line. `framing`: the lines that describe the body.
std::string HttpSession::head_of(unsigned status, const Headers& headers,
                                 std::string_view framing) const {
    std::string head = "HTTP/1.1 " + std::to_string(status) + ' ';
    head += std::string_view(http::obsolete_reason(static_cast<http::status>(status)));
    head += "\r\nServer: flagfall\r\nDate: ";
    head += http_date(wall_ms());
    for (const auto& [name, value] : headers) append_header(head, name, value);
    head += "\r\n";
    head += framing;
    if (!stays_) head += "Connection: close\r\n";
    else if (parser_->get().version() < 11) head += "Connection: keep-alive\r\n";
    head += "\r\n";
    return head;
}

void HttpSession::send(Response response) {
    state_ = State::writing;
    stays_ = keeps_alive();
    response_ = std::move(response);
    std::size_t bytes = response_.body.size();
    for (const Chunk& part : response_.parts) bytes += part->size();
    const bool has_body = !has_no_body(response_.status);
    std::string framing;
    if (has_body) {
        framing = "Content-Type: " + header_value(response_.content_type) +
                  "\r\nContent-Length: " + std::to_string(bytes) + "\r\n";
    }
    head_ = head_of(response_.status, response_.headers, framing);
    std::vector<asio::const_buffer> pieces{asio::buffer(head_)};
    if (has_body && parser_->get().method() != http::verb::head) {
        pieces.push_back(asio::buffer(response_.body));
        for (const Chunk& part : response_.parts) pieces.push_back(asio::buffer(*part));
    }
    expire_in(house_->limits.timeout + seconds(static_cast<std::int64_t>(bytes) / slowest_body));
    asio::async_write(*transport_, pieces, [self = self()](error_code error, std::size_t) {
        self->answered(error);
    });
}

std::shared_ptr<Stream> HttpSession::begin_stream(std::string_view content_type,
                                                  const Headers& headers) {
    const bool head = parser_->get().method() == http::verb::head;
    const bool chunked = parser_->get().version() >= 11;
    if (!chunked && !head) keep_alive_ = false;  // the end of the connection is the end of the body
    stays_ = keeps_alive();
    const std::string framing = "Content-Type: " + header_value(content_type) +
                                (chunked ? "\r\nTransfer-Encoding: chunked\r\n" : "\r\n");
    const auto stream = std::make_shared<HttpStream>(
        house_, *this, head_of(200, headers, framing), chunked && !head);
    FF_CHECK(state_ == State::handling);
    give_room_back();
    state_ = State::streaming;
    gone_ = nullptr;
    stream_ = stream;
    if (head || house_->stopping) stream->close();
    house_->loop.post([stream] { stream->send(); });  // with what the handler writes now
    watch();
    return stream_handle(stream);
}

std::optional<Response> HttpSession::no_websocket() const {
    const auto& message = parser_->get();
    if (!beast::websocket::is_upgrade(message) ||
        message[http::field::sec_websocket_version] != "13") {
        auto refusal = blank(426, "Upgrade Required", "this server speaks WebSocket version 13");
        refusal.headers = {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
        return refusal;
    }
    constexpr std::size_t key_bytes = 24;  // 16 bytes in base 64
    if (message[http::field::sec_websocket_key].size() != key_bytes)
        return blank(400, "Bad Request", "the Sec-WebSocket-Key is not valid");
    return std::nullopt;
}

std::shared_ptr<WebSocket> HttpSession::begin_websocket(const Request& request,
                                                        WebSocketHandler handler) {
    const auto socket = websocket_session(request, std::move(handler), house_);
    FF_CHECK(state_ == State::handling);
    give_room_back();
    state_ = State::ended;
    deadline_.cancel();
    gone_ = nullptr;
    successor_ = socket;
    house_->replaced(shared_from_this(), socket);
    if (watching_) transport_->cancel_read();
    else give_away();
    return socket->handle();
}

void HttpSession::give_away() {
    transport_->put_back(beast::buffers_to_string(buffer_.data()));
    std::exchange(successor_, nullptr)->begin(std::move(transport_));
}

void HttpSession::stream_over() {
    std::exchange(stream_, nullptr)->detach(true);
    next();
}

void HttpSession::answered(const error_code& error) {
    if (has_ended()) return;
    if (error) return end(true);
    keep_alive_ = stays_;
    response_ = {};  // a shared part may be the last of its kind
    next();
}

void HttpSession::next() {
    give_room_back();
    if (!keep_alive_) return linger();
    if (house_->stopping || input_ended_) return end(true);
    if (!watching_) return read_request();
    state_ = State::idle;  // the read that is under way brings the next
    expire_in(house_->limits.timeout);
}

// Closing with unread bytes resets the connection, and the client would lose our answer; so what
// still comes is read and discarded, for a short time.
void HttpSession::linger() {
    state_ = State::lingering;
    expire_in(linger_time);
    transport_->finish([self = self()] {
        if (self->has_ended()) return;
        if (self->input_ended_) return self->end(true);
        self->waste_.resize(read_ahead_bytes);
        if (!self->watching_) self->discard();
    });
}

void HttpSession::discard() {
    transport_->async_discard(asio::buffer(waste_),
                             [self = self()](error_code error, std::size_t size) {
                                 if (self->has_ended()) return;
                                 self->wasted_bytes_ += size;
                                 const bool enough = self->wasted_bytes_ > linger_bytes;
                                 if (error || enough) return self->end(true);
                                 self->discard();
                             });
}

void HttpSession::wind_up() {
    if (state_ == State::idle) return end(true);
    if (stream_) stream_->close();
}

void HttpSession::end(bool report) {
    give_room_back();
    if (std::exchange(state_, State::ended) == State::ended) return;
    deadline_.cancel();
    transport_->close();
    if (stream_) std::exchange(stream_, nullptr)->detach(report);
    if (report) report_gone();
    else gone_ = nullptr;
    house_->ended(shared_from_this());
}

std::shared_ptr<Connection> http_session(std::shared_ptr<HttpHouse> house, std::string peer) {
    return std::make_shared<HttpSession>(std::move(house), std::move(peer));
}

}  // namespace flagfall::net
