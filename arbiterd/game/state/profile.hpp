// A rules profile: what an event announced, as plain data. Code asks the profile, never for the
// name of the event, so that another profile is another row and not another branch. A name keeps
// its meaning forever: another edition of the Laws gets new names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/settings.hpp"
#include "common/chess/types.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::game {

// Profile::edition of US Chess, 7th edition.
inline constexpr std::string_view us_edition = "USCF-7";

struct Profile : Settings {
    std::string id;
    std::string title;        // for people
    std::string description;  // its purpose, and the reasons for its settings
    std::string edition;      // of the rules: "FIDE-E01-2023", "USCF-7"
    TimeClass time_class{};   // of the time controls it is meant for
    chess::Variant variant{};
    friend bool operator==(const Profile&, const Profile&) = default;
};

// All profiles, first fide-standard, the Laws as they stand.
std::span<const Profile> profiles();

// nullptr when the name is unknown.
const Profile* profile_named(std::string_view name);

// The profile that follows from the time control (A.1, B.1) if an event announces none: by the
// 60-move sum fide-standard, or fide-rapid or fide-blitz under the Competitive Rules; likewise for
// Chess960. fide-standard if the text is not a time control.
const Profile& profile_for(std::string_view time_control, chess::Variant variant);

// Where the profile contradicts itself or the time control; empty if nowhere.
std::vector<std::string> contradictions(const Profile& profile,
                                        const Both<TimeControl>* control = nullptr);

// The rules of a game when it is opened.
struct Resolved {
    Profile profile;
    bool known = true;               // false: unknown name; the time control chose the profile
    std::vector<std::string> wrong;  // "name=value: why"; the rest of `rules` counts
};
Resolved resolve(const wire::GameTerms& terms);

// The rules of a game as the record stores them, so that no later version can change them:
// "profile", "edition", "time_class", "variant", and each setting.
wire::Pairs recorded(const Profile& profile);

// Reads the stored rules. Settings that the record does not have yet get the defaults of Settings;
// names unknown to this version are ignored.
Profile profile_from(const wire::Pairs& recorded);

}  // namespace flagfall::game
