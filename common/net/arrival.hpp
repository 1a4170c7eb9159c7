// Reads a socket with the kernel's timestamp of when the bytes came, so that a delay in reading
// them (a busy loop, a stopped process) costs no player time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <boost/system/error_code.hpp>

#include "common/base/time.hpp"

namespace flagfall::net {

// Asks the kernel to stamp what comes in on this socket. If the kernel cannot, Arrivals uses
// the moment of reading.
void stamp_arrivals(int socket);

struct Received {
    std::string_view bytes;           // valid until the next receive() to the same place
    boost::system::error_code error;  // asio's own codes; eof when the other side has closed
    Instant at;                       // when the last of the bytes came
};

// The buffer for reads. The kernel stamps with the wall clock; this turns its stamps into our
// Instants, and uses the moment of reading if the wall clock was set meanwhile. Links of one
// thread share it: every read is cut into lines and delivered before the next.
class Arrivals {
public:
    explicit Arrivals(std::size_t most_bytes);

    // One read that does not wait, of at most size() bytes.
    Received receive(int socket) { return receive(socket, buffer_); }
    // The same into another buffer.
    Received receive(int socket, std::span<char> to);

    std::size_t size() const { return buffer_.size(); }

private:
    Instant instant_of(std::int64_t wall_us);

    std::vector<char> buffer_;
    Duration wall_ahead_;  // of Instants, at the last reading
};

}  // namespace flagfall::net
