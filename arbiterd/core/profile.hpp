// A rules profile: what an event announced, as plain data. Code asks the profile, never the
// name of the event, so that another profile is another row and not another branch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/time.hpp"

namespace flagfall::game {

struct Profile {
    std::string_view id;
    std::string_view edition;  // of the Laws; old games keep the one they were played under
    Duration penalty;          // to the opponent, under 7.5.5 and 9.5.3 (A.3 halves it)
    std::uint32_t illegal_actions_to_lose = 0;  // 7.5.5: the second one
    bool press_without_move_is_illegal = false;  // 7.5.3; otherwise the arbiter is asked
    bool automatic_resume = false;  // the clock runs on after a correction, without a person
    friend bool operator==(const Profile&, const Profile&) = default;
};

// "fide-standard" (also the empty name): FIDE-E01-2023 at standard time controls.
const Profile& fide_standard();

// Nothing when the name is unknown.
std::optional<Profile> profile_named(std::string_view name);

}  // namespace flagfall::game
