#include "arbiterd/rules/profiles.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/core/profile.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/print.hpp"

namespace flagfall::rules {

namespace {

using nlohmann::ordered_json;

std::string help() {
    const cli::Command command = profile_command();
    return cli::help("arbiterd", {&command});
}

ordered_json value_of(const game::Setting& setting, const game::Settings& from) {
    std::string text = setting.print(from);
    switch (setting.kind) {
        case game::SettingKind::yes_or_no: return text == "true";
        case game::SettingKind::count:
        case game::SettingKind::seconds: return std::stol(text);
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

int print(const std::string& text, std::FILE* out) {
    std::fwrite(text.data(), 1, text.size(), out);
    return std::fflush(out) == 0 ? exit_code::ok : exit_code::commit_failed;
}

int usage(const std::string& text, std::FILE* err) {
    std::fprintf(err, "arbiterd: %s\n", text.c_str());
    return exit_code::usage;
}

// What stands after `show NAME` or `for TIME_CONTROL`.
struct Options {
    chess::Variant variant = chess::Variant::chess;
    std::vector<std::string_view> set;
};
std::optional<Options> read_options(std::span<const std::string_view> args, bool variant_too) {
    Options options;
    for (std::size_t i = 0; i < args.size(); i += 2) {
        if (i + 1 == args.size()) return std::nullopt;
        const std::string_view value = args[i + 1];
        if (args[i] == "--set") {
            options.set.push_back(value);
        } else if (args[i] == "--variant" && variant_too &&
                   (value == "chess" || value == "chess960")) {
            options.variant = value == "chess" ? chess::Variant::chess : chess::Variant::chess960;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

int show(game::Profile profile, const Options& options, const Both<TimeControl>* control,
         std::FILE* out, std::FILE* err) {
    for (const std::string_view pair : options.set) {
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
        if (const auto why = game::set(profile, pair.substr(0, equals), value)) {
            return usage(std::string(pair) + ": " + *why, err);
        }
    }
    const auto against = game::contradictions(profile, control);
    if (!against.empty()) return usage(against.front(), err);
    return print(json_of(profile).dump(2) + "\n", out);
}

int show_named(std::string_view wanted, const Options& options, std::FILE* out, std::FILE* err) {
    if (const game::Profile* found = game::profile_named(wanted)) {
        return show(*found, options, nullptr, out, err);
    }
    std::string names;
    for (const game::Profile& profile : game::profiles()) names += " " + profile.id;
    return usage("there is no profile \"" + std::string(wanted) + "\"; there are:" + names, err);
}

int show_for(std::string_view text, const Options& options, std::FILE* out, std::FILE* err) {
    const auto control = parse_time_control(text);
    if (!control) {
        return usage("no time control: " + flagfall::text(control.error()), err);
    }
    return show(game::profile_for(text, options.variant), options, &*control, out, err);
}

template <class Range>
int list(const Range& all, std::FILE* out) {
    std::string lines;
    for (const auto& each : all) lines += json_of(each).dump() + "\n";
    return print(lines, out);
}

}  // namespace

cli::Command profile_command() {
    const cli::Option set{.name = "set", .value = "SETTING=VALUE",
                          .help = "as the event announced it, instead of what the profile says",
                          .repeated = true};
    return {
        .name = "profile",
        .summary = "tell the rules profiles that games are judged by",
        .text = "The rules profiles that a game can be opened with (profile and rules in "
                "open_game), as JSON by schemas/profile/profile.json.",
        .commands =
            {{.name = "list", .summary = "all of them, one JSON object a line"},
             {.name = "show",
              .summary = "this one, over several lines",
              .arguments = {{.name = "NAME"}},
              .options = {set}},
             {.name = "for",
              .summary = "the one that follows from a time control (A.1, B.1)",
              .arguments = {{.name = "TIME_CONTROL"}},
              .options = {{.name = "variant", .value = "VARIANT", .help = "chess or chess960",
                           .choices = {"chess", "chess960"}},
                          set}},
             {.name = "settings", .summary = "what a profile can say, one JSON object a line"}},
        .run = [](const std::vector<std::string>& args) {
            const std::vector<std::string_view> views(args.begin(), args.end());
            return run_profile(views, stdout, stderr);
        }};
}

int run_profile(std::span<const std::string_view> args, std::FILE* out, std::FILE* err) {
    const auto asks_help = [](std::string_view arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) return print(help(), out);
    if (args.size() == 1 && args[0] == "list") return list(game::profiles(), out);
    if (args.size() == 1 && args[0] == "settings") return list(game::settings(), out);
    if (args.size() >= 2 && (args[0] == "show" || args[0] == "for")) {
        const bool named = args[0] == "show";
        if (const auto options = read_options(args.subspan(2), !named)) {
            return named ? show_named(args[1], *options, out, err)
                         : show_for(args[1], *options, out, err);
        }
    }
    std::fputs(help().c_str(), err);
    return exit_code::usage;
}

}  // namespace flagfall::rules
