#include "arbiterd/console/event_wish.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/event_print.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "common/base/entered_control.hpp"
#include "common/base/hex.hpp"
#include "common/base/number.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;
using Made = std::expected<ordered_json, std::string>;

// Copies those of these options that were given to fields; numbers as numbers.
void take(ordered_json& out, const cli::Values& values,
          std::initializer_list<std::pair<const char*, const char*>> options,
          bool numbers = false) {
    for (const auto& [option, field] : options) {
        if (!values.has(option)) continue;
        if (numbers) out[field] = values.number(option);
        else out[field] = values.text(option);
    }
}

ordered_json rules_of(const cli::Values& values) {
    ordered_json rules = ordered_json::array();
    for (const std::string& rule : values.all("rule")) {
        const std::size_t equals = std::min(rule.find('='), rule.size());
        const std::size_t after = std::min(equals + 1, rule.size());
        rules.push_back({rule.substr(0, equals), rule.substr(after)});
    }
    return rules;
}

// How periods end is a setting of the rules: by --period-trigger, else by --rule, else by the
// preset of --time-control. What was said of the control before does not hold for this one.
void take_trigger(ordered_json& terms, const cli::Values& values,
                  const std::optional<PeriodTrigger>& preset) {
    constexpr const char* setting = "period_trigger";
    std::string trigger(name(preset));
    const bool by_option = values.has("period-trigger");
    if (by_option) trigger = values.text("period-trigger");
    if (trigger.empty()) return;
    const bool by_rule = !by_option && !values.all("rule").empty();
    ordered_json rules = ordered_json::array();
    for (const ordered_json& rule : terms.value("rules", ordered_json::array())) {
        if (rule.at(0).get<std::string>() != setting) rules.push_back(rule);
        else if (by_rule) trigger = rule.at(1).get<std::string>();
    }
    rules.push_back({setting, trigger});
    terms["rules"] = std::move(rules);
}

// Options that were not given add no fields. Returns what is wrong.
std::string take_terms(ordered_json& out, const cli::Values& values) {
    ordered_json terms = out.value("terms", ordered_json::object());
    take(terms, values, {{"profile", "profile"}, {"variant", "variant"}, {"fen", "fen"},
                         {"reports", "reports"}, {"timing", "timing"}});
    if (values.has("default-time"))
        terms["default_time_us"] = values.duration("default-time").us;
    if (!values.all("rule").empty()) terms["rules"] = rules_of(values);
    std::optional<PeriodTrigger> trigger;
    if (values.has("time-control")) {
        const auto control = entered_control(values.text("time-control"), EnteredBy::person);
        if (!control) return "--time-control: " + control.error();
        terms["time_control"] = text(control->control);
        trigger = control->trigger;
    }
    take_trigger(terms, values, trigger);
    if (!terms.empty()) out["terms"] = std::move(terms);
    return {};
}

Made info_of(const cli::Values& values, ordered_json info) {
    take(info, values, {{"name", "name"}, {"place", "place"}, {"federation", "federation"},
                        {"begins", "begins"}, {"ends", "ends"},
                        {"chief-arbiter", "chief_arbiter"}, {"kind", "kind"},
                        {"pairing-system", "pairing_system"}});
    take(info, values, {{"rounds", "rounds"}}, true);
    if (!values.all("deputy").empty()) info["deputies"] = values.all("deputy");
    if (std::string wrong = take_terms(info, values); !wrong.empty())
        return std::unexpected(std::move(wrong));
    return info;
}

ordered_json boards_of(const cli::Values& values) {
    ordered_json boards = ordered_json::array();
    for (const std::string& board : values.all("board"))
        boards.push_back(whole_number<std::int64_t>(board).value());
    return boards;
}

ordered_json player_of(const cli::Values& values) {
    ordered_json player{{"number", 0}, {"name", values.text("NAME")}};
    take(player, values, {{"title", "title"}, {"sex", "sex"}, {"federation", "federation"},
                          {"fide-id", "fide_id"}, {"birth", "birth"}, {"club", "club"}});
    take(player, values, {{"number", "number"}, {"rating", "rating"}, {"team", "team"}}, true);
    return player;
}

Made pairings_of(const cli::Values& values) {
    ordered_json all = ordered_json::array();
    for (const std::string& text : values.all("PAIRING")) {
        const auto pairing = pairing_of(text);
        if (!pairing) return std::unexpected(pairing.error());
        all.push_back(ordered_json::parse(*pairing));
    }
    return all;
}

// ---- acts, by their words -------------------------------------------------------------------

