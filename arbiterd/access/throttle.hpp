// Waiting times after failures. Without a clock or a file: the time is a parameter, and the caller
// stores failures that must outlive the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arbiterd/access/limits.hpp"

namespace flagfall::access {

struct Failures {
    std::uint32_t count = 0;   // in a row
    std::int64_t last_ms = 0;  // wall time of the last one
    friend bool operator==(const Failures&, const Failures&) = default;
};

// Counts failures by key. The first limits::free_failures cost nothing; then the wait doubles from
// limits::back_off_first_ms to limits::back_off_longest_ms. After limits::failures_kept_ms without
// a failure the key is dropped. With too many keys, the one with the fewest failures is dropped,
// among equals the one whose last failure is oldest.
class Throttle {
public:
    explicit Throttle(std::size_t keys = limits::throttled_keys) : keys_(keys) {}

    // Seconds to wait, rounded up; nothing: no wait. If the wall clock is set back, nobody waits
    // longer than the wait itself.
    std::optional<std::uint32_t> wait_s(std::string_view key, std::int64_t now_ms) const;

    // Counts a failure and returns the new number.
    Failures failed(std::string_view key, std::int64_t now_ms);

    // Resets the key; true if it had failures.
    bool succeeded(std::string_view key);

    // Failures that were stored in an earlier run.
    void restore(std::string_view key, Failures failures);

    std::size_t size() const { return known_.size(); }

private:
    void make_room();

    std::size_t keys_;
    std::map<std::string, Failures, std::less<>> known_;
};

}  // namespace flagfall::access
