// Limits of clockd's service; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/limits.hpp"

namespace flagfall::limits {

// The door (docs/protocol.md, section 1).
inline constexpr std::int64_t stranger_ms = 3'000;  // of a connection that has not authenticated
inline constexpr std::int64_t longest_code_ms = 86'400'000;  // a sheet's codes are good for a day
inline constexpr std::size_t sheet_codes = 4096;    // at once, if they are valid for longer
inline constexpr int code_tries_a_line = 8;           // wrong ones between lines in the log
inline constexpr std::size_t codes_stretched = 256;   // that wait to be stretched; then `busy`
inline constexpr double hellos_per_second = 1;        // on one link; the rest are bad lines
inline constexpr double hellos_at_once = 16;
inline constexpr std::size_t office_places = 64;    // of all slots, kept for arbiters and arbiterd
inline constexpr std::size_t links_of_device = 4;   // a further one ends its oldest link

// How far back a device may date an act (docs/protocol.md, section 4).
inline constexpr std::int64_t age_on_a_link_ms = 100;      // that was up all the time
inline constexpr std::int64_t catch_up_ms = 2'000;         // to send what had to wait for a link
inline constexpr std::int64_t steady_ms = 1'500;           // between lines of a device that is
                                                           // heard all the time
inline constexpr std::int64_t replaced_ms = 1'000;         // of silence: a new link takes over
inline constexpr std::int64_t away_ms = 5'000;             // unheard: its board is cut off
inline constexpr std::int64_t silence_ms = 2'500;          // of such a device, on one link
inline constexpr std::int64_t put_off_ms = 10'000;         // to send again what we postponed (busy)

// A press at a table with an electronic board waits for its move (docs/boards.md).
inline constexpr std::int64_t held_press_ms = 2'500;  // a gateway takes two seconds at most
inline constexpr std::size_t waiting_of_sender = 16;  // commands behind it; then `busy`

// Equipment that gateways report. Equipment at no table makes room for new equipment.
inline constexpr std::size_t equipment = 1'024;
inline constexpr std::int64_t equipment_figure_seconds = 100LL * 365 * 24 * 3600;  // since a frame
inline constexpr std::int64_t board_grace_ms = 5'000;   // out of reach for so long: it is gone
inline constexpr std::int64_t gateway_quiet_ms = 25'000;  // it reports every ten seconds
inline constexpr std::int64_t board_expected_seconds = 12LL * 3600;  // since it is gone
inline constexpr std::size_t serial_bytes = 64;
inline constexpr std::size_t placement_bytes = 71;  // 64 fields and seven lines between ranks
// The events that one gateway may cause by its equipment; placed boards have a budget of their own.
inline constexpr double equipment_events_per_second = 2;
inline constexpr double equipment_events_at_once = 512;

// Events that one device may cause.
inline constexpr double device_events_per_second = 20;
inline constexpr double device_events_at_once = 100;
// And a gateway at one table: a whole game at once, when it catches up.
inline constexpr double table_events_at_once = 2.0 * game_plies;
// `device_came_twice`; counted apart, so that a device which reconnects never loses a press.
inline constexpr double overlaps_per_second = 1;
inline constexpr double overlaps_at_once = 20;

inline constexpr std::size_t peers = 2048;                 // open connections of one daemon
inline constexpr std::int64_t first_slowing_ms = 250;       // after a wrong proof, doubling
inline constexpr std::int64_t longest_slowing_ms = 30'000;
inline constexpr std::int64_t wrong_proof_forgotten_ms = 600'000;
inline constexpr std::size_t slowed_addresses = 4096;       // that are remembered
inline constexpr std::int64_t code_ms = 600'000;            // how long a device's code is valid
inline constexpr std::size_t open_codes = 128;              // at a time

}  // namespace flagfall::limits
