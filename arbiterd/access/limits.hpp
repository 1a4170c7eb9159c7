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

inline constexpr std::size_t person_name_bytes = 128;       // of a person, a token or a sector
inline constexpr std::size_t person_sectors = 64;
inline constexpr std::size_t password_code_points = 10;     // shortest
inline constexpr std::size_t password_bytes = 1024;         // longest
inline constexpr std::size_t pin_digits_min = 4;
inline constexpr std::size_t pin_digits_max = 8;
inline constexpr std::uint32_t argon2_memory_kib = 19 * 1024;  // RFC 9106 parameters m, t and p
inline constexpr std::uint32_t argon2_passes = 2;
inline constexpr std::uint32_t argon2_lanes = 1;
inline constexpr std::size_t password_jobs = 64;            // that wait for the worker
inline constexpr std::int64_t session_idle_ms = 12 * 3'600'000;       // a day in the hall
inline constexpr std::int64_t session_longest_ms = 7 * 24 * 3'600'000;
inline constexpr std::size_t sessions_of_person = 16;       // then the oldest ends
inline constexpr std::uint32_t wrong_pins = 5;              // in a row, then the session ends
inline constexpr std::int64_t last_used_step_ms = 5 * 60'000;  // its precision
inline constexpr std::uint32_t free_failures = 3;           // before each further one must wait
inline constexpr std::int64_t back_off_first_ms = 1'000;    // doubled with every failure
inline constexpr std::int64_t back_off_longest_ms = 5 * 60'000;
inline constexpr std::int64_t failures_kept_ms = 24 * 3'600'000;  // after the last one
inline constexpr std::size_t throttled_keys = 4096;         // names or addresses remembered

}  // namespace flagfall::limits
