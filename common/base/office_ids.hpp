// The ids that arbiterd gives its commands. clockd takes ids that begin so from nobody else.
#pragma once

#include <string_view>

namespace flagfall {

inline constexpr std::string_view ruling_ids = "arb:";  // of what follows from a game's events
inline constexpr std::string_view hall_ids = "hall:";   // of what an event's office asks for

// Is this id, or would it be, one of arbiterd's own?
constexpr bool is_office_id(std::string_view id) {
    return id.starts_with(ruling_ids) || id.starts_with(hall_ids);
}

}  // namespace flagfall
