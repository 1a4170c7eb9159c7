// How often one address may ask.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "common/base/time.hpp"
#include "common/base/token_bucket.hpp"

namespace flagfall::api {

struct RateLimits {
    double per_second = 100;  // refilled; 0: no limit
    double burst = 1000;      // at once after a pause
    bool loopback_too = false;
};

// A bucket of requests for each address. Memory is bounded: the address that was silent longest
// is forgotten first.
class RateLimiter {
public:
    explicit RateLimiter(const RateLimits& limits) : limits_(limits) {}

    // Takes one request of `peer` ("10.0.0.7:50100", counted by net::counted_address()); if there
    // is none left, the seconds until there is.
    std::optional<std::uint32_t> take(std::string_view peer, Instant at);

private:
    struct Bucket {
        std::string address;
        TokenBucket tokens;
    };
    RateLimits limits_;
    std::list<Bucket> buckets_;  // the one used last in front
    std::unordered_map<std::string, std::list<Bucket>::iterator> by_address_;
};

}  // namespace flagfall::api
