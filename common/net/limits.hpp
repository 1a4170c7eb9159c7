// The most that the servers of this folder hold, besides common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/limits.hpp"

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

inline constexpr std::size_t answer_bytes = 2 * line_bytes;  // and from a server: an event is
                                                             // longer than its command
inline constexpr std::size_t peer_queue_lines = 4096;      // lines waiting for one slow peer
inline constexpr std::size_t peer_queue_bytes = 8 * 1024 * 1024;  // the same lines in bytes
inline constexpr std::size_t peer_bad_lines = 16;          // malformed lines before we disconnect
inline constexpr std::size_t http_header_bytes = 16 * 1024;
inline constexpr std::size_t http_body_bytes = 64 * 1024;
inline constexpr std::size_t http_connections = 4096;
inline constexpr std::size_t http_connections_per_address = 256;
inline constexpr std::size_t http_stream_bytes = 8 * 1024 * 1024;  // waiting for one slow client
inline constexpr std::size_t websocket_message_bytes = 64 * 1024;
inline constexpr std::size_t http_answer_bytes = 256 * 1024 * 1024;  // that our client accepts
inline constexpr std::size_t webhook_answer_bytes = 64 * 1024;

}  // namespace flagfall::limits
