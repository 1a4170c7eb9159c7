// The ids that arbiterd gives its commands. clockd accepts these prefixes only from arbiterd.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall {

inline constexpr std::string_view ruling_ids = "arb:";  // for what follows from a game's events
inline constexpr std::string_view hall_ids = "hall:";   // for what an event's office orders

// Does this id belong to arbiterd?
constexpr bool is_office_id(std::string_view id) {
    return id.starts_with(ruling_ids) || id.starts_with(hall_ids);
}

// The id of the desk's act at one board that follows from an office's act for many boards. Ids that
// people choose never have this prefix, so no two acts share one.
inline std::string board_act_id(std::string_view act, std::uint32_t board) {
    return std::string(hall_ids) + std::string(act) + ":" + std::to_string(board);
}

}  // namespace flagfall