Made of_event(std::string_view word, const cli::Values& values, const std::string& event) {
    ordered_json present = ordered_json::object();
    if (word == "change") {
        // The API has the details in its own names; an act uses those of the log.
        const auto answer = json_of(event);
        const wire::Json* sent = answer ? answer->find("info") : nullptr;
        std::vector<wire::DecodeError> errors;
        wire::EventInfo known;
        if (sent) known = wire::read_object<wire::EventInfo>(*sent, wire::of_requests, {}, errors);
        if (!sent || !errors.empty())
            return std::unexpected("the server sent no details of the event");
        present = ordered_json::parse(wire::encode_part(known));
    }
    Made made = info_of(values, std::move(present));
    if (!made) return made;
    return ordered_json{{"type", word == "create" ? "create_event" : "change_event"},
                        {"info", std::move(*made)}};
}

ordered_json of_bye(const cli::Values& values) {
    ordered_json act{{"type", "request_bye"}, {"number", values.number("NUMBER")}};
    act["rounds"] = ordered_json::array();
    for (const std::string& round : values.all("ROUND"))
        act["rounds"].push_back(whole_number<std::int64_t>(round).value());
    if (!values.flag("none")) act["bye"] = values.text("kind");
    return act;
}

// Acts that need nothing except the event.
const char* event_act(std::string_view word) {
    return word == "hide"     ? "hide_event"
           : word == "unhide" ? "show_event"
           : word == "seed"   ? "seed_players"
                              : nullptr;
}

ordered_json of_player(std::string_view word, const cli::Values& values) {
    if (word == "add")
        return ordered_json{{"type", "enter_players"},
                            {"players", ordered_json::array({player_of(values)})}};
    if (word == "team") {
        ordered_json team{{"number", 0}, {"name", values.text("NAME")}};
        take(team, values, {{"federation", "federation"}});
        take(team, values, {{"number", "number"}}, true);
        return ordered_json{{"type", "enter_teams"}, {"teams", ordered_json::array({team})}};
    }
    const std::int64_t number = values.number("NUMBER");
    if (word == "remove") return ordered_json{{"type", "remove_player"}, {"number", number}};
    const std::int64_t from = word == "withdraw" ? values.number("from") : 0;
    return ordered_json{{"type", "withdraw_player"}, {"number", number}, {"from_round", from}};
}

Made of_result(const cli::Values& values, ordered_json act) {
    act["board"] = values.number("BOARD");
    const std::string& score = values.text("SCORE");
    if (score == "none") return act;
    const auto read = formats::read_result(score);
    if (!read || !read->score)
        return std::unexpected("SCORE: \"" + score +
                               "\" is not a result such as 1-0, 0-1 or 1/2-1/2");
    const std::string said(name(read->kind));
    const std::string kind = values.has("kind") ? values.text("kind") : said;
    if (said != "played" && kind != said)
        return std::unexpected("SCORE: \"" + score + "\" is " + said + ", and not " + kind);
    act["entered"] = {{"score", text(*read->score)}, {"kind", kind}};
    take(act["entered"], values, {{"article", "article"}});
    return act;
}

// The desk's act for a word that rules at many boards; nullptr for other words.
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
    if (word == "control") {
        const auto control = entered_control(values.text("CONTROL"), EnteredBy::person);
        if (!control) return std::unexpected("CONTROL: " + control.error());
        inner["time_control"] = text(control->control);
        if (control->trigger) inner["period_trigger"] = name(*control->trigger);
        take(inner, values, {{"period-trigger", "period_trigger"}});
    }
    for (const auto& [option, field] : {std::pair("white", "white_us"), {"black", "black_us"}})
        if (values.has(option)) inner[field] = values.time(option).us;
    act["act"] = std::move(inner);
    return act;
}

// Acts that need nothing except the round, and for some of them boards.
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
    const std::int64_t round = values.number("ROUND");
    if (word == "plan") {
        ordered_json act{{"type", "plan_round"}, {"number", round}};
        take(act, values, {{"starts", "starts"}});
        if (std::string wrong = take_terms(act, values); !wrong.empty())
            return std::unexpected(std::move(wrong));
        return act;
    }
    if (word == "result")
        return of_result(values, {{"type", "enter_result"}, {"round", round}});
    if (word == "pair" || word == "change-pairing") {
        Made pairings = pairings_of(values);
        if (!pairings) return pairings;
        return ordered_json{{"type", word == "pair" ? "set_pairings" : "change_pairing"},
                            {"round", round},
                            {"pairings", std::move(*pairings)}};
    }
    ordered_json act{{"type", round_act(word)}, {"round", round}};
    if (!values.all("board").empty()) act["boards"] = boards_of(values);
    take(act, values, {{"sector", "sector"}});
    if (values.flag("without-clocks")) act["without_clocks"] = true;
    return act;
}

}  // namespace

