// Limits of clockd's service; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// How far back a device may date an act (docs/protocol.md, section 4).
inline constexpr std::int64_t age_on_a_link_ms = 100;      // that stood all the while
inline constexpr std::int64_t catch_up_ms = 2'000;         // to send what had to wait for a link
inline constexpr std::int64_t put_off_ms = 10'000;         // to send again what we put off (busy)

// Events that one device may cause.
inline constexpr double device_events_per_second = 20;
inline constexpr double device_events_at_once = 100;

}  // namespace flagfall::limits
