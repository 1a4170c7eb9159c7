#include "arbiterd/api/rate.hpp"

#include <algorithm>

#include "common/base/limits.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/endpoint.hpp"

namespace flagfall::api {

std::optional<std::uint32_t> RateLimiter::take(std::string_view peer, Instant at) {
    if (limits_.per_second <= 0) return std::nullopt;
    std::string address = net::counted_address(peer);
    if (net::is_loopback(address) && !limits_.loopback_too) return std::nullopt;
    if (const auto known = by_address_.find(address); known != by_address_.end()) {
        buckets_.splice(buckets_.begin(), buckets_, known->second);
    } else {
        if (buckets_.size() >= limits::rate_addresses) {
            by_address_.erase(buckets_.back().address);
            buckets_.pop_back();
        }
        buckets_.push_front({address, TokenBucket(limits_.per_second, limits_.burst, at)});
        by_address_.emplace(std::move(address), buckets_.begin());
    }
    const Duration wait = buckets_.front().tokens.take(at);
    if (wait <= Duration{}) return std::nullopt;
    return static_cast<std::uint32_t>(std::max(std::int64_t{1}, (wait.us + 999'999) / 1'000'000));
}

}  // namespace flagfall::api
