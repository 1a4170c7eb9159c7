#include "arbiterd/api/rate.hpp"

#include <algorithm>

#include "arbiterd/api/limits.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/endpoint.hpp"

namespace flagfall::api {

namespace {

std::optional<std::uint32_t> in_seconds(Duration wait) {
    if (wait <= Duration{}) return std::nullopt;
    return static_cast<std::uint32_t>(std::max(std::int64_t{1}, (wait.us + 999'999) / 1'000'000));
}

}  // namespace

RateLimiter::Bucket* RateLimiter::bucket_of(std::string_view peer, Instant at) {
    if (limits_.per_second <= 0) return nullptr;
    std::string address = net::counted_address(peer);
    if (net::is_loopback(address) && !limits_.loopback_too) return nullptr;
    if (const auto known = by_address_.find(address); known != by_address_.end()) {
        buckets_.splice(buckets_.begin(), buckets_, known->second);
        return &buckets_.front();
    }
    if (buckets_.size() >= limits::rate_addresses) {
        by_address_.erase(buckets_.back().address);
        buckets_.pop_back();
    }
    buckets_.push_front({address, TokenBucket(limits_.per_second, limits_.burst, at),
                         TokenBucket(limits_.work_us_per_second, limits_.work_us_at_once, at)});
    by_address_.emplace(std::move(address), buckets_.begin());
    return &buckets_.front();
}

std::optional<std::uint32_t> RateLimiter::take(std::string_view peer, Instant at) {
    Bucket* bucket = bucket_of(peer, at);
    return bucket == nullptr ? std::nullopt : in_seconds(bucket->requests.take(at));
}

void RateLimiter::worked(std::string_view peer, Duration work, Instant at) {
    Bucket* bucket = bucket_of(peer, at);
    if (bucket == nullptr) return;
    bucket->work_us.spend(static_cast<double>(work.us), at);
    all_work_us_.spend(static_cast<double>(work.us), at);
}

std::optional<std::uint32_t> RateLimiter::owes(std::string_view peer, Instant at) {
    Bucket* bucket = bucket_of(peer, at);
    if (bucket == nullptr) return std::nullopt;
    return in_seconds(std::max(bucket->work_us.to_wait(at), all_work_us_.to_wait(at)));
}

}  // namespace flagfall::api
