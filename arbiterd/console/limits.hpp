// Limits of the command lines, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// `event follow`: a folder's files; the bytes (each is an imported file) and games of one look; and
// what is remembered so that it is said, or sent, once.
inline constexpr std::size_t follow_files = 4096;
inline constexpr std::size_t follow_bytes = std::size_t{64} * 1024 * 1024;
inline constexpr std::size_t follow_games = 32 * 1024;
inline constexpr std::size_t follow_remembered = 16 * 1024;
inline constexpr std::size_t follow_said = 100;  // remarks of one look; the others come later
inline constexpr std::int64_t follow_every_least_ms = 100;
inline constexpr std::int64_t follow_every_most_ms = 3'600'000;
inline constexpr int follow_tries = 3;  // of one look, while others change the event

}  // namespace flagfall::limits
