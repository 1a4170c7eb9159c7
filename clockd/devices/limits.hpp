// Limits of the gateway for boards; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::limits {

inline constexpr std::size_t frame_bytes = 16'383;      // two fields of seven bits
inline constexpr std::size_t trademark_bytes = 512;     // of a board's words about itself
inline constexpr std::size_t boards_on_line = 128;      // of one serial line

// The session on a line (bus_line.hpp, single_line.hpp).
inline constexpr std::int64_t settle_ms = 250;          // no change for so long: hands are away
inline constexpr std::int64_t scan_ms = 300;            // a board looks at itself so often
inline constexpr std::int64_t answer_ms = 80;           // of a board on a bus
inline constexpr std::int64_t answer_alone_ms = 400;    // of a board that has a line of its own
inline constexpr std::int64_t between_commands_ms = 100;  // a board takes in ten bytes at a time
inline constexpr std::int64_t ping_window_ms = 1'300;   // all answer a ping within 1.1 s
// Between two readings of a clock: after a move, or of any two clocks of a bus; the game's clock.
inline constexpr std::int64_t clock_every_ms = 1'000;
inline constexpr std::int64_t clock_followed_ms = 4'000;
inline constexpr std::int64_t check_every_ms = 30'000;  // the whole board, though nothing moved
inline constexpr std::int64_t check_alone_ms = 5'000;
inline constexpr std::int64_t poll_every_ms = 100;      // the changes of a board on a bus, at most
inline constexpr std::int64_t longest_answer_ms = 20'000;  // the whole memory
// A board's clock that is the game's: clockd's is set by it when the two differ by more than this
// beyond the reading's uncertainty, and for so long; and paused when it stands for so long.
inline constexpr std::int64_t clock_agrees_ms = 500;
inline constexpr std::int64_t clock_lasts_ms = 900;
inline constexpr std::int64_t clock_drift_ms = 2'000;   // more than this beyond it is large
inline constexpr std::int64_t clock_short_ms = 60'000;  // less is left: such a moment
inline constexpr int clock_looks = 10;                  // each second, after a move
inline constexpr int search_rounds = 16;                // of pings that all boards answer
inline constexpr int urgent_in_a_row = 3;               // then something that can wait
inline constexpr std::int64_t battery_every_ms = 60'000;
inline constexpr std::int64_t retry_silent_ms = 2'000;  // a board that does not respond
inline constexpr std::int64_t search_every_ms = 5'000;   // while no board has answered
inline constexpr std::int64_t recall_ms = 60'000;        // a memory is waited for
inline constexpr std::int64_t gap_ms = 5'000;            // between looks: moves may be unseen
inline constexpr int tries = 3;                         // then a board does not respond
inline constexpr int memory_tries = 2;                  // then what can be read of it is all

inline constexpr std::int64_t list_boards_ms = 10'000;  // to look for boards, for people

// The log of raw frames (clockd/gateway/frame_log.hpp).
inline constexpr std::int64_t frames_file_rows = 200'000;
inline constexpr std::uintmax_t frames_file_bytes = 64ULL << 20;  // then the next file begins
inline constexpr std::size_t frames_files = 40;

}  // namespace flagfall::limits
