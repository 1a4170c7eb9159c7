#include "arbiterd/api/away.hpp"

#include <algorithm>

#include "arbiterd/api/limits.hpp"

namespace flagfall::api {

bool Away::is_due(Instant now) {
    if (now < due_) return false;
    due_ = now + milliseconds(limits::away_every_ms);
    return true;
}

void Away::take(const std::optional<arbiterd::DevicesAway>& devices, std::int64_t now_ms) {
    Boards now;
    for (const wire::DeviceState& each : devices.value_or(arbiterd::DevicesAway{})) {
        if (!each.board || !each.away) continue;
        const std::int64_t since = now_ms - each.away->us / 1'000;
        const auto [at, first] = now.emplace(*each.board, since);
        if (!first) at->second = std::min(at->second, since);
    }
    // The same absence is dated once, whatever the way of each answer took.
    for (auto& [board, since] : now)
        if (const auto before = boards_.find(board); before != boards_.end())
            since = before->second;
    if (now == boards_) return;
    boards_ = std::move(now);
    ++serial_;
}

}  // namespace flagfall::api
