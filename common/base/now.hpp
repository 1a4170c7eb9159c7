// The only access to the machine's clocks; cores never include it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/time.hpp"

namespace flagfall {

// CLOCK_BOOTTIME, which also runs while the machine is suspended.
Instant now();

// The processor time that this thread has used.
Duration thread_time();

// Wall time as milliseconds since 1970-01-01 UTC: for people, never for decisions.
std::int64_t wall_ms();

// How far CLOCK_REALTIME is ahead of now(): it jumps when somebody sets the wall clock.
Duration wall_ahead();

// The kernel's boot id: instants may be compared only when it is the same.
std::string boot_id();

// "2026-11-21T09:30:00.123Z", RFC 3339 in UTC with milliseconds.
std::string rfc3339(std::int64_t wall_ms);
// The inverse; empty for any other text.
std::optional<std::int64_t> from_rfc3339(const std::string& instant);

}  // namespace flagfall
