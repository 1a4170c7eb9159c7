// NDJSON over TCP, the server's side: lines in, lines out, without regard to their meaning.
//
// Guarantees to the handler:
// - All callbacks come from the loop's thread. None is made from inside send(), close() or stop();
//   on_line and on_bad_line may also come from inside drain(), which is what drain() is for.
// - on_open is a peer's first callback and on_close its last; each comes exactly once.
// - After close(peer) no more lines of that peer are delivered.
//
// A connection is a stranger's until the user reports that it is authenticated. Strangers have
// slots of their own, so that they take none from authenticated peers; when all are taken, or all
// of one address (counted_address.hpp), the oldest of the address with the most makes room for the
// new one.
//
// With a `tls_key`, a peer may begin with TLS instead of a line (line_tls.hpp).
//
// A WebSocket that an HTTP server accepted becomes a peer like all others by take_in(): each of
// its messages is a line.
//
// An empty line is answered with an empty line, by the server itself and at once: so a peer can
// check that the link is alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string_view>

#include "common/base/limits.hpp"
#include "common/base/time.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/limits.hpp"
#include "common/net/peer.hpp"
#include "common/net/psk.hpp"

namespace flagfall::net {

class Exchange;
class Loop;

// Smaller values are for tests.
struct LineLimits {
    std::size_t line_bytes = limits::line_bytes;         // without its line end
    std::size_t queue_lines = limits::peer_queue_lines;  // waiting for one peer
    std::size_t queue_bytes = limits::peer_queue_bytes;  // the same in bytes
    std::size_t strangers = limits::strangers;           // connections that have not authenticated
    std::size_t strangers_of_address = limits::strangers_of_address;
    std::size_t bad_lines = limits::peer_bad_lines;
};

// The server's callbacks; empty functions are skipped.
struct LineHandler {
    // `address` is "127.0.0.1:51234" or "[::1]:51234". `sealed`: a WebSocket over TLS, and the
    // peer's browser has accepted our certificate.
    std::function<void(PeerId, std::string_view address, bool sealed)> on_open;

    // One complete line without its line end; never empty, possibly not UTF-8. `at` is when it
    // came to this machine, by the kernel's stamp: our own delay in reading costs nobody time.
    // It is the same for all lines of one read. The view is valid during the
    // call.
    std::function<void(PeerId, std::string_view line, Instant at)> on_line;

    // A line longer than the limit; the rest of it is skipped and the link stays.
    std::function<void(PeerId, std::string_view reason)> on_bad_line;

    // The peer is gone. A last line without a line end is never delivered.
    std::function<void(PeerId, std::string_view reason)> on_close;

    // All that was queued for the peer has been passed to the kernel: send the next part of a long
    // backlog now.
    std::function<void(PeerId)> on_drained;

    // The TLS key of the peer that claims this identity. Without it there is no TLS.
    PskLookup tls_key = nullptr;

    // TLS carries this link, and its peer has proved the key of `identity`; before any line. A link
    // without this call carries unencrypted lines.
    std::function<void(PeerId, std::string_view identity)> on_secured = nullptr;

    // TLS failed: no such identity, another key, or no TLS 1.3. on_close follows.
    std::function<void(PeerId, std::string_view reason)> on_insecure = nullptr;
};

class LineServer {
public:
    // Listens at `at`. Errors: see endpoint.hpp.
    static std::expected<std::unique_ptr<LineServer>, Error> start(Loop& loop, const Endpoint& at,
                                                                   const LineLimits& limits,
                                                                   LineHandler handler);

    ~LineServer();  // closes everything, no callback follows; not from inside a callback
    LineServer(const LineServer&) = delete;
    LineServer& operator=(const LineServer&) = delete;

    // The port that it listens at.
    std::uint16_t port() const;

    // Queues a line (without line end, FF_CHECKed) for the peer; all lines queued during one
    // handler go out in one write. A peer that lets the queue exceed a limit is disconnected. An
    // unknown or closed peer is ignored: it may have left a moment ago.
    void send(PeerId peer, std::string_view line);

    // The number of lines that wait for the peer; 0 if it is unknown.
    std::size_t queued_lines(PeerId peer) const;

    // Counts a line that the user found malformed; after limits.bad_lines of them the peer is
    // closed. Oversized lines are counted by the server itself.
    void count_bad_line(PeerId peer);

    // Tries once to write what is queued, then disconnects. on_close follows from the loop.
    void close(PeerId peer, std::string_view reason);

    // Open connections.
    std::size_t peer_count() const;

    // Marks this peer as authenticated. An unknown one is ignored.
    void let_in(PeerId peer);

    // The number of strangers that had to make room.
    std::uint64_t evicted_count() const;

    // Reads at once all that is in the sockets of all peers and delivers it by on_line, each
    // read with its own stamp. Call it when a deadline timer fires, before expiry is decided
    // (design 4.4); costs one system call for each peer. Not from inside on_line (FF_CHECKed).
    void drain();

    // Turns a request for a WebSocket into a peer; answers any other request with the reason.
    // The HTTP server must use the same loop, stamp bytes (HttpLimits::stamps), and end
    // before this one.
    void take_in(Exchange& exchange);

    // drain() cannot read WebSockets. This lets the loop read what is in them, then calls `done`;
    // at once if there are none.
    void settle(std::function<void()> done);

    // Ends gracefully: accepts and reads no more, closes each peer when its queue is written or
    // `grace` has passed, then calls `done` from the loop.
    void stop(Duration grace, std::function<void()> done);

private:
    struct Impl;
    explicit LineServer(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

}  // namespace flagfall::net
