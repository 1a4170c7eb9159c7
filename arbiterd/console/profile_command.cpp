#include "arbiterd/console/profile_command.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "arbiterd/game/state/profile.hpp"
#include "common/base/entered_control.hpp"
#include "common/base/number.hpp"
#include "common/cli/call.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

ordered_json value_of(const game::Setting& setting, const game::Settings& from) {
    std::string text = setting.print(from);
    switch (setting.kind) {
        case game::SettingKind::yes_or_no: return text == "true";
        case game::SettingKind::count:
        case game::SettingKind::seconds: return whole_number<std::int64_t>(text).value();
        case game::SettingKind::choice:
        case game::SettingKind::article: break;
    }
    return text;
}

ordered_json json_of(const game::Profile& profile) {
    const bool chess960 = profile.variant == chess::Variant::chess960;
    ordered_json json{{"id", profile.id},
                      {"title", profile.title},
                      {"description", profile.description},
                      {"edition", profile.edition},
                      {"time_class", name(profile.time_class)},
                      {"variant", chess960 ? "chess960" : "chess"}};
    ordered_json& settings = json["settings"];
    for (const game::Setting& setting : game::settings()) {
        settings[std::string(setting.name)] = value_of(setting, profile);
    }
    return json;
}

ordered_json json_of(const game::Setting& setting) {
    return {{"name", setting.name},
            {"article", setting.article},
            {"kind", name(setting.kind)},
            {"values", values_of(setting)},
            {"words", setting.words},
            {"default", value_of(setting, game::Settings{})},
            {"text", setting.text}};
}

int show(const cli::Call& call, game::Profile profile, const Both<TimeControl>* control) {
    for (const std::string& pair : call.values.all("set")) {
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string value = pair.substr(std::min(equals + 1, pair.size()));
        if (const auto why = game::set(profile, pair.substr(0, equals), value))
            return call.usage(pair + ": " + *why);
    }
    const auto against = game::contradictions(profile, control);
    if (!against.empty()) return call.usage(against.front());
    return call.print(json_of(profile).dump(2) + "\n");
}

int show_named(const cli::Call& call) {
    return show(call, *game::profile_named(call.values.text("NAME")), nullptr);
}

int show_for(const cli::Call& call) {
    const auto entered = entered_control(call.values.text("TIME_CONTROL"), EnteredBy::person);
    if (!entered) return call.usage("TIME_CONTROL: " + entered.error());
    const bool chess960 = call.values.text("variant") == "chess960";
    const auto variant = chess960 ? chess::Variant::chess960 : chess::Variant::chess;
    game::Profile profile = game::profile_for(text(entered->control), variant);
    profile.period_trigger = entered->trigger.value_or(profile.period_trigger);
    return show(call, std::move(profile), &entered->control);
}

template <class Range>
int list(const cli::Call& call, const Range& all) {
    std::string lines;
    for (const auto& each : all) lines += json_of(each).dump() + "\n";
    return call.print(lines);
}

std::vector<std::string> names_of_profiles() {
    std::vector<std::string> names;
    for (const game::Profile& profile : game::profiles()) names.push_back(profile.id);
    return names;
}

}  // namespace

cli::Subcommand profile_command() {
    const cli::Option set{.name = "set", .value = "SETTING=VALUE",
                          .help = "replace a setting of the profile, as the event announced it",
                          .repeated = true};
    return {
        .name = "profile",
        .summary = "show the rules profiles that games are judged by",
        .text = "The rules profiles that a game can be opened with (profile and rules in "
                "open_game), as JSON by schemas/profile/profile.json.",
        .commands =
            {{.name = "list",
              .summary = "all profiles, one JSON object per line",
              .run = [](const cli::Call& call) { return list(call, game::profiles()); }},
             {.name = "show",
              .summary = "one profile, over several lines",
              .arguments = {{.name = "NAME", .choices = names_of_profiles()}},
              .options = {set},
              .run = show_named},
             {.name = "for",
              .summary = "the profile that follows from a time control (A.1, B.1)",
              .arguments = {{.name = "TIME_CONTROL",
                             .help = "such as 5400+30, or a name of clockd presets"}},
              .options = {{.name = "variant", .value = "VARIANT", .otherwise = "chess",
                           .help = "chess or chess960", .choices = {"chess", "chess960"}},
                          set},
              .run = show_for},
             {.name = "settings",
              .summary = "the settings that a profile has, one JSON object per line",
              .run = [](const cli::Call& call) { return list(call, game::settings()); }}}};
}

}  // namespace flagfall::console
