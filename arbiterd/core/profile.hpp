// A rules profile: what an event announced, as plain data. Code asks the profile, never the
// name of the event, so that another profile is another row and not another branch. A name keeps
// its meaning for good: another edition of the Laws brings other names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "common/base/time.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::game {

struct Profile {
    std::string_view id;
    std::string_view title;        // for people
    std::string_view description;  // what it is for, and why it says what it says
    std::string_view edition;      // of the Laws; old games keep the one they were played under
    TimeClass time_class{};        // of the time controls it is meant for
    Duration penalty;              // to the opponent, under 7.5.5 and 9.5.3
    std::string_view penalty_article;  // that says so; empty: these two themselves
    std::uint32_t illegal_actions_to_lose = 0;  // 7.5.5: the second one
    bool press_without_move_is_illegal = false;  // 7.5.3; otherwise the arbiter is asked
    bool automatic_resume = false;  // the clock runs on after a correction, without a person
    friend bool operator==(const Profile&, const Profile&) = default;
};

// All of them, fide-standard first.
std::span<const Profile> profiles();

// What counts when an event announced nothing.
const Profile& fide_standard();

// "" is fide-standard; nothing when the name is unknown.
std::optional<Profile> profile_named(std::string_view name);

}  // namespace flagfall::game
