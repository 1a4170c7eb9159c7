#include "arbiterd/api/rate.hpp"

#include <algorithm>
#include <cmath>

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
        buckets_.push_front({address, limits_.burst, at});
        by_address_.emplace(std::move(address), buckets_.begin());
    }
    Bucket& bucket = buckets_.front();
    const double passed = static_cast<double>((at - bucket.at).us) / 1e6;
    bucket.left = std::min(limits_.burst, bucket.left + passed * limits_.per_second);
    bucket.at = at;
    if (bucket.left >= 1) {
        bucket.left -= 1;
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(std::ceil((1 - bucket.left) / limits_.per_second));
}

}  // namespace flagfall::api
