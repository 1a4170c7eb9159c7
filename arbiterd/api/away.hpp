// The boards whose clock, a device of its own, has no link while its game goes on. It is no
// part of the record: clockd is asked while somebody looks.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "arbiterd/service/equipment.hpp"
#include "common/base/ids.hpp"
#include "common/base/time.hpp"

namespace flagfall::api {

// Used on one thread.
class Away {
public:
    // By board: since when, by the wall clock in ms.
    using Boards = std::map<Board, std::int64_t>;

    // Is it time to ask clockd again? Then an answer is expected.
    bool is_due(Instant now);
    // clockd's answer; nothing: it does not answer, and nothing is known.
    void take(const std::optional<arbiterd::DevicesAway>& devices, std::int64_t now_ms);

    const Boards& boards() const { return boards_; }
    // A different number after each change.
    std::int64_t serial() const { return serial_; }

private:
    Boards boards_;
    std::int64_t serial_ = 0;
    Instant due_{};
};

}  // namespace flagfall::api
