// One WebSocket: an HTTP connection after the upgrade.
#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "common/base/check.hpp"
#include "common/net/http_connection.hpp"
#include "common/net/loop.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

constexpr std::size_t longest_reason = 123;  // RFC 6455, 5.5: a control frame holds 125 bytes
constexpr std::uint16_t vanished = 1006;
constexpr std::size_t linger_bytes = 1024 * 1024;
constexpr Duration linger_time = seconds(1);
// For the answer to our close. Beast's read and close wait for each other if a client breaks the
// rules instead of answering, and only this ends it.
constexpr Duration answer_time = seconds(5);

bool is_close_code(std::uint16_t code) {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

// Short messages cost more than their bytes.
std::size_t cost_of(const Chunk& message) {
    return message->size() + limits::websocket_message_cost;
}

// The transport as Beast carries it around; the session owns it.
struct Wire {
    using executor_type = Transport::executor_type;
    executor_type get_executor() { return transport->get_executor(); }
    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return transport->async_read_some(buffers, std::forward<Token>(token));
    }
    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return transport->async_write_some(buffers, std::forward<Token>(token));
    }

    Transport* transport;
    std::function<void()> ending;  // called when the connection is about to be closed
};

void beast_close_socket(Wire& wire) { wire.transport->close(); }

// Discards what the client still sends: closing with unread bytes resets the connection, and
// the client would not learn why. The session's deadline ends it.
template <class Done>
struct PastTheRest : std::enable_shared_from_this<PastTheRest<Done>> {
    PastTheRest(Transport& the_transport, Done the_done)
        : transport(the_transport), done(std::move(the_done)) {}

    void read() {
        transport.async_discard(asio::buffer(waste), [self = this->shared_from_this()](
                                                         const error_code& error, std::size_t n) {
            self->total += n;
            if (error || self->total > linger_bytes) return std::move(self->done)(error_code{});
            self->read();
        });
    }

    Transport& transport;
    Done done;
    std::size_t total = 0;
    std::array<char, 4096> waste{};
};

// Beast finds this overload by its second argument.
template <class Handler>
void async_teardown(beast::role_type, Wire& wire, Handler&& handler) {
    using Rest = PastTheRest<std::decay_t<Handler>>;
    wire.ending();
    const auto rest = std::make_shared<Rest>(*wire.transport, std::forward<Handler>(handler));
    wire.transport->finish([rest] { rest->read(); });
}

class WebSocketSession : public WebSocketConnection {
public:
    WebSocketSession(const Request& request, WebSocketHandler handler,
                     std::shared_ptr<HttpHouse> house)
        : handler_(std::move(handler)), house_(std::move(house)), deadline_(house_->loop) {
        request_.method(http::verb::get);
        request_.target(request.target);
        request_.version(11);
        for (const auto& [name, value] : request.headers) request_.insert(name, value);
    }

    void begin(std::unique_ptr<Transport> transport) override;
    void wind_up() override { close(1001, "the server stops"); }
    void end(bool report) override;
    std::shared_ptr<WebSocket> handle() override;

    bool send(Chunk message);
    std::size_t waiting() const { return waiting_; }
    const Carrier* carrier() const { return transport_ ? &transport_->carrier() : nullptr; }
    void close(std::uint16_t code, std::string_view reason);
    void abort();

    struct Handle;

private:
    std::shared_ptr<WebSocketSession> self() {
        return std::static_pointer_cast<WebSocketSession>(shared_from_this());
    }
    void expire_in(Duration wait) {
        deadline_.wake_in(wait, [this] { end(true); });
    }
    void read();
    void was_read(const error_code& error);
    void deliver();
    void lost(const error_code& error);
    void write_next();
    void written(const error_code& error);
    void close_when_empty();

