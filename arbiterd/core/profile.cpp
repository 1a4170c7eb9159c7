#include "arbiterd/core/profile.hpp"

#include <algorithm>
#include <array>

namespace flagfall::game {

namespace {

constexpr std::string_view edition = "FIDE-E01-2023";

constexpr std::array<Profile, 3> all{{
    {
        .id = "fide-standard",
        .title = "FIDE standard chess",
        .description = "The Laws as they stand, for 60 minutes or more.",
        .edition = edition,
        .time_class = TimeClass::standard,
        .penalty = minutes(2),
        .penalty_article = "",
        .illegal_actions_to_lose = 2,
        .press_without_move_is_illegal = true,
        .automatic_resume = true,
    },
    {
        .id = "fide-rapid",
        .title = "FIDE rapid chess, Competitive Rules",
        .description = "Appendix A under A.4, for more than 10 and less than 60 minutes: as "
                       "standard chess, but the penalties of Articles 7 and 9 are one minute "
                       "(A.3).",
        .edition = edition,
        .time_class = TimeClass::rapid,
        .penalty = minutes(1),
        .penalty_article = "A.3",
        .illegal_actions_to_lose = 2,
        .press_without_move_is_illegal = true,
        .automatic_resume = true,
    },
    {
        .id = "fide-blitz",
        .title = "FIDE blitz chess, Competitive Rules",
        .description = "Appendix B under B.2, for 10 minutes or less: as standard chess, but the "
                       "penalties of Articles 7 and 9 are one minute. By the letter they would be "
                       "two, since B.3 alone refers to A.3; practice gives one minute under B.2, "
                       "too, and a shorter game should not have the longer penalty.",
        .edition = edition,
        .time_class = TimeClass::blitz,
        .penalty = minutes(1),
        .penalty_article = "A.3",
        .illegal_actions_to_lose = 2,
        .press_without_move_is_illegal = true,
        .automatic_resume = true,
    },
}};

}  // namespace

std::span<const Profile> profiles() { return all; }

const Profile& fide_standard() { return all.front(); }

std::optional<Profile> profile_named(std::string_view name) {
    if (name.empty()) return fide_standard();
    const auto* const found = std::ranges::find(all, name, &Profile::id);
    return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace flagfall::game
