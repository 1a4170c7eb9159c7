// One connection that carries lines, as LineServer uses it. Private to the net module.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "common/base/time.hpp"

namespace flagfall::net {

class LineCarrier {
public:
    struct Limits {
        std::size_t line_bytes;
        std::size_t queue_lines;
        std::size_t queue_bytes;
    };

    // The owner must not be destroyed from inside these.
    struct Owner {
        std::function<void(std::string_view line, Instant at)> on_line;
        std::function<void(std::string_view reason)> on_bad_line;
        std::function<void()> on_drained;
        // Once, at the end; may come from inside send(), close() and read_now().
        std::function<void(std::string_view reason)> on_end;
        // An empty line came, at least one in the last read. May be empty.
        std::function<void()> on_empty_line = nullptr;
        // Under TLS, before the first line: both sides have proved the key of `identity`.
        std::function<void(std::string_view identity)> on_secured = nullptr;
        // TLS has failed before that; on_end follows.
        std::function<void(std::string_view reason)> on_insecure = nullptr;
    };

    virtual ~LineCarrier() = default;

    // Queues one line. Passing a limit of the queue ends the link.
    virtual void send(std::string_view line) = 0;
    // Reads and delivers what is in the socket now, at most a megabyte, if possible.
    virtual void read_now() = 0;
    // Does the kernel have bytes that read_now() cannot read?
    virtual bool has_unread() const = 0;
    // Tries once to write what is queued, then disconnects.
    virtual void close(std::string_view reason) = 0;
    // Reads no more; closes when everything queued is written.
    virtual void close_when_written(std::string_view reason) = 0;
    // Disconnects without a callback to the owner.
    virtual void abandon() = 0;
    virtual std::size_t queued_lines() const = 0;
};

}  // namespace flagfall::net
