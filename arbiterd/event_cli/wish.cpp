#include "arbiterd/event_cli/wish.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "arbiterd/event_cli/print.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "common/base/clock_time.hpp"

namespace flagfall::event_cli {

namespace {

using nlohmann::ordered_json;
using Made = std::expected<ordered_json, std::string>;

std::optional<std::int64_t> number_in(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty() || number < 0)
        return std::nullopt;
    return number;
}

// The word at this place as a number.
Made number_at(const cli::Values& values, std::size_t at, const std::string& what) {
    const auto number = number_in(values.arguments().at(at));
    if (number) return ordered_json(*number);
    return std::unexpected(what + ": \"" + values.arguments().at(at) + "\" is no number");
}

// Those of these options that were given, as fields; numbers as numbers.
void take(ordered_json& out, const cli::Values& values,
          std::initializer_list<std::pair<const char*, const char*>> options,
          bool numbers = false) {
    for (const auto& [option, field] : options) {
        if (!values.has(option)) continue;
        if (numbers) out[field] = values.number(option);
        else out[field] = values.text(option);
    }
}

// Nothing is said that was not given.
void take_terms(ordered_json& out, const cli::Values& values) {
    ordered_json terms = out.value("terms", ordered_json::object());
    take(terms, values, {{"time-control", "time_control"}, {"profile", "profile"},
                         {"variant", "variant"}, {"fen", "fen"}, {"reports", "reports"}});
    if (values.has("default-time"))
        terms["default_time_us"] = values.duration("default-time").us;
    if (!values.all("rule").empty()) {
        ordered_json rules = ordered_json::array();
        for (const std::string& rule : values.all("rule")) {
            const std::size_t equals = std::min(rule.find('='), rule.size());
            const std::size_t after = std::min(equals + 1, rule.size());
            rules.push_back({rule.substr(0, equals), rule.substr(after)});
        }
        terms["rules"] = std::move(rules);
    }
    if (!terms.empty()) out["terms"] = std::move(terms);
}

ordered_json info_of(const cli::Values& values, ordered_json info) {
    take(info, values, {{"name", "name"}, {"place", "place"}, {"federation", "federation"},
                        {"begins", "begins"}, {"ends", "ends"},
                        {"chief-arbiter", "chief_arbiter"}, {"kind", "kind"},
                        {"pairing-system", "pairing_system"}});
    take(info, values, {{"rounds", "rounds"}}, true);
    if (!values.all("deputy").empty()) info["deputies"] = values.all("deputy");
    take_terms(info, values);
    return info;
}

ordered_json boards_of(const cli::Values& values) {
    ordered_json boards = ordered_json::array();
    for (const std::string& board : values.all("board")) boards.push_back(std::stol(board));
    return boards;
}

ordered_json player_of(const cli::Values& values) {
    ordered_json player{{"number", 0}, {"name", values.arguments().at(1)}};
    take(player, values, {{"title", "title"}, {"sex", "sex"}, {"federation", "federation"},
                          {"fide-id", "fide_id"}, {"birth", "birth"}, {"club", "club"}});
    take(player, values, {{"number", "number"}, {"rating", "rating"}, {"team", "team"}}, true);
    return player;
}

Made pairings_of(const cli::Values& values) {
    ordered_json all = ordered_json::array();
    for (std::size_t i = 2; i < values.arguments().size(); ++i) {
        const auto pairing = pairing_of(values.arguments()[i]);
        if (!pairing) return std::unexpected(pairing.error());
        all.push_back(ordered_json::parse(*pairing));
    }
    return all;
}

// ---- acts, by their words -------------------------------------------------------------------

Made of_event(std::string_view word, const cli::Values& values, const std::string& info) {
    if (word == "create")
        return ordered_json{{"type", "create_event"},
                            {"info", info_of(values, ordered_json::object())}};
    auto known = ordered_json::parse(info, nullptr, false);
    if (!known.is_object()) return std::unexpected("arbiterd did not tell what the event is");
    return ordered_json{{"type", "change_event"}, {"info", info_of(values, std::move(known))}};
}

Made of_bye(const cli::Values& values) {
    const Made number = number_at(values, 1, "NUMBER");
    if (!number) return number;
    ordered_json act{{"type", "request_bye"}, {"number", *number}};
    act["rounds"] = ordered_json::array();
    for (std::size_t i = 2; i < values.arguments().size(); ++i) {
        const Made round = number_at(values, i, "ROUND");
        if (!round) return round;
        act["rounds"].push_back(*round);
    }
    if (!values.flag("none")) act["bye"] = values.has("kind") ? values.text("kind") : "H";
    return act;
}

// The acts that need no more than the event.
const char* event_act(std::string_view word) {
    return word == "hide"     ? "hide_event"
           : word == "unhide" ? "show_event"
           : word == "seed"   ? "seed_players"
                              : nullptr;
}

Made of_player(std::string_view word, const cli::Values& values) {
    if (word == "add")
        return ordered_json{{"type", "enter_players"},
                            {"players", ordered_json::array({player_of(values)})}};
    if (word == "team") {
        ordered_json team{{"number", 0}, {"name", values.arguments().at(1)}};
        take(team, values, {{"federation", "federation"}});
        take(team, values, {{"number", "number"}}, true);
        return ordered_json{{"type", "enter_teams"}, {"teams", ordered_json::array({team})}};
    }
    const Made number = number_at(values, 1, "NUMBER");
    if (!number) return number;
    if (word == "remove") return ordered_json{{"type", "remove_player"}, {"number", *number}};
    const std::int64_t from = word == "withdraw" ? values.number("from") : 0;
    return ordered_json{{"type", "withdraw_player"}, {"number", *number}, {"from_round", from}};
}

Made of_result(const cli::Values& values, ordered_json act) {
    const Made board = number_at(values, 2, "BOARD");
    if (!board) return board;
    act["board"] = *board;
    const std::string& score = values.arguments().at(3);
    if (score == "none") return act;
    const auto read = formats::read_result(score);
    if (!read || !read->score)
        return std::unexpected("SCORE: \"" + score + "\" is no result such as 1-0, 0-1 or 1/2-1/2");
    const std::string kind = values.has("kind") ? values.text("kind")
                                                : std::string(formats::name(read->kind));
    act["entered"] = {{"score", text(*read->score)}, {"kind", kind}};
    take(act["entered"], values, {{"article", "article"}});
    return act;
}

// Clock times of these options, as far as they are given.
std::optional<std::string> take_times(ordered_json& act, const cli::Values& values) {
    for (const auto& [option, field] : {std::pair("white", "white_us"), {"black", "black_us"}}) {
        if (!values.has(option)) continue;
        const auto time = clock_time_from(values.text(option));
        if (!time)
            return "--" + std::string(option) + ": \"" + values.text(option) +
                   "\" is no time such as 1:30:00, 5:00 or 90";
        act[field] = time->us;
    }
    return std::nullopt;
}

// Of the acts for many boards: the desk's act in it; nullptr for other words.
const char* hall_act(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, const char*>, 4> acts{
        {{"pause", "pause_clock"},
         {"resume", "resume_clock"},
         {"adjust", "adjust_clock"},
         {"control", "set_control"}}};
    for (const auto& [name, type] : acts)
        if (name == word) return type;
    return nullptr;
}

Made of_hall(std::string_view word, const cli::Values& values) {
    ordered_json act{{"type", "rule_boards"}};
    take(act, values, {{"round", "round"}}, true);
    take(act, values, {{"sector", "sector"}, {"article", "article"}});
    if (!values.all("board").empty()) act["boards"] = boards_of(values);
    ordered_json inner{{"type", hall_act(word)}};
    if (word == "control") inner["time_control"] = values.arguments().at(1);
    if (const auto wrong = take_times(inner, values)) return std::unexpected(*wrong);
    act["act"] = std::move(inner);
    return act;
}

// The acts that need no more than the round, and the boards where they take some.
const char* round_act(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, const char*>, 8> acts{
        {{"undo-start", "undo_start"},
         {"publish", "publish_round"},
         {"unpublish", "withdraw_publication"},
         {"prepare", "prepare_round"},
         {"start", "start_round"},
         {"finish", "finish_round"},
         {"confirm", "confirm_round"},
         {"reopen", "reopen_round"}}};
    for (const auto& [name, type] : acts)
        if (name == word) return type;
    return nullptr;
}

Made of_round(std::string_view word, const cli::Values& values) {
    const Made round = number_at(values, 1, "ROUND");
    if (!round) return round;
    if (word == "plan") {
        ordered_json act{{"type", "plan_round"}, {"number", *round}};
        take(act, values, {{"starts", "starts"}});
        take_terms(act, values);
        return act;
    }
    if (word == "result")
        return of_result(values, {{"type", "enter_result"}, {"round", *round}});
    if (word == "pair" || word == "change-pairing") {
        Made pairings = pairings_of(values);
        if (!pairings) return pairings;
        return ordered_json{{"type", word == "pair" ? "set_pairings" : "change_pairing"},
                            {"round", *round},
                            {"pairings", std::move(*pairings)}};
    }
    ordered_json act{{"type", round_act(word)}, {"round", *round}};
    if (!values.all("board").empty()) act["boards"] = boards_of(values);
    take(act, values, {{"sector", "sector"}});
    if (values.flag("without-clocks")) act["without_clocks"] = true;
    return act;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool plain = (std::isalnum(static_cast<unsigned char>(c)) != 0 &&
                            static_cast<unsigned char>(c) < 0x80) ||
                           c == '-' || c == '_' || c == '.';
        char code[4];
        std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned char>(c));
        out += plain ? std::string(1, c) : std::string(code);
    }
    return out;
}

