// Limits of what other programs report; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

inline constexpr std::size_t live_boards = 512;      // of one LiveChess service
inline constexpr std::size_t live_text_bytes = 256;  // of a text that it sends; else ignored
inline constexpr std::size_t live_serial_bytes = 64;  // of a serial number
inline constexpr std::size_t live_frame_bytes = 4'096;  // of a frame that is kept; the rest is cut

// Frames of one service that are kept: a service that floods must not fill the disk.
inline constexpr double live_frames_per_second = 1'000;
inline constexpr double live_frames_at_once = 4'000;
// Their bytes, which are twice as many in the log: it has the last hours, whatever a service sends.
inline constexpr double live_bytes_per_second = 128 * 1024;
inline constexpr double live_bytes_at_once = 4 * 1024 * 1024;

}  // namespace flagfall::limits
