// Limits of proofs and of what the daemons keep of each other's logs, beside those of
// common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// Heads of the other's log (docs/protocol.md, section 1).
inline constexpr std::int64_t head_every_ms = 60'000;  // between two that are sent
inline constexpr double heads_kept_per_second = 1.0 / 30;
inline constexpr double heads_kept_at_once = 8;
inline constexpr std::size_t logs_kept = 8;         // other logs, of which heads are kept
inline constexpr std::size_t key_changes_shown = 4;  // the last ones, with a head

inline constexpr int code_rounds = 100'000;  // of PBKDF2

}  // namespace flagfall::limits
