// Limits of access, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t devices_of_person = 16;  // browsers known by their cookie
inline constexpr std::int64_t device_kept_ms = 180LL * 24 * 3'600'000;  // after its last log-in
inline constexpr std::size_t known_jobs = 256;     // PINs and known devices that wait for a hash
inline constexpr std::size_t notices_shown = 20;    // of what concerns a person, with their session
inline constexpr std::size_t secret_distinct = 4;  // characters that a password has at least

}  // namespace flagfall::limits