std::string event_path(std::string_view event) { return "/api/v1/events/" + percent_encode(event); }

std::expected<std::string, std::string> pairing_of(std::string_view text) {
    const auto wrong = [&] {
        return std::unexpected("\"" + std::string(text) +
                               "\" is not a pairing such as 1:3-4 (board, White, Black) or 5=H "
                               "(player, bye)");
    };
    if (const std::size_t equals = text.find('='); equals != text.npos) {
        const auto player = whole_number<std::int64_t>(text.substr(0, equals));
        if (!player) return wrong();
        return ordered_json{{"white", *player}, {"bye", text.substr(equals + 1)}}.dump();
    }
    const std::size_t colon = text.find(':');
    const std::size_t dash = text.find('-');
    if (colon == text.npos || dash == text.npos || dash < colon) return wrong();
    const auto board = whole_number<std::int64_t>(text.substr(0, colon));
    const auto white = whole_number<std::int64_t>(text.substr(colon + 1, dash - colon - 1));
    const auto black = whole_number<std::int64_t>(text.substr(dash + 1));
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
                                               const std::string& event) {
    if (const char* type = event_act(word)) return ordered_json{{"type", type}}.dump();
    Made act = word == "bye" ? of_bye(values)
               : word == "create" || word == "change" ? of_event(word, values, event)
               : word == "add" || word == "remove" || word == "withdraw" || word == "reinstate" ||
                       word == "team"
                   ? of_player(word, values)
               : hall_act(word) ? of_hall(word, values)
                                : of_round(word, values);
    if (!act) return std::unexpected(act.error());
    // Text from the shell need not be UTF-8.
    return act->dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

namespace {

// The files that can be exported from an event, with their paths; "%" is the round's path.
std::expected<Query, std::string> file_of(const cli::Values& values) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> files{
        {{"trf26", "/trf?version=26"},
         {"trf16", "/trf?version=16"},
         {"players.csv", "/players.csv"},
         {"pgn", "%/games.pgn"},
         {"results.csv", "%/results.csv"},
         {"results.res", "%/results.res"},
         {"results.html", "%/results.html"},
         {"pairings.txt", "%/pairings.txt"}}};
    const std::string path = event_path(values.text("EVENT"));
    const std::string& what = values.text("WHAT");
    if (values.has("pair")) {
        if (what != "trf26" && what != "trf16")
            return std::unexpected("--pair goes with trf26 or trf16");
        std::string place = path + "/rounds/" + std::to_string(values.number("pair")) +
                            "/trf?version=" + what.substr(3);
        if (values.has("colour")) place += "&colour=" + percent_encode(values.text("colour"));
        return Query{place};
    }
    for (const auto& [name, place] : files) {
        if (name != what) continue;
        if (!place.starts_with('%')) return Query{path + std::string(place)};
        if (!values.has("round")) return std::unexpected("add the round: --round N");
        return Query{path + "/rounds/" + percent_encode(values.text("round")) +
                        std::string(place.substr(1))};
    }
    return std::unexpected("WHAT is one of those in --help");
}

}  // namespace

std::string import_query(const cli::Values& values, const std::string& confirm) {
    std::string query;
    const auto add = [&](const std::string& part) { query += (query.empty() ? "?" : "&") + part; };
    if (values.has("round")) add("round=" + values.text("round"));
    if (values.has("first-board")) add("firstBoard=" + values.text("first-board"));
    if (values.has("by")) add("by=" + percent_encode(values.text("by")));
    if (values.flag("replace")) add("replace=true");
    if (!confirm.empty()) add("confirm=" + percent_encode(confirm));
    return query;
}

std::optional<std::expected<Query, std::string>> question_of(std::string_view word,
                                                                const cli::Values& values) {
    if (word == "list")
        return Query{values.flag("hidden") ? "/api/v1/events?hidden=true" : "/api/v1/events",
                        print_events};
    if (word == "export") return file_of(values);
    const bool reads = word == "show" || word == "players" || word == "round" ||
                       word == "results";
    if (!reads) return std::nullopt;
    const std::string path = event_path(values.text("EVENT"));
    if (word == "show") return Query{path, print_event};
    if (word == "players") return Query{path + "/players?limit=1000", print_players};
    const std::string round = path + "/rounds/" + percent_encode(values.text("ROUND"));
    if (word == "round") return Query{round, print_round};
    return Query{round + "/results", print_results};
}

}  // namespace flagfall::console
