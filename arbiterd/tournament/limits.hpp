// Limits of the events' offices; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstdint>

namespace flagfall::limits {

// A start is questioned if it comes this long before the planned start of the round.
inline constexpr std::int64_t early_start_ms = 60 * 60'000;

}  // namespace flagfall::limits
