#include "arbiterd/console/remote.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "arbiterd/console/access_command.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/text.hpp"
#include "common/cli/ask.hpp"
#include "common/wire/codec_json.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

// How often an act is sent again because its effect has changed meanwhile.
constexpr int most_tries = 10;

// Instead of a token: the answer is a preview, whatever the act.
constexpr const char* only_show = "show";

// A random id. To retry an act, people choose an id with --id.
std::string fresh_id(std::string_view prefix) {
    std::random_device device;
    std::string id(prefix);
    for (int i = 0; i < 16; ++i) id += "0123456789abcdef"[device() % 16];
    return id;
}

// Answers of arbiterd must be within the limits of JSON text from outside; their texts are made
// printable when they are shown.
bool is_arbiterd(const net::Response& answer) {
    if (answer.content_type.find("json") == std::string::npos) return true;  // a file, or none
    constexpr wire::JsonBounds bounds{limits::json_items, limits::json_values, false};
    return wire::parse_json(answer.body, bounds).has_value();
}

ordered_json parsed(const std::string& body) { return ordered_json::parse(body, nullptr, false); }

constexpr const char* not_arbiterd = "the server at --url is not arbiterd";

void print_lines(const cli::Call& call, const ordered_json& json, std::string_view field) {
    const auto lines = json.find(field);
    if (lines == json.end() || !lines->is_array()) return;
    for (const auto& line : *lines)
        if (line.is_string()) (void)call.print(printable(line.get<std::string>()) + "\n");
}

// The token that confirms the act, from a preview or a refusal; empty: the answer is
// neither.
std::string token_in(const net::Response& answer) {
    const auto json = parsed(answer.body);
    const bool asks = json.is_object() &&
                      (answer.status != 200 || json.value("status", "") == "confirm");
    return asks ? json.value("confirm", "") : "";
}

bool is_confirmed(const cli::Call& call, const Doubt& doubt, const net::Response& answer,
                  const std::string& token) {
    if (call.values.flag("yes")) return true;
    if (call.values.flag("json")) return (void)call.print(answer.body + "\n"), false;
    const auto json = parsed(answer.body);
    print_lines(call, json, doubt.preview);
    if (answer.status != 200)
        (void)call.print(printable(json.value("detail", "")) + " (" +
                         printable(json.value("code", "")) + ")\n");
    const cli::Said said = cli::ask_yes(std::string(doubt.question));
    if (said == cli::Said::nobody_there)
        (void)call.print("Nothing was done yet. To carry it out: --confirm " + token +
                         " or --yes\n");
    return said == cli::Said::yes;
}

ordered_json body_of(const cli::Call& call, const RemoteAct& act) {
    ordered_json body = ordered_json::parse(act.body);
    const cli::Values& values = call.values;
    body["id"] = values.has("id") ? values.text("id") : fresh_id(act.id_prefix);
    body["by"] = values.text_or_empty("by");
    if (values.has("reason")) body["reason"] = values.text("reason");
    return body;
}

}  // namespace

std::vector<cli::Option> remote_options() {
    using cli::Kind;
    return {{.name = "url", .value = "URL", .otherwise = "http://127.0.0.1:8080",
             .help = "address of arbiterd", .environment = "FLAGFALL_URL"},
            {.name = "ca", .kind = Kind::file, .value = "FILE",
             .help = "CA certificate that signs arbiterd's certificate (DIR/tls/ca.pem)",
             .environment = "FLAGFALL_CA"},
            {.name = "data", .kind = Kind::folder, .value = "DIR",
             .help = "data folder of arbiterd, to use its owner.token"},
            {.name = "token-file", .kind = Kind::file, .value = "FILE",
             .help = "file with another token; default: FLAGFALL_TOKEN"},
            {.name = "insecure-lan", .kind = Kind::flag,
             .help = "send the token to another machine over http://, where anybody on the "
                     "network can read and use it"},
            {.name = "by", .value = "NAME",
             .help = "name of the arbiter; needed with the token in owner.token",
             .environment = "FLAGFALL_ARBITER"},
            {.name = "reason", .value = "TEXT", .help = "why"},
            {.name = "id", .value = "ID",
             .help = "id of the act; an act with the same id is carried out only once"},
            {.name = "json", .kind = Kind::flag, .help = "print answers as JSON"}};
}

std::vector<cli::Option> confirm_options() {
    return {{.name = "yes", .kind = cli::Kind::flag,
             .help = "carry the act out without asking again"},
            {.name = "confirm", .value = "TOKEN",
             .help = "carry out exactly what the preview with this token said"}};
}

