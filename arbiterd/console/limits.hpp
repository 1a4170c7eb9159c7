// Limits of the command lines, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// For `event follow`: files of a folder; bytes (each file is limited as an import) and games of one
// look; and how much is remembered so that nothing is printed or sent twice.
inline constexpr std::size_t follow_files = 4096;
inline constexpr std::size_t follow_bytes = std::size_t{64} * 1024 * 1024;
inline constexpr std::size_t follow_games = 32 * 1024;
inline constexpr std::size_t follow_remembered = 16 * 1024;
inline constexpr std::size_t follow_said = 100;  // remarks of one look; the rest come later
inline constexpr std::int64_t follow_every_least_ms = 100;
inline constexpr std::int64_t follow_every_most_ms = 3'600'000;
inline constexpr int follow_tries = 3;  // per look, when others change the event meanwhile

}  // namespace flagfall::limits
