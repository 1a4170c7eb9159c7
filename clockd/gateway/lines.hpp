// The serial lines of a gateway: devices are looked for by their names again and again, opened,
// and followed until they are disconnected. A board is known by its serial number, whatever its
// line is called when it comes back.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clockd/devices/line.hpp"
#include "clockd/gateway/gateway.hpp"
#include "clockd/gateway/serial_port.hpp"
#include "common/net/loop.hpp"

namespace flagfall::gateway {

struct LinesHandler {
    std::function<void(const std::string& source, const devices::Report& report)> on_report;
    std::function<void(const std::string& source)> on_hang_up;
};

class Lines {
public:
    // `expected`: addresses of the boards that have a place; they are asked by name on a bus.
    Lines(net::Loop& loop, std::vector<LineOptions> options, std::vector<std::string> expected,
          LinesHandler handler);

    void ask_memory(const std::string& serial);
    void ask_changes(const std::string& serial, Instant when);
    void read_clock(const std::string& serial, devices::ClockCare care);
    void mark_start(const std::string& serial);
    // Bytes on this line that were no frames.
    std::int64_t damaged(const std::string& source) const;

private:
    struct Open {
        explicit Open(net::Loop& loop) : timer(loop) {}
        net::Timer timer;
        std::unique_ptr<devices::Line> line;
        std::unique_ptr<SerialPort> port;
        std::string device;  // as the system numbers it
    };

    void scan();
    void try_open(const std::string& path, const LineOptions& options);
    void take(const std::string& path, devices::Acts acts);
    void wake(const std::string& path);
    void arm(const std::string& path, Open& open);
    void hang_up(const std::string& path, std::string_view why);
    Open* line_with(const std::string& serial);

    net::Loop& loop_;
    std::vector<LineOptions> options_;
    std::vector<std::string> expected_;
    LinesHandler handler_;
    std::map<std::string, std::unique_ptr<Open>> open_;  // by path
    std::map<std::string, std::string> reasons_;         // why a path could not be opened
    std::map<std::string, std::string> sources_;         // of boards, by serial number
    net::Timer scan_;
};

}  // namespace flagfall::gateway
