// A plain loopback client for the tests: sends exactly the bytes and segments that a test gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time.hpp"

namespace flagfall::net::test {

// Long enough for a busy machine; it only ever fails a test, never decides one.
inline constexpr Duration guard = minutes(4);

class RawSocket {
public:
    explicit RawSocket(std::uint16_t port, bool v6 = false);
    ~RawSocket();
    RawSocket(RawSocket&& other) noexcept;
    RawSocket(const RawSocket&) = delete;
    RawSocket& operator=(const RawSocket&) = delete;

    bool connected() const { return fd_ >= 0; }

    // Writes all of `bytes`; false when the other side has closed or takes no more.
    bool send(std::string_view bytes);

    // Takes what has come so far; never waits.
    void receive();

    // receive(), then: are there so many complete lines, is the connection closed?
    bool has_lines(std::size_t count);
    bool is_closed();

    // Everything received so far, and the same cut at line ends.
    const std::string& text() const { return text_; }
    std::vector<std::string> lines() const;

    // Ends our side; what comes can still be read.
    void end_sending();

    // Closes without reading what is left.
    void hang_up();

private:
    int fd_ = -1;
    bool closed_ = false;
    std::size_t line_count_ = 0;
    std::string text_;
};

}  // namespace flagfall::net::test
