// What the servers of this folder hold at most, besides common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

// Bodies under way over all connections of an HTTP server, from the head that announces one until
// its answer: of those who are known, and of strangers by themselves.
inline constexpr std::size_t http_bodies_bytes = 64 * 1024 * 1024;
inline constexpr std::size_t http_stranger_bodies_bytes = 16 * 1024 * 1024;
inline constexpr std::size_t strangers = 512;             // connections nobody has vouched for
inline constexpr std::size_t strangers_of_address = 128;  // of these, from one address

}  // namespace flagfall::limits
