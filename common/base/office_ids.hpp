// The ids that arbiterd gives its commands. clockd accepts ids that begin so only from arbiterd.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall {

inline constexpr std::string_view ruling_ids = "arb:";  // of what follows from a game's events
inline constexpr std::string_view hall_ids = "hall:";   // of what an event's office asks for

// Is this id, or would it be, one of arbiterd's own?
constexpr bool is_office_id(std::string_view id) {
    return id.starts_with(ruling_ids) || id.starts_with(hall_ids);
}

// The id of the desk's act at one board that follows from an office's act for many boards. People's
// ids never begin so, so no two acts share one.
inline std::string board_act_id(std::string_view act, std::uint32_t board) {
    return std::string(hall_ids) + std::string(act) + ":" + std::to_string(board);
}

}  // namespace flagfall