std::string event_path(std::string_view event) { return "/api/v1/events/" + escaped(event); }

std::expected<std::string, std::string> pairing_of(std::string_view text) {
    const auto wrong = [&] {
        return std::unexpected("\"" + std::string(text) +
                               "\" is no pairing such as 1:3-4 (board, White, Black) or 5=H "
                               "(player, bye)");
    };
    if (const std::size_t equals = text.find('='); equals != text.npos) {
        const auto player = number_in(text.substr(0, equals));
        if (!player) return wrong();
        return ordered_json{{"white", *player}, {"bye", text.substr(equals + 1)}}.dump();
    }
    const std::size_t colon = text.find(':');
    const std::size_t dash = text.find('-');
    if (colon == text.npos || dash == text.npos || dash < colon) return wrong();
    const auto board = number_in(text.substr(0, colon));
    const auto white = number_in(text.substr(colon + 1, dash - colon - 1));
    const auto black = number_in(text.substr(dash + 1));
    if (!board || !white || !black) return wrong();
    return ordered_json{{"board", *board}, {"white", *white}, {"black", *black}}.dump();
}

std::string media_type_of(std::string_view file) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> types{
        {{".json", "application/json"},
         {".trf", "application/x-trf"},
         {".trfx", "application/x-trf"},
         {".csv", "text/csv"},
         {".pgn", "application/x-chess-pgn"},
         {".txt", "text/plain"}}};
    for (const auto& [ending, type] : types)
        if (file.ends_with(ending)) return std::string(type);
    return "application/octet-stream";
}

