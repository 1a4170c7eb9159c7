// An HTTP/1.1 server; Beast stays in its .cpp files.
//
// A handler may answer at once, later, with a stream that goes on until somebody ends it, or with
// a WebSocket (RFC 6455). The server itself answers, as problem+json: 400 (malformed request,
// target, header or Host), 408 is not sent (a silent connection is closed), 413 (body), 431
// (header), 505 (version), 500 (the handler threw, or dropped the request), 503 (too many
// strangers, of all or of one address; too many bytes of bodies under way), and if plain HTTP
// comes where TLS is expected, 400 as plain text. 404 and 405 are the handler's: not_found(),
// method_not_allowed().
//
// Silent connections cannot block others. Until its first head came, a connection has a slot
// among those of its kind, and the oldest of the address with the most makes room. Then it is a
// stranger's: an idle one of the same address makes room for it, or the oldest of an address with
// more. After a request of a known caller it is safe; some slots are for known callers alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/http_message.hpp"
#include "common/net/limits.hpp"
#include "common/net/tls.hpp"

namespace flagfall::net {

class Loop;

// The decision on a request's head, before a byte of its body is read.
struct Admission {
    // The sender of the body: strangers have their own budget, and `always` never counts
    // against a budget.
    enum class Rank : std::uint8_t { stranger, known, always };

