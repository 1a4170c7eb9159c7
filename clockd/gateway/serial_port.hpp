// A serial device: opened raw at 9600 baud, read with the instant of each read, written as far as
// it takes bytes. What a device cannot do besides, such as modem lines, does not matter.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/time.hpp"

namespace flagfall::net {
class Loop;
}

namespace flagfall::gateway {

struct PortHandler {
    std::function<void(std::string_view bytes, Instant at)> on_bytes;
    std::function<void(std::string_view why)> on_hang_up;  // the port is of no use any more
};

class SerialPort {
public:
    // The error says why it cannot be opened.
    static std::expected<std::unique_ptr<SerialPort>, std::string> open(net::Loop& loop,
                                                                        const std::string& path,
                                                                        PortHandler handler);
    ~SerialPort();
    SerialPort(const SerialPort&) = delete;
    SerialPort& operator=(const SerialPort&) = delete;

    // Queues the bytes. A device that takes none is given up.
    void write(std::string_view bytes);
    // Reads what has arrived, now: before a time-out counts.
    void drain();

private:
    struct Impl;
    explicit SerialPort(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    std::shared_ptr<Impl> impl_;
};

}  // namespace flagfall::gateway
