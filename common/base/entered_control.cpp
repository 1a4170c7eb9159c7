#include "common/base/entered_control.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/control_words.hpp"
#include "common/base/text.hpp"

namespace flagfall {

namespace {

constexpr const char* all_names = "`clockd presets` lists controls by name";

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Names have dashes, or begin with a small letter. The notation has neither, except for the dash
// between White's part and Black's.
bool looks_like_name(std::string_view text) {
    const bool sides = text.starts_with('W');
    return !text.empty() && (is_letter(text.front()) || (!sides && text.contains('-')));
}

// How many letters must be changed, added or left out to make one of the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

// The names that are hardly different, and those that it is a part of, the closest first: "rapid"
// may mean fide-rapid or club-rapid.
std::string closest(std::string_view name) {
    constexpr std::size_t most = 3;
    constexpr std::size_t typing_errors = 2;
    std::string small(name);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    std::vector<std::pair<std::size_t, std::string_view>> found;
    for (const ControlPreset& preset : control_presets()) {
        const bool part = small.size() > typing_errors && preset.name.contains(small);
        const std::size_t errors = part ? 0 : distance(small, preset.name);
        if (errors <= typing_errors) found.emplace_back(errors, preset.name);
    }
    std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string_view>::first);
    if (found.size() > most) found.resize(most);
    std::string all;
    for (const auto& [errors, preset] : found)
        all += (all.empty() ? " (did you mean " : " or ") + std::string(preset);
    return all.empty() ? all : all + "?)";
}

std::string no_such_name(std::string_view name) {
    constexpr std::size_t most_bytes = 40;  // longer than every name
    if (name.size() > most_bytes) return "no time control has this name";
    return "no time control has the name " + printable(name) + closest(name);
}

}  // namespace

std::expected<EnteredControl, std::string> entered_control(std::string_view text) {
    const ControlPreset* preset = control_preset(text);
    auto control = parse_time_control(preset ? preset->control : text);
    if (!control && looks_like_name(text))
        return std::unexpected(no_such_name(text) + "; " + all_names);
    if (!control) return std::unexpected(flagfall::text(control.error()) + "; " + all_names);
    EnteredControl entered{.control = std::move(*control)};
    const bool several = std::ranges::any_of(
        entered.control.values, [](const TimeControl& side) { return side.periods.size() > 1; });
    if (preset && several) entered.trigger = preset->trigger;
    return entered;
}

}  // namespace flagfall