    WebSocketHandler handler_;
    std::shared_ptr<HttpHouse> house_;
    Timer deadline_;
    http::request<http::empty_body> request_;
    std::unique_ptr<Transport> transport_;
    std::optional<websocket::stream<Wire, false>> socket_;
    beast::flat_buffer buffer_;
    std::deque<Chunk> queue_;
    std::size_t waiting_ = 0;
    std::uint16_t code_ = vanished;  // how it ended
    std::string reason_;
    bool open_ = false;     // the handshake is done
    bool writing_ = false;
    bool closing_ = false;  // nothing more is accepted or delivered
    bool close_said_ = false;
    bool lingering_ = false;
    bool ended_ = false;
};

// Weak: what a user keeps must not keep a connection, nor the server, alive.
struct WebSocketSession::Handle : WebSocket {
    explicit Handle(const std::shared_ptr<WebSocketSession>& the_session) : session(the_session) {}
    ~Handle() override { close(1000, ""); }
    bool send(Chunk message) override {
        const auto open = session.lock();
        return open && open->send(std::move(message));
    }
    std::size_t waiting() const override {
        const auto open = session.lock();
        return open ? open->waiting() : 0;
    }
    Instant arrived() const override {
        const auto open = session.lock();
        return open && open->carrier() ? open->carrier()->arrived() : Instant{};
    }
    bool has_unread() const override {
        const auto open = session.lock();
        return open && open->carrier() && open->carrier()->has_unread();
    }
    void close(std::uint16_t code, std::string_view reason) override {
        if (const auto open = session.lock()) open->close(code, reason);
    }
    void abort() override {
        if (const auto open = session.lock()) open->abort();
    }

    std::weak_ptr<WebSocketSession> session;
};

std::shared_ptr<WebSocket> WebSocketSession::handle() { return std::make_shared<Handle>(self()); }

void WebSocketSession::begin(std::unique_ptr<Transport> transport) {
    transport_ = std::move(transport);
    if (ended_) return transport_->close();
    const auto& limits = house_->limits;
    const std::chrono::microseconds patience(limits.timeout.us);
    socket_.emplace(Wire{transport_.get(), [this] {
                             expire_in(linger_time);
                             lingering_ = true;
                         }});
    socket_->set_option(websocket::stream_base::timeout{patience, patience, true});
    const bool asked = http::token_list(request_[http::field::sec_websocket_protocol])
                           .exists(handler_.protocol);
    socket_->set_option(websocket::stream_base::decorator(
        [protocol = asked ? handler_.protocol : ""](websocket::response_type& answer) {
            answer.set(http::field::server, "flagfall");
            if (!protocol.empty()) answer.set(http::field::sec_websocket_protocol, protocol);
        }));
    socket_->read_message_max(limits.message_bytes);
    socket_->auto_fragment(false);
    socket_->text(true);
    socket_->async_accept(request_, [self = self()](const error_code& error) {
        if (self->ended_) return;
        if (error) return self->end(true);
        self->open_ = true;
        self->read();
        self->write_next();
        self->close_when_empty();
    });
}

void WebSocketSession::read() {
    socket_->async_read(buffer_, [self = self()](const error_code& error, std::size_t) {
        self->was_read(error);
    });
}

void WebSocketSession::was_read(const error_code& error) {
    if (ended_) return;
    if (error) return lost(error);
    if (!closing_) deliver();
    buffer_.consume(buffer_.size());
    if (!ended_ && !close_said_) read();  // closing reads by itself
}

void WebSocketSession::deliver() {
    if (!socket_->got_text()) return close(1003, "only text messages are accepted");
    const auto data = buffer_.data();
    const auto on_text = handler_.on_text;  // the call may end this session
    try {
        if (on_text) on_text({static_cast<const char*>(data.data()), data.size()});
    } catch (const std::exception& error) {
        house_->failed("on_text", error);
        close(1011, "the server failed at this message");
    }
}

