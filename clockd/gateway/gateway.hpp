// `clockd boards` as a process: serial lines and services at one end, clockd at the other, and
// between them what clockd/devices makes of the boards.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clockd/client/link.hpp"
#include "clockd/devices/tables.hpp"
#include "common/store/store.hpp"

namespace flagfall::net {
class Loop;
}

namespace flagfall::gateway {

// Serial devices that lines may be found at: a path with wildcards. Names below /dev/serial/by-id
// stay the same when a device is put into another socket.
struct LineOptions {
    std::string pattern;
    std::optional<devices::LineMode> mode;  // nothing: it is found out
};

struct Options {
    client::Address clockd;
    std::vector<LineOptions> lines;
    std::vector<std::string> services;  // of LiveChess 2, each HOST:PORT
    std::map<std::string, devices::Place, std::less<>> places;  // by serial number
    std::string folder;  // of the log of frames
    std::int64_t file_rows = 0;
    std::size_t files = 0;
};

class Gateway {
public:
    // `fatal`: the process must end, with this exit code.
    static std::expected<std::unique_ptr<Gateway>, store::OpenError> start(
        net::Loop& loop, Options options,
        std::function<void(int code, const std::string& why)> fatal);
    ~Gateway();

private:
    struct Impl;
    explicit Gateway(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

// Prints what answers on these lines and at these services within `wait`.
int list_boards(const Options& options, Duration wait);

}  // namespace flagfall::gateway