std::expected<Request, std::string> request_of(const cli::Call& call, net::Ask what) {
    const cli::Values& values = call.values;
    auto origin = net::parse_origin(values.text("url"));
    if (!origin) return std::unexpected("--url: " + origin.error());
    console::TokenSource source;
    if (values.has("token-file")) source.token_file = values.text("token-file");
    if (values.has("data")) source.data_folder = values.text("data");
    if (const char* token = cli::own_environment("FLAGFALL_TOKEN")) source.environment = token;
    const auto token = console::read_token(source);
    if (!token) return std::unexpected(token.error());
    if (const auto fault = net::exposes_secrets(*origin);
        fault && !token->empty() && !values.flag("insecure-lan"))
        return std::unexpected("--url: " + *fault);
    if (!token->empty()) what.headers.emplace_back("Authorization", "Bearer " + *token);
    what.ca_file = values.text_or_empty("ca");
    return Request{std::move(*origin), std::move(what)};
}

std::expected<net::Response, std::string> answer_of(net::Answer answer) {
    if (!answer)
        return std::unexpected(answer.error() + ": is arbiterd running, and not busy?");
    if (!is_arbiterd(*answer)) return std::unexpected(not_arbiterd);
    return std::move(*answer);
}

std::expected<net::Response, int> ask(const cli::Call& call, net::Ask what) {
    const auto request = request_of(call, std::move(what));
    if (!request) return std::unexpected(call.usage(request.error()));
    auto answer = answer_of(net::ask(request->origin, request->ask));
    if (answer) return std::move(*answer);
    return std::unexpected(call.fail(exit_code::unavailable, answer.error()));
}

std::expected<std::string, int> get(const cli::Call& call, const std::string& path) {
    auto answer = ask(call, {.path = path});
    if (!answer) return std::unexpected(answer.error());
    if (answer->status != 200) return std::unexpected(refused(call, *answer));
    if (parsed(answer->body).is_object()) return std::move(answer->body);
    return std::unexpected(call.fail(exit_code::unavailable, not_arbiterd));
}

namespace {

// A proxy or another server may answer anything.
std::string text_in(const nlohmann::ordered_json& json, const char* name) {
    const auto found = json.is_object() ? json.find(name) : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

std::string why(const net::Response& refusal) {
    const auto json = parsed(refusal.body);
    const std::string code = text_in(json, "code");
    const std::string detail = text_in(json, "detail");
    if (detail.empty())
        return "the server at --url answered " + std::to_string(refusal.status) +
               " in words that are not arbiterd's";
    return printable(detail) + (code.empty() ? "" : " (" + printable(code) + ")");
}

int refused(const cli::Call& call, const net::Response& answer) {
    const auto json = parsed(answer.body);
    const int exit = call.fail(
        answer.status >= 500 ? exit_code::unavailable : exit_code::bad_input, why(answer));
    if (!json.is_object() || !json.contains("errors") || !json["errors"].is_array()) return exit;
    for (const auto& error : json["errors"])
        if (const std::string at = printable(text_in(error, "pointer")); !at.empty())
            std::fprintf(call.streams.err, "  %s: %s\n", at.c_str(),
                         printable(text_in(error, "detail")).c_str());
    return exit;
}

std::vector<std::string> notes_of(const net::Response& answer) {
    std::vector<std::string> notes;
    for (const auto& header : answer.headers)
        if (net::find_header({header}, "X-Flagfall-Note")) notes.push_back(header.second);
    return notes;
}

void print_notes(const cli::Call& call, const std::vector<std::string>& notes) {
    for (const std::string& note : notes)
        std::fprintf(call.streams.err, "note: %s\n", printable(note).c_str());
}

int show(const cli::Call& call, const std::string& path, Print print) {
    const auto answer = ask(call, {.path = path});
    if (!answer) return answer.error();
    if (answer->status != 200) return refused(call, *answer);
    print_notes(call, notes_of(*answer));
    if (!print) return call.print(answer->body);
    return call.print(call.values.flag("json") ? answer->body + "\n" : print(answer->body));
}

std::expected<net::Response, int> ask_first(const cli::Call& call, const Doubt& doubt,
                                            const AskWith& what) {
    std::string confirm = call.values.text_or_empty("confirm");
    if (doubt.always && confirm.empty() && !call.values.flag("yes")) confirm = only_show;
    for (int i = 0;; ++i) {
        auto answer = ask(call, what(confirm));
        if (!answer) return answer;
        std::string token = token_in(*answer);
        if (token.empty() || i == most_tries) {
            if (answer->status != 200 || !token.empty())
                return std::unexpected(refused(call, *answer));
            return answer;
        }
        if (!is_confirmed(call, doubt, *answer, token)) return std::unexpected(needs_yes);
        confirm = std::move(token);
    }
}

int send(const cli::Call& call, const RemoteAct& act) {
    ordered_json body = body_of(call, act);
    const auto answer = ask_first(call, act.doubt, [&](const std::string& confirm) {
        if (!confirm.empty()) body["confirm"] = confirm;
        // Text from the shell or a file need not be UTF-8.
        return net::Ask{.method = "POST", .path = act.path,
                        .body = body.dump(-1, ' ', false, ordered_json::error_handler_t::replace)};
    });
    if (!answer) return answer.error();
    return call.print(call.values.flag("json") ? answer->body + "\n" : act.done(answer->body));
}

}  // namespace flagfall::console
