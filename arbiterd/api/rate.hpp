// Limits the requests from one address, and the work that one address and all together may cause.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "arbiterd/api/limits.hpp"
#include "common/base/time.hpp"
#include "common/base/token_bucket.hpp"

namespace flagfall::api {

struct RateLimits {
    double per_second = 100;  // refill; 0: no limit
    double burst = 1000;      // most at once, after a pause
    bool loopback_too = false;
    double work_us_per_second = limits::work_us_per_second;  // processor time
    double work_us_at_once = limits::work_us_at_once;
    double all_work_us_per_second = limits::all_work_us_per_second;
    double all_work_us_at_once = limits::all_work_us_at_once;
};

// A token bucket of requests for each address, one of the work that they cause, and one of the work
// that all addresses cause. Memory is bounded: the address that was silent for longest is dropped
// first.
class RateLimiter {
public:
    explicit RateLimiter(const RateLimits& limits)
        : limits_(limits),
          all_work_us_(limits.all_work_us_per_second, limits.all_work_us_at_once, Instant{}) {}

    // Takes one request of `peer` ("10.0.0.7:50100", counted by net::counted_address()). Returns
    // the seconds to wait if none is left.
    std::optional<std::uint32_t> take(std::string_view peer, Instant at);

    // Charges the work of an answer to `peer`; its cost is known only afterwards.
    void worked(std::string_view peer, Duration work, Instant at);
    // The seconds until requests of `peer` may cause work again; nothing when no limit is exceeded,
    // neither of the address nor of all.
    std::optional<std::uint32_t> owes(std::string_view peer, Instant at);

private:
    struct Bucket {
        std::string address;
        TokenBucket requests;
        TokenBucket work_us;
    };
    Bucket* bucket_of(std::string_view peer, Instant at);  // nullptr: no limit
    RateLimits limits_;
    TokenBucket all_work_us_;
    std::list<Bucket> buckets_;  // most recently used first
    std::unordered_map<std::string, std::list<Bucket>::iterator> by_address_;
};

// Limits answers to pings on a WebSocket. A client that does not read them gets no more.
class Pings {
public:
    explicit Pings(Instant at) : tokens_(limits::pings_per_second, limits::pings_at_once, at) {}
    // `waiting`: bytes that the client has not read yet.
    bool take(std::size_t waiting, Instant at) {
        return waiting <= limits::pongs_waiting_bytes && tokens_.take(at) <= Duration{};
    }

private:
    TokenBucket tokens_;
};

}  // namespace flagfall::api
