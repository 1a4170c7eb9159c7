// The most that the servers of this folder hold, besides common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

// Bodies under way over all connections of an HTTP server, from the head that announces one until
// its answer: of known callers, and of strangers.
inline constexpr std::size_t http_bodies_bytes = 64 * 1024 * 1024;
inline constexpr std::size_t http_stranger_bodies_bytes = 16 * 1024 * 1024;
inline constexpr std::size_t strangers = 512;             // connections that are not authenticated
inline constexpr std::size_t strangers_of_address = 128;  // of these, from one address
// Connections of an HTTP server that have sent no head yet; the time for it, with TLS; and of all
// that have, those that only known callers may use.
inline constexpr std::size_t http_fresh = 1024;
inline constexpr std::size_t http_fresh_of_address = 256;
inline constexpr std::int64_t http_first_head_seconds = 5;
inline constexpr std::size_t http_reserved = 256;
// The cost of a message in a WebSocket's queue, besides its bytes: its place there, the text and
// its count of users, the frame's head.
inline constexpr std::size_t websocket_message_cost = 128;

}  // namespace flagfall::limits
