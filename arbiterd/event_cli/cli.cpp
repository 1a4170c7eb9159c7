#include "arbiterd/event_cli/cli.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "arbiterd/access/cli.hpp"
#include "arbiterd/event_cli/wish.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/text.hpp"
#include "common/cli/ask.hpp"
#include "common/cli/values.hpp"
#include "common/net/http_client.hpp"

namespace flagfall::event_cli {

namespace {

using nlohmann::ordered_json;
using Reply = std::expected<net::Response, int>;

int usage(const std::string& why) { return cli::usage_error("arbiterd event", why); }

// An id nobody else chooses; whoever wants to repeat an act chooses his own.
std::string fresh_id() {
    std::random_device device;
    std::string id = "event-";
    for (int i = 0; i < 16; ++i) id += "0123456789abcdef"[device() % 16];
    return id;
}

// Empty when it was not given.
std::string given(const cli::Values& values, std::string_view option) {
    return values.has(option) ? values.text(option) : std::string();
}

Reply ask(const cli::Values& values, net::Ask what) {
    const auto origin = net::parse_origin(values.text("url"));
    if (!origin) return std::unexpected(usage("--url: " + origin.error()));
    access::TokenSource source;
    if (values.has("token-file")) source.token_file = values.text("token-file");
    if (values.has("data")) source.data_folder = values.text("data");
    if (const char* token = std::getenv("FLAGFALL_TOKEN")) source.environment = token;
    const auto token = access::read_token(source);
    if (!token) return std::unexpected(usage(token.error()));
    if (!token->empty()) what.headers.emplace_back("Authorization", "Bearer " + *token);
    if (const auto fault = net::exposes_secrets(*origin);
        fault && !token->empty() && !values.flag("insecure-lan"))
        return std::unexpected(usage("--url: " + *fault));
    what.ca_file = given(values, "ca");
    auto answer = net::ask(*origin, what);
    if (answer) return std::move(*answer);
    std::fprintf(stderr, "arbiterd event: %s: is arbiterd running, and not busy?\n",
                 answer.error().c_str());
    return std::unexpected(exit_code::unavailable);
}

// What arbiterd says is wrong, and where: the fields, or the lines of a file.
int failed(const net::Response& answer) {
    const auto json = ordered_json::parse(answer.body, nullptr, false);
    const bool told = json.is_object();
    const std::string code = told ? json.value("code", "") : "";
    std::fprintf(stderr, "arbiterd event: %s%s\n",
                 told ? json.value("detail", "").c_str() : answer.body.c_str(),
                 code.empty() ? "" : (" (" + code + ")").c_str());
    if (told && json.contains("errors") && json["errors"].is_array())
        for (const auto& error : json["errors"])
            if (const std::string at = error.value("pointer", ""); !at.empty())
                std::fprintf(stderr, "  %s: %s\n", at.c_str(),
                             error.value("detail", "").c_str());
    return answer.status >= 500 ? exit_code::unavailable : exit_code::bad_input;
}

int read_only(const cli::Values& values, const Question& question) {
    const Reply answer = ask(values, {.path = question.path});
    if (!answer) return answer.error();
    if (answer->status != 200) return failed(*answer);
    if (!question.print || values.flag("json")) std::fputs(answer->body.c_str(), stdout);
    else std::fputs(question.print(answer->body).c_str(), stdout);
    if (question.print && values.flag("json")) std::fputs("\n", stdout);
    return exit_code::ok;
}

std::vector<std::string> lines_of(const ordered_json& json, const char* field) {
    std::vector<std::string> lines;
    const auto found = json.find(field);
    if (found == json.end() || !found->is_array()) return lines;
    for (const auto& line : *found)
        if (line.is_string()) lines.push_back(printable(line.get<std::string>()));
    return lines;
}

int tell_done(const cli::Values& values, const net::Response& answer) {
    const auto json = ordered_json::parse(answer.body, nullptr, false);
    if (values.flag("json")) {
        std::printf("%s\n", answer.body.c_str());
    } else if (json.is_object()) {
        const auto revision = json.find("revision");
        std::printf("%s, revision %s\n", json.value("status", "done").c_str(),
                    revision != json.end() ? revision->dump().c_str() : "?");
        if (json.contains("notes") && json["notes"].is_array())
            for (const auto& note : json["notes"])
                std::printf("  %s\n", note.get<std::string>().c_str());
        for (const std::string& line : lines_of(json, "says")) std::printf("  %s\n", line.c_str());
    }
    return exit_code::ok;
}

// The event as arbiterd has it: its ETag, and what is told of it.
struct Present {
    std::string etag;
    std::string info;
    std::int64_t revision = 0;
};

std::expected<Present, int> present(const cli::Values& values) {
    const Reply answer = ask(values, {.path = event_path(values.arguments().front())});
    if (!answer) return std::unexpected(answer.error());
    if (answer->status != 200) return std::unexpected(failed(*answer));
    const auto json = ordered_json::parse(answer->body, nullptr, false);
    if (!json.is_object() || !json.contains("info") || !json.contains("revision")) {
        std::fprintf(stderr, "arbiterd event: what answers at --url is no arbiterd\n");
        return std::unexpected(exit_code::unavailable);
    }
    const auto revision = json["revision"].get<std::int64_t>();
    return Present{"\"e" + std::to_string(revision) + "\"", json["info"].dump(), revision};
}

// Exit code of what waits for a yes; nothing was carried out.
constexpr int needs_yes = 3;

// The token that carries out what is shown before it is done, or refused unless it is confirmed;
// empty: the answer is none of these.
std::string asked_first(const net::Response& answer) {
    const auto json = ordered_json::parse(answer.body, nullptr, false);
    const bool asks = json.is_object() &&
                      (answer.status != 200 || json.value("status", "") == "confirm");
    return asks ? json.value("confirm", "") : "";
}

bool is_confirmed(const cli::Values& values, const net::Response& answer,
                  const std::string& token) {
    if (values.flag("yes")) return true;
    if (values.flag("json")) return std::printf("%s\n", answer.body.c_str()), false;
    const auto json = ordered_json::parse(answer.body, nullptr, false);
    for (const std::string& line : lines_of(json, "says")) std::printf("%s\n", line.c_str());
    if (answer.status != 200)
        std::printf("%s (%s)\n", printable(json.value("detail", "")).c_str(),
                    printable(json.value("code", "")).c_str());
    const cli::Said said = cli::ask_yes("Carry it out?");
    if (said == cli::Said::nobody_there)
        std::printf("Nothing was done yet. To carry it out: --confirm %s, or --yes\n",
                    token.c_str());
    return said == cli::Said::yes;
}

// Sends the act, and again when it is confirmed; what is shown may change meanwhile.
int send_act(const cli::Values& values, ordered_json body) {
    constexpr int tries = 10;
    for (int i = 0;; ++i) {
        const Reply answer =
            ask(values,
                {.method = "POST",
                 .path = event_path(values.arguments().front()) + "/acts",
                 .body = body.dump(-1, ' ', false, ordered_json::error_handler_t::replace)});
        if (!answer) return answer.error();
        const std::string token = asked_first(*answer);
        if (token.empty() || i == tries)
            return answer->status == 200 && token.empty() ? tell_done(values, *answer)
                                                          : failed(*answer);
        if (!is_confirmed(values, *answer, token)) return needs_yes;
        body["confirm"] = token;
    }
}

int act(const std::string& word, const cli::Values& values) {
    std::optional<std::int64_t> revision;
    if (values.has("if-revision")) revision = values.number("if-revision");
    std::string info;
    if (word == "change") {  // what it replaces must still be what was read
        const auto known = present(values);
        if (!known) return known.error();
        info = known->info;
        if (!revision) revision = known->revision;
    }
    const auto made = act_of(word, values, info);
    if (!made) return usage(made.error());
    ordered_json body{{"id", values.has("id") ? values.text("id") : fresh_id()},
                      {"event", values.arguments().front()},
                      {"by", given(values, "by")}};
    if (values.has("reason")) body["reason"] = values.text("reason");
    if (revision) body["if_match"] = *revision;
    body["act"] = ordered_json::parse(*made);
    if (values.has("confirm")) body["confirm"] = values.text("confirm");
    return send_act(values, std::move(body));
}

// What a file would change of rounds that have started; nothing was carried out.
int show_differences(const cli::Values& values, const net::Response& answer) {
    if (values.flag("json")) return std::printf("%s\n", answer.body.c_str()), needs_yes;
    const auto json = ordered_json::parse(answer.body, nullptr, false);
    for (const auto& line : json.value("says", ordered_json::array()))
        std::printf("%s\n", printable(line.get<std::string>()).c_str());
    std::printf("Nothing was changed. Carry it out with --replace --yes.\n");
    return needs_yes;
}

int import(const cli::Values& values) {
    const std::string& path = values.arguments().at(1);
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    if (path != "-" && !file.is_open()) return usage(path + " cannot be read");
    std::istream& in = path == "-" ? std::cin : file;
    std::string text(std::istreambuf_iterator<char>(in), {});
    const auto known = present(values);
    if (!known) return known.error();
    std::string query;
    const auto add = [&](const std::string& part) { query += (query.empty() ? "?" : "&") + part; };
    if (values.has("round")) add("round=" + std::to_string(values.number("round")));
    if (values.has("by")) add("by=" + escaped(values.text("by")));
    if (values.flag("replace")) add("replace=true");
    const std::string etag = values.has("if-revision")
                                 ? "\"e" + std::to_string(values.number("if-revision")) + "\""
                                 : known->etag;
    for (;;) {
        const Reply answer =
            ask(values, {.method = "PUT",
                         .path = event_path(values.arguments().front()) + "/import" + query,
                         .headers = {{"Content-Type", media_type_of(path)}, {"If-Match", etag}},
                         .body = text});
        if (!answer) return answer.error();
        if (answer->status != 200) return failed(*answer);
        const auto json = ordered_json::parse(answer->body, nullptr, false);
        if (json.value("status", "") != "confirm") return tell_done(values, *answer);
        if (!values.flag("yes")) return show_differences(values, *answer);
        add("confirm=" + escaped(json.value("confirm", "")));
    }
}

}  // namespace

int run_event(const std::vector<std::string>& args) {
    const cli::Command all = event_command();
    const cli::Command* known = args.empty() ? nullptr : cli::find(all.commands, args.front());
    if (!known) return usage("say what to do, such as list, create or pair");
    cli::Command command = *known;
    command.options.insert(command.options.end(), all.options.begin(), all.options.end());
    const std::string word = command.name;
    const auto values = cli::values_or_exit("arbiterd event " + word, command,
                                            {args.begin() + 1, args.end()});
    if (!values) return values.error();
    if (const auto question = question_of(word, *values)) {
        if (!*question) return usage(question->error());
        return read_only(*values, **question);
    }
    return word == "import" ? import(*values) : act(word, *values);
}

}  // namespace flagfall::event_cli
