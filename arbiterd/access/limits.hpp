// Limits of access, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t devices_of_person = 16;  // recognized by their cookie
inline constexpr std::int64_t device_kept_ms = 180LL * 24 * 3'600'000;  // after its last log-in
inline constexpr std::size_t known_jobs = 256;     // PINs and known browsers that wait for hashing
inline constexpr std::size_t notices_shown = 20;    // security notices beside a person's session
inline constexpr std::size_t secret_distinct = 4;  // different characters in a password, at least

}  // namespace flagfall::limits
