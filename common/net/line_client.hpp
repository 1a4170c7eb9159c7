// NDJSON over TCP, the client's side: keeps one connection up and reports when it is up.
//
// A lost or refused connection is tried again 50 ms after the attempt began, doubling to 1 s
// (redial.hpp); a connection that brought a line starts over at 50 ms. Nothing is kept across
// connections: lines queued for a lost one are gone, and the user subscribes again in
// on_connected.
//
// A link may be dead without any report (a cable, a middlebox, a host without power). So
// when nothing has come for a third of the idle timeout, the client sends an empty line,
// which LineServer answers at once, whatever its user waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
#include "common/net/limits.hpp"
#include "common/net/psk.hpp"

namespace flagfall::net {

class Loop;

struct LineClientOptions {
    std::size_t line_bytes = limits::answer_bytes;
    std::size_t queue_lines = limits::peer_queue_lines;
    std::size_t queue_bytes = limits::peer_queue_bytes;
    Duration first_wait = milliseconds(50);  // from one attempt to the next; see redial.hpp
    Duration longest_wait = seconds(1);
    Duration lookup_timeout = seconds(3);    // for the address of a name
    Duration connect_timeout = seconds(1);   // for one attempt, for each address of the name
    Duration idle_timeout = milliseconds(1500);  // disconnect if nothing came for so long; 0: never
    std::optional<Psk> psk{};  // over TLS, with a server that proves this key; else not encrypted
};

// The client's callbacks; empty functions are skipped. All from the loop's thread, none
// from inside send(), reconnect() or the constructor.
struct LineClientHandler {
    // Over TLS both sides have proved the key.
    std::function<void()> on_connected;

    // As in LineHandler: one complete line, with the stamp of its read.
    std::function<void(std::string_view line, Instant at)> on_line;

    // A line longer than the limit; the rest of it is skipped and the link stays.
    std::function<void(std::string_view reason)> on_bad_line;

    // After each on_connected exactly one on_disconnected, unless the client is destroyed.
    std::function<void(std::string_view reason)> on_disconnected;

    // An attempt failed; another follows.
    std::function<void(std::string_view reason)> on_attempt_failed;

    // The same, because the server does not prove our key by TLS. If this is empty,
    // on_attempt_failed is called instead.
    std::function<void(std::string_view reason)> on_untrusted = nullptr;

    // All that was queued has been passed to the kernel.
    std::function<void()> on_drained;
};

class LineClient {
public:
    // Starts connecting when the loop runs. `host` is a name or a numeric address.
    LineClient(Loop& loop, std::string host, std::uint16_t port, LineClientHandler handler,
               LineClientOptions options = {});
    ~LineClient();  // disconnects, no callback follows; not from inside a callback
    LineClient(const LineClient&) = delete;
    LineClient& operator=(const LineClient&) = delete;

    bool connected() const;

    // Queues a line (without line end, FF_CHECKed). False if there is no connection: the line
    // is not kept. A server that lets the queue exceed a limit is disconnected.
    bool send(std::string_view line);

    std::size_t queued_lines() const;

    // Disconnects, if connected, and connects again after the first wait.
    void reconnect(std::string_view reason);

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace flagfall::net
