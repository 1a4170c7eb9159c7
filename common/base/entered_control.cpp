#include "common/base/entered_control.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/ascii.hpp"
#include "common/base/control_words.hpp"
#include "common/base/number.hpp"
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
    const std::string small = lower(name);
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

constexpr std::int64_t most_time = 999'999;

// A number as it was entered.
struct Number {
    std::string_view digits;
    char before = 0;  // the characters around it; 0: none
    char unit = 0;    // 'm' or 's'; 0: none
    char after = 0;

    bool is_moves() const { return after == '/'; }
    // 0 for numbers that are too long for a time.
    std::int64_t value() const {
        return whole_number<std::int64_t>(digits, 0, most_time).value_or(0);
    }
};

// The text with each number replaced by what `write` makes of it.
template <class Write>
std::string rewritten(std::string_view text, const Write& write) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        if (end == at) {
            out += text[at++];
            continue;
        }
        Number number{.digits = text.substr(at, end - at), .before = at > 0 ? text[at - 1] : '\0'};
        at = end;
        if (at < text.size() && (text[at] == 'm' || text[at] == 's')) number.unit = text[at++];
        if (at < text.size()) number.after = text[at];
        out += write(number);
    }
    return out;
}

// The notation, in seconds: "3m+2s" is "180+2". A unit that does not belong there stays.
std::string in_seconds(std::string_view text) {
    return rewritten(text, [](const Number& number) {
        if (number.is_moves() && number.unit != 0) return std::string(number.digits) + number.unit;
        if (number.unit != 'm' || number.value() == 0) return std::string(number.digits);
        return std::to_string(number.value() * 60);
    });
}

// Is it a base time that a person may have meant in minutes? Controls of 3 to 120 minutes are
// common, those of up to 120 seconds are not. The sums of byo-yomi are often as short.
bool may_be_minutes(const Number& number) {
    constexpr std::string_view bonus = "+bdgy";  // before the number
    constexpr std::string_view byo_yomi = "yc";  // after it
    const bool base = !number.is_moves() && !bonus.contains(number.before) &&
                      !byo_yomi.contains(number.after);
    return base && number.unit == 0 && number.value() >= 1 && number.value() <= 120;
}

// What to write instead, where a base time may have been meant in minutes; nothing otherwise.
std::optional<std::string> what_is_meant(std::string_view text) {
    std::int64_t first = 0;
    const auto with = [&](char unit) {
        return rewritten(text, [&](const Number& number) {
            std::string out(number.digits);
            if (!may_be_minutes(number)) return number.unit != 0 ? out + number.unit : out;
            if (first == 0) first = number.value();
            return out + unit;
        });
    };
    const std::string minutes = with('m');
    if (first == 0) return std::nullopt;
    return std::string(text) + " means " + time_words(seconds(first)) + ": write " + minutes +
           " (which is " + in_seconds(minutes) + ") for minutes, or " + with('s') +
           " if you mean seconds";
}

}  // namespace

std::expected<EnteredControl, std::string> entered_control(std::string_view text, EnteredBy by) {
    const ControlPreset* preset = control_preset(text);
    const std::string notation = preset ? std::string(preset->control) : in_seconds(text);
    auto control = parse_time_control(notation);
    if (!control && looks_like_name(text))
        return std::unexpected(no_such_name(text) + "; " + all_names);
    if (!control)
        return std::unexpected((notation == text ? "" : "in seconds " + notation + ", ") +
                               flagfall::text(control.error()) + "; " + all_names);
    if (by == EnteredBy::person && !preset)
        if (auto meant = what_is_meant(text)) return std::unexpected(std::move(*meant));
    EnteredControl entered{.control = std::move(*control)};
    const bool several = std::ranges::any_of(
        entered.control.values, [](const TimeControl& side) { return side.periods.size() > 1; });
    if (preset && several) entered.trigger = preset->trigger;
    return entered;
}

}  // namespace flagfall
