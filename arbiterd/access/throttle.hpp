// How long a caller must wait after failures. No clock, no file: the time is a parameter, and
// the caller stores the failures that must outlive the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/limits.hpp"

namespace flagfall::access {

struct Failures {
    std::uint32_t count = 0;   // in a row
    std::int64_t last_ms = 0;  // wall time of the last one
    friend bool operator==(const Failures&, const Failures&) = default;
};

// Counts failures by key. The first limits::free_failures cost nothing, then the wait doubles from
// limits::back_off_first_ms to limits::back_off_longest_ms; after limits::failures_kept_ms without
// one they are forgotten. Remembers a bounded number of keys: of too many, the one with the fewest
// failures goes, of these the one whose last is longest ago.
class Throttle {
public:
    explicit Throttle(std::size_t keys = limits::throttled_keys) : keys_(keys) {}

    // Seconds to wait, rounded up, or nothing. A wall clock that was set back makes nobody wait
    // longer than the wait itself.
    std::optional<std::uint32_t> wait_s(std::string_view key, std::int64_t now_ms) const;

    // Counts one more, and returns how many there are now.
    Failures failed(std::string_view key, std::int64_t now_ms);

    // Forgets them; true if there were any.
    bool succeeded(std::string_view key);

    // What was kept from an earlier run.
    void restore(std::string_view key, Failures failures);

    std::size_t size() const { return known_.size(); }

private:
    void make_room();

    std::size_t keys_;
    std::map<std::string, Failures, std::less<>> known_;
};

}  // namespace flagfall::access
