#include "arbiterd/rules/profiles.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "arbiterd/core/profile.hpp"
#include "common/base/exit_codes.hpp"

namespace flagfall::rules {

namespace {

using nlohmann::ordered_json;

constexpr const char* help =
    "arbiterd profile list\n"
    "arbiterd profile show NAME\n"
    "\n"
    "The rules profiles that a game can be opened with (profile in open_game), as JSON by\n"
    "schemas/profile/profile.json.\n"
    "  list         all of them, one JSON object a line\n"
    "  show NAME    this one, over several lines\n";

ordered_json json_of(const game::Profile& profile) {
    ordered_json json{{"id", profile.id},
                      {"title", profile.title},
                      {"description", profile.description},
                      {"edition", profile.edition},
                      {"time_class", name(profile.time_class)},
                      {"penalty_us", profile.penalty.us}};
    if (!profile.penalty_article.empty()) json["penalty_article"] = profile.penalty_article;
    json["illegal_actions_to_lose"] = profile.illegal_actions_to_lose;
    json["press_without_move_is_illegal"] = profile.press_without_move_is_illegal;
    json["automatic_resume"] = profile.automatic_resume;
    return json;
}

int print(const std::string& text, std::FILE* out) {
    std::fwrite(text.data(), 1, text.size(), out);
    return std::fflush(out) == 0 ? exit_code::ok : exit_code::commit_failed;
}

int show(std::string_view wanted, std::FILE* out, std::FILE* err) {
    const auto known = game::profiles();
    const auto found = std::ranges::find(known, wanted, &game::Profile::id);
    if (found != known.end()) return print(json_of(*found).dump(2) + "\n", out);
    std::string names;
    for (const game::Profile& profile : known) names += " " + std::string(profile.id);
    std::fprintf(err, "arbiterd: there is no profile \"%s\"; there are:%s\n",
                 std::string(wanted).c_str(), names.c_str());
    return exit_code::usage;
}

}  // namespace

int run_profile(std::span<const std::string_view> args, std::FILE* out, std::FILE* err) {
    const auto asks_help = [](std::string_view arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) return print(help, out);
    if (args.size() == 2 && args[0] == "show") return show(args[1], out, err);
    if (args.size() != 1 || args[0] != "list") {
        std::fputs(help, err);
        return exit_code::usage;
    }
    std::string lines;
    for (const game::Profile& profile : game::profiles()) lines += json_of(profile).dump() + "\n";
    return print(lines, out);
}

}  // namespace flagfall::rules
