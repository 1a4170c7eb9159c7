// The client's side of a WebSocket, on Beast.
#include <chrono>
#include <deque>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "common/net/host_port.hpp"
#include "common/net/http_client.hpp"
#include "common/net/loop.hpp"
#include "common/net/websocket_client.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

class WebSocketClient::Session : public std::enable_shared_from_this<Session> {
public:
    Session(Loop& loop, Url url, WebSocketEvents events, WebSocketBounds bounds)
        : url_(std::move(url)),
          where_(in_brackets(url_.origin.host) + ":" + url_.origin.port),
          events_(std::move(events)),
          bounds_(bounds),
          resolver_(loop.io()),
          socket_(loop.io()),
          deadline_(loop) {}

    void begin();
    bool send(std::string text);
    // From now on no callback is called.
    void drop() {
        events_ = {};
        end("");
    }

private:
    void opened();
    void read();
    void write_next();
    void end(std::string why);
    void lost(const error_code& error) {
        end(error == websocket::error::closed ? where_ + " closed the connection"
                                              : where_ + ": " + error.message());
    }

    Url url_;
    std::string where_;
    WebSocketEvents events_;
    WebSocketBounds bounds_;
    tcp::resolver resolver_;
    websocket::stream<tcp::socket> socket_;
    Timer deadline_;
    beast::flat_buffer buffer_;
    std::deque<std::string> queue_;
    std::size_t queued_bytes_ = 0;
    bool open_ = false;
    bool writing_ = false;
    bool ended_ = false;
};

void WebSocketClient::Session::begin() {
    deadline_.wake_in(bounds_.patience, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->end(self->where_ + " did not answer in time");
    });
    const auto shake_hands = [self = shared_from_this()](const error_code& error, auto&&...) {
        if (self->ended_) return;
        if (error) return self->lost(error);
        error_code ignored;
        self->socket_.next_layer().set_option(tcp::no_delay(true), ignored);
        const std::chrono::microseconds patience(self->bounds_.patience.us);
        self->socket_.set_option(websocket::stream_base::timeout{patience, patience, true});
        self->socket_.read_message_max(self->bounds_.message_bytes);
        self->socket_.async_handshake(self->where_, self->url_.target,
                                      [self](const error_code& failed) {
                                          if (self->ended_) return;
                                          if (failed) return self->lost(failed);
                                          self->opened();
                                      });
    };
    resolver_.async_resolve(url_.origin.host, url_.origin.port,
                            [self = shared_from_this(), shake_hands](const error_code& error,
                                                                     const auto& places) {
                                if (self->ended_) return;
                                if (error) return self->lost(error);
                                asio::async_connect(self->socket_.next_layer(), places,
                                                    shake_hands);
                            });
}

void WebSocketClient::Session::opened() {
    deadline_.cancel();
    open_ = true;
    socket_.text(true);
    read();
    write_next();
    const auto on_open = events_.on_open;  // the call may end this session
    if (on_open) on_open();
}

void WebSocketClient::Session::read() {
    socket_.async_read(buffer_, [self = shared_from_this()](const error_code& error, std::size_t) {
        if (self->ended_) return;
        if (error) return self->lost(error);
        if (!self->socket_.got_text())
            return self->end(self->where_ + " sent a binary message");
        const auto data = self->buffer_.data();
        const auto on_text = self->events_.on_text;  // the call may end this session
        if (on_text) on_text({static_cast<const char*>(data.data()), data.size()});
        self->buffer_.consume(self->buffer_.size());
        if (!self->ended_) self->read();
    });
}

bool WebSocketClient::Session::send(std::string text) {
    if (ended_) return false;
    queued_bytes_ += text.size();
    if (queued_bytes_ > bounds_.queued_bytes) {
        // Not from inside the call.
        asio::post(socket_.get_executor(), [self = shared_from_this()] {
            self->end(self->where_ + " reads too slowly");
        });
        return false;
    }
    queue_.push_back(std::move(text));
    write_next();
    return true;
}

void WebSocketClient::Session::write_next() {
    if (!open_ || writing_ || ended_ || queue_.empty()) return;
    writing_ = true;
    socket_.async_write(asio::buffer(queue_.front()),
                        [self = shared_from_this()](const error_code& error, std::size_t) {
                            self->writing_ = false;
                            if (self->ended_) return;
                            if (error) return self->lost(error);
                            self->queued_bytes_ -= self->queue_.front().size();
                            self->queue_.pop_front();
                            self->write_next();
                        });
}

void WebSocketClient::Session::end(std::string why) {
    if (std::exchange(ended_, true)) return;
    deadline_.cancel();
    resolver_.cancel();
    error_code ignored;
    socket_.next_layer().close(ignored);
    const auto on_end = std::exchange(events_, {}).on_end;
    if (on_end) on_end(why);
}

WebSocketClient::WebSocketClient(std::shared_ptr<Session> session) : session_(std::move(session)) {}

WebSocketClient::~WebSocketClient() { session_->drop(); }

bool WebSocketClient::send(std::string text) { return session_->send(std::move(text)); }

std::expected<std::unique_ptr<WebSocketClient>, std::string> WebSocketClient::open(
    Loop& loop, std::string_view url, WebSocketEvents events, WebSocketBounds bounds) {
    const std::string expected =
        "\"" + std::string(url) + "\" is no address such as ws://localhost:1982/api/v1.0";
    if (!url.starts_with("ws://")) return std::unexpected(expected);
    auto parsed = parse_url("http://" + std::string(url.substr(5)));
    if (!parsed) return std::unexpected(expected);
    auto session =
        std::make_shared<Session>(loop, std::move(*parsed), std::move(events), bounds);
    session->begin();
    return std::unique_ptr<WebSocketClient>(new WebSocketClient(std::move(session)));
}

}  // namespace flagfall::net
