// The raw frames of boards with the instants of their arrival: what a dispute about a board is
// decided with. Each file is a log as clockd's own, with its chain and signatures; it is bounded,
// begins with the head of the file before it, and the oldest files are removed.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clockd/devices/reports.hpp"
#include "clockd/devices/tables.hpp"
#include "common/store/store.hpp"
#include "common/wire/head_messages.hpp"

namespace flagfall::net {
class Loop;
}

namespace flagfall::gateway {

struct FrameLogOptions {
    std::string folder;
    std::int64_t file_rows = 0;  // then another file begins
    std::size_t files = 0;       // the newest ones stay
    std::function<void(const wire::SignedHead&)> on_head;  // on the loop
};

class FrameLog {
public:
    static std::expected<std::unique_ptr<FrameLog>, store::OpenError> open(
        net::Loop& loop, FrameLogOptions options);
    ~FrameLog();
    FrameLog(const FrameLog&) = delete;
    FrameLog& operator=(const FrameLog&) = delete;

    // Frames that say nothing, such as "no changes", are counted and not kept.
    void frame(const std::string& source, const devices::FrameSeen& seen);
    // A game stands at a board from here on.
    void game(const devices::GameAt& game, Instant at);
    // Hands the frames since the last call to the disk.
    void flush(Instant now);

private:
    struct Impl;
    explicit FrameLog(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    std::shared_ptr<Impl> impl_;
};

}  // namespace flagfall::gateway
