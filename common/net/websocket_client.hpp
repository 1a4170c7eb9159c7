// A WebSocket (RFC 6455) to a program on this machine or in the hall, on the client's side. No TLS:
// such services have none. One connection; for another one after its end, make another client.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/time.hpp"

namespace flagfall::net {

class Loop;

// Called from the loop, never from inside a call of WebSocketClient.
struct WebSocketEvents {
    std::function<void()> on_open;
    std::function<void(std::string_view text)> on_text;  // a message, valid UTF-8
    std::function<void(std::string_view why)> on_end;    // once, also if it never began
};

struct WebSocketBounds {
    Duration patience = seconds(10);         // for the connection, and for the answer to a ping
    std::size_t message_bytes = 1024 * 1024;  // a longer message ends it
    std::size_t queued_bytes = 1024 * 1024;   // of messages that the other side does not read
};

class WebSocketClient {
public:
    // "ws://localhost:1982/api/v1.0"; the error is what was expected.
    static std::expected<std::unique_ptr<WebSocketClient>, std::string> open(
        Loop& loop, std::string_view url, WebSocketEvents events, WebSocketBounds bounds = {});

    ~WebSocketClient();  // disconnects; no callback follows
    WebSocketClient(const WebSocketClient&) = delete;
    WebSocketClient& operator=(const WebSocketClient&) = delete;

    // False if it has ended, or if too much is queued: then it ends.
    bool send(std::string text);

private:
    class Session;
    explicit WebSocketClient(std::shared_ptr<Session> session);
    std::shared_ptr<Session> session_;
};

}  // namespace flagfall::net