// Beast has already sent its close frame.
void WebSocketSession::lost(const error_code& error) {
    if (close_said_) return;  // our own closing reports its end
    if (error == websocket::error::closed) {
        code_ = socket_->reason().code;
        reason_ = std::string(socket_->reason().reason.data(), socket_->reason().reason.size());
    } else if (error == websocket::error::message_too_big) {
        code_ = 1009;
    } else if (error == websocket::error::bad_frame_payload) {
        code_ = 1007;
    } else if (error == websocket::condition::protocol_violation) {
        code_ = 1002;
    } else {
        code_ = vanished;
    }
    end(true);
}

bool WebSocketSession::send(Chunk message) {
    FF_CHECK(message != nullptr);
    if (ended_ || closing_) return false;
    waiting_ += cost_of(message);
    queue_.push_back(std::move(message));
    if (waiting_ > house_->limits.stream_bytes) {
        abort();
        return false;
    }
    write_next();
    return true;
}

void WebSocketSession::write_next() {
    if (!open_ || writing_ || lingering_ || ended_ || queue_.empty()) return;
    writing_ = true;
    expire_in(house_->limits.timeout);
    socket_->async_write(asio::buffer(*queue_.front()),
                         [self = self()](const error_code& error, std::size_t) {
                             self->written(error);
                         });
}

void WebSocketSession::written(const error_code& error) {
    writing_ = false;
    if (ended_) return queue_.clear();
    // A peer that closes ends our writing, too; the read soon reports how: wait for it.
    if (error) return expire_in(linger_time);
    if (!lingering_) deadline_.cancel();
    waiting_ -= cost_of(queue_.front());
    queue_.pop_front();
    write_next();
    close_when_empty();
    if (queue_.empty() && !closing_ && handler_.on_drained) {
        const auto on_drained = handler_.on_drained;  // the call may end this session
        house_->call_out("on_drained", on_drained);
    }
}

void WebSocketSession::close(std::uint16_t code, std::string_view reason) {
    FF_CHECK(is_close_code(code));
    if (ended_ || std::exchange(closing_, true)) return;
    code_ = code;
    reason_ = reason.substr(0, longest_reason);
    close_when_empty();
}

void WebSocketSession::close_when_empty() {
    if (!closing_ || !open_ || ended_ || !queue_.empty()) return;
    if (std::exchange(close_said_, true)) return;
    expire_in(std::min(answer_time, house_->limits.timeout));
    socket_->async_close({static_cast<websocket::close_code>(code_), reason_},
                         [self = self()](const error_code&) { self->end(true); });
}

// Not at once: the sender may be in a loop over all the sockets.
void WebSocketSession::abort() {
    closing_ = true;
    house_->loop.post([self = self()] { self->end(true); });
}

void WebSocketSession::end(bool report) {
    if (std::exchange(ended_, true)) return;
    deadline_.cancel();
    if (transport_) transport_->close();
    if (!writing_) queue_.clear();
    if (report && handler_.on_closed)
        house_->loop.post([self = self(), closed = handler_.on_closed] {
            if (!self->house_->abandoned)
                self->house_->call_out("on_closed",
                                       [&] { closed(self->code_, self->reason_); });
        });
    handler_ = {};
    house_->ended(shared_from_this());
}

}  // namespace

std::shared_ptr<WebSocketConnection> websocket_session(const Request& request,
                                                       WebSocketHandler handler,
                                                       std::shared_ptr<HttpHouse> house) {
    return std::make_shared<WebSocketSession>(request, std::move(handler), std::move(house));
}

std::shared_ptr<WebSocket> closed_websocket(WebSocketHandler handler,
                                            const std::shared_ptr<HttpHouse>& house) {
    if (house && handler.on_closed)
        house->loop.post([house, closed = std::move(handler.on_closed)] {
            if (!house->abandoned)
                house->call_out("on_closed", [&] { closed(vanished, ""); });
        });
    return std::make_shared<WebSocketSession::Handle>(nullptr);
}

}  // namespace flagfall::net
