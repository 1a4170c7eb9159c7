// How often one address may ask, and how much work it, and all together, may cause.
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
    double per_second = 100;  // refilled; 0: no limit
    double burst = 1000;      // at once after a pause
    bool loopback_too = false;
    double work_us_per_second = limits::work_us_per_second;  // of a processor
    double work_us_at_once = limits::work_us_at_once;
    double all_work_us_per_second = limits::all_work_us_per_second;
    double all_work_us_at_once = limits::all_work_us_at_once;
};

// A bucket of requests for each address, and one of the work that they cause; one more of the work
// that all addresses cause. Memory is bounded: the address that was silent longest is forgotten
// first.
class RateLimiter {
public:
    explicit RateLimiter(const RateLimits& limits)
        : limits_(limits),
          all_work_us_(limits.all_work_us_per_second, limits.all_work_us_at_once, Instant{}) {}

    // Takes one request of `peer` ("10.0.0.7:50100", counted by net::counted_address()); if there
    // is none left, the seconds until there is.
    std::optional<std::uint32_t> take(std::string_view peer, Instant at);

    // What an answer to `peer` has cost is only known afterwards: it is owed.
    void worked(std::string_view peer, Duration work, Instant at);
    // If more was caused than may be, from there or from everywhere, the seconds until the next
    // request may cause some.
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
    std::list<Bucket> buckets_;  // the one used last in front
    std::unordered_map<std::string, std::list<Bucket>::iterator> by_address_;
};

// Which pings over a WebSocket are answered. Who reads no answer gets no more of them.
class Pings {
public:
    explicit Pings(Instant at) : tokens_(limits::pings_per_second, limits::pings_at_once, at) {}
    // `waiting`: bytes that the client has not taken yet.
    bool take(std::size_t waiting, Instant at) {
        return waiting <= limits::pongs_waiting_bytes && tokens_.take(at) <= Duration{};
    }

private:
    TokenBucket tokens_;
};

}  // namespace flagfall::api
