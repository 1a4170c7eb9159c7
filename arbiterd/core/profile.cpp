#include "arbiterd/core/profile.hpp"

namespace flagfall::game {

const Profile& fide_standard() {
    static constexpr Profile profile{
        .id = "fide-standard",
        .edition = "FIDE-E01-2023",
        .penalty = minutes(2),
        .illegal_actions_to_lose = 2,
        .press_without_move_is_illegal = true,
        .automatic_resume = true,
    };
    return profile;
}

std::optional<Profile> profile_named(std::string_view name) {
    if (name.empty() || name == fide_standard().id) return fide_standard();
    return std::nullopt;
}

}  // namespace flagfall::game