    std::optional<Response> refusal = {};  // answered at once, without waiting for a body
    std::size_t body_bytes = limits::http_body_bytes;  // the largest body
    Rank rank = Rank::stranger;
    std::shared_ptr<const void> kept = {};  // becomes Request::admitted
};

// Smaller values are for tests.
struct HttpLimits {
    std::size_t header_bytes = limits::http_header_bytes;
    std::size_t body_bytes = limits::http_body_bytes;
    // Decides by the head (method, path, headers; no body yet); without it all are strangers with
    // `body_bytes`.
    std::function<Admission(const Request& head)> admit = {};
    std::size_t bodies_bytes = limits::http_bodies_bytes;  // under way, of known callers
    std::size_t stranger_bodies_bytes = limits::http_stranger_bodies_bytes;
    std::size_t fresh = limits::http_fresh;  // connections without a head yet, besides the others
    std::size_t fresh_of_address = limits::http_fresh_of_address;  // except for loopback addresses
    Duration first_head = seconds(limits::http_first_head_seconds);
    std::size_t connections = limits::http_connections;
    std::size_t reserved = limits::http_reserved;  // of these, for known callers
    std::size_t connections_per_address = limits::http_connections_per_address;
    std::size_t connections_from_here = limits::http_connections;  // from a loopback address
    std::size_t stream_bytes = limits::http_stream_bytes;          // that a client may leave unread
    std::size_t message_bytes = limits::websocket_message_bytes;   // received over a WebSocket
    // A callback threw: its name, and the exception's message. Its exchange is answered with 500,
    // its WebSocket closed with 1011; nothing else happens.
    std::function<void(std::string_view what, std::string_view why)> on_failure = {};
    Headers own_headers = {};  // of the server's own answers
    bool guarded_sockets = false;  // the handler has slots for its WebSockets: they need none here
    bool stamps = false;       // note when bytes came, for WebSocket::arrived()
    // For one request to arrive, and for sent data to be read. A long body has more time. A
    // WebSocket that is silent for half of it is pinged, and ended if it does not answer.
    Duration timeout = seconds(30);
};

// The rest of a streamed answer. Destroying it is close(). Used on the loop's thread only.
class Stream {
public:
    virtual ~Stream() = default;
    // Queues; false if the client is gone, or has left HttpLimits::stream_bytes unread: then it is
    // disconnected. Chunks that are queued together go out in one write.
    virtual bool write(Chunk chunk) = 0;
    // Bytes that the client's side has not read yet. The caller decides how many are too many.
    virtual std::size_t waiting() const = 0;
    // Ends the answer after what is queued.
    virtual void close() = 0;
    // Cuts the connection; what is queued is lost.
    virtual void abort() = 0;
    // Calls `closed` once from the loop: the client left, or the answer has ended.
    virtual void on_closed(std::function<void()> closed) = 0;
};

// Called from the loop, never from inside a call of WebSocket.
struct WebSocketHandler {
    std::function<void(std::string_view text)> on_text;  // a message, valid UTF-8
    // Once, at the end: the code and reason of the closing side, or 1006 if the client vanished.
    std::function<void(std::uint16_t code, std::string_view reason)> on_closed;
    std::string protocol = {};  // the subprotocol, confirmed to a client that asks for it
    std::function<void()> on_drained = {};  // all that was queued has been passed to the kernel
};

// A two-way connection for text messages (RFC 6455). Pings are answered, binary messages
// refused (1003), long ones too (1009). Destroying it is close(1000, ""). For the loop's thread.
class WebSocket {
public:
    virtual ~WebSocket() = default;
    // Queues a message, which must be UTF-8; false as with Stream::write.
    virtual bool send(Chunk message) = 0;
    // The cost of messages that the client's side has not read: their bytes, and some for each.
    virtual std::size_t waiting() const = 0;
    // With HttpLimits::stamps, when the bytes read last came to this machine.
    virtual Instant arrived() const = 0;
    // Does the kernel have bytes that were not read yet?
    virtual bool has_unread() const = 0;
    // Closes after queued messages (RFC 6455, 7.4: 1000 to 1003, 1007 to 1014, 3000 to 4999). The
    // first 123 bytes of the reason are sent. Only the first call counts.
    virtual void close(std::uint16_t code, std::string_view reason) = 0;
    // Cuts the connection.
    virtual void abort() = 0;
};

// One request that waits for its answer: exactly one of respond(), stream() and upgrade(). If it is
// destroyed without an answer, the client gets 500. Used on the loop's thread only.
class Exchange {
public:
    virtual ~Exchange() = default;
    virtual const Request& request() const = 0;
    virtual void respond(Response response) = 0;
    // Begins an answer of 200 that goes on: in chunks, or until close for HTTP/1.0. A HEAD request
    // gets the header, and the stream is closed.
    virtual std::shared_ptr<Stream> stream(std::string content_type, Headers headers) = 0;
    // Turns the connection into a WebSocket. nullptr if the request does not ask for one: it is
    // answered then (400, or 426 if another version would do). First the handler checks the origin.
    virtual std::shared_ptr<WebSocket> upgrade(WebSocketHandler handler) = 0;
    // Calls `gone` from the loop if the client ends its side before it was answered. It may still
    // be able to read: answering is never wrong.
    virtual void on_gone(std::function<void()> gone) = 0;
};

using HttpHandler = std::function<void(std::shared_ptr<Exchange>)>;

// A handler that answers at once.
HttpHandler at_once(std::function<Response(const Request&)> answer);

class HttpServer {
public:
    // Listens at `at`; `handler` is called on the loop's thread, one request at a time, and a
    // connection's next request only after the answer to the one before. With `tls`, over TLS.
    // Errors: see endpoint.hpp.
    static std::expected<std::unique_ptr<HttpServer>, Error> start(Loop& loop, const Endpoint& at,
                                                                   const HttpLimits& limits,
                                                                   HttpHandler handler,
                                                                   const TlsFiles* tls = nullptr);

    ~HttpServer();  // closes everything; no callback follows
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    // Loads another certificate for new connections, of a server that was started with one.
    // After an error the old one is kept.
    std::expected<void, Error> reload_tls(const TlsFiles& files);

    // The port that it listens at.
    std::uint16_t port() const;

    // Open connections.
    std::size_t connection_count() const;

    // The number of connections that had to make room.
    std::uint64_t evicted_count() const;

    // Ends gracefully, called on the loop's thread: accepts no more, closes idle connections and
    // streams, lets the others finish their answer for at most `grace`, then calls `done` from the
    // loop.
    void stop(Duration grace, std::function<void()> done);

    struct Impl;  // defined, and used, in http.cpp only

private:
    explicit HttpServer(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

}  // namespace flagfall::net