std::expected<std::string, std::string> act_of(std::string_view word, const cli::Values& values,
                                               const std::string& info) {
    if (const char* type = event_act(word)) return ordered_json{{"type", type}}.dump();
    Made act = word == "bye" ? of_bye(values)
               : word == "create" || word == "change" ? of_event(word, values, info)
               : word == "add" || word == "remove" || word == "withdraw" || word == "reinstate" ||
                       word == "team"
                   ? of_player(word, values)
               : hall_act(word) ? of_hall(word, values)
                                : of_round(word, values);
    if (!act) return std::unexpected(act.error());
    // What the shell gave need not be UTF-8.
    return act->dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

namespace {

// What can be had of an event as a file, and where; "%" is the round's path.
std::expected<Question, std::string> file_of(const cli::Values& values) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> files{
        {{"trf26", "/trf?version=26"},
         {"trf16", "/trf?version=16"},
         {"players.csv", "/players.csv"},
         {"pgn", "%/games.pgn"},
         {"results.csv", "%/results.csv"},
         {"results.res", "%/results.res"},
         {"results.html", "%/results.html"},
         {"pairings.txt", "%/pairings.txt"}}};
    const std::string path = event_path(values.arguments().at(0));
    const std::string& what = values.arguments().at(1);
    if (values.has("pair")) {
        if (what != "trf26" && what != "trf16")
            return std::unexpected("--pair goes with trf26 or trf16");
        std::string place = path + "/rounds/" + std::to_string(values.number("pair")) +
                            "/trf?version=" + what.substr(3);
        if (values.has("colour")) place += "&colour=" + escaped(values.text("colour"));
        return Question{place};
    }
    for (const auto& [name, place] : files) {
        if (name != values.arguments().at(1)) continue;
        if (!place.starts_with('%')) return Question{path + std::string(place)};
        if (!values.has("round")) return std::unexpected("say of which round: --round N");
        return Question{path + "/rounds/" + escaped(values.text("round")) +
                        std::string(place.substr(1))};
    }
    return std::unexpected("WHAT is one of those in --help");
}

}  // namespace

std::optional<std::expected<Question, std::string>> question_of(std::string_view word,
                                                                const cli::Values& values) {
    if (word == "list")
        return Question{values.flag("hidden") ? "/api/v1/events?hidden=true" : "/api/v1/events",
                        print_events};
    if (word == "export") return file_of(values);
    const bool reads = word == "show" || word == "players" || word == "round" ||
                       word == "results";
    if (!reads) return std::nullopt;
    const std::string path = event_path(values.arguments().at(0));
    if (word == "show") return Question{path, print_event};
    if (word == "players") return Question{path + "/players?limit=1000", print_players};
    const std::string round = path + "/rounds/" + escaped(values.arguments().at(1));
    if (word == "round") return Question{round, print_round};
    return Question{round + "/results", print_results};
}

}  // namespace flagfall::event_cli
