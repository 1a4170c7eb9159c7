#include "arbiterd/console/remote.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "arbiterd/console/access_command.hpp"
#include "arbiterd/console/answer.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/text.hpp"
#include "common/cli/ask.hpp"

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

bool is_arbiterd(const net::Response& answer) {
    if (answer.content_type.find("json") == std::string::npos) return true;  // a file, or none
    return json_of(answer.body).has_value();
}

void print_lines(const cli::Call& call, const Answer& json, std::string_view field) {
    for (const Answer& line : json.items(field))
        if (line.is_text()) (void)call.print(line.line() + "\n");
}

// The token that confirms the act, from a preview or a refusal; empty: the answer is
// neither.
std::string token_in(const net::Response& answer) {
    const auto json = json_of(answer.body);
    if (!json || !json->is_object()) return "";
    const bool asks = answer.status != 200 || Answer(*json).value("status", "") == "confirm";
    return asks ? Answer(*json).value("confirm", "") : "";
}

bool is_confirmed(const cli::Call& call, const Doubt& doubt, const net::Response& answer,
                  const std::string& token) {
    if (call.values.flag("yes")) return true;
    if (call.values.flag("json")) return (void)call.print(answer.body + "\n"), false;
    const wire::Json json = answer_json(answer.body);
    const Answer said_of(json);
    print_lines(call, said_of, doubt.preview);
    if (answer.status != 200)
        (void)call.print(said_of.line("detail") + " (" + said_of.line("code") + ")\n");
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
    if (!is_arbiterd(*answer)) return std::unexpected(NotArbiterd().what());
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
    const auto json = json_of(answer->body);
    if (json && json->is_object()) return std::move(answer->body);
    return std::unexpected(call.fail(exit_code::unavailable, NotArbiterd().what()));
}

namespace {

// A text of an answer that may be a proxy's or another server's, as one line.
std::string text_in(const Answer& json, std::string_view name) {
    return json.contains(name) && json.at(name).is_text() ? json.line(name) : "";
}

}  // namespace

std::string why(const net::Response& refusal) {
    const wire::Json json = json_of(refusal.body).value_or(wire::Json());
    const std::string code = text_in(json, "code");
    const std::string detail = text_in(json, "detail");
    if (detail.empty())
        return "the server at --url answered " + std::to_string(refusal.status) +
               " in words that are not arbiterd's";
    return detail + (code.empty() ? "" : " (" + code + ")");
}

int refused(const cli::Call& call, const net::Response& answer) {
    const wire::Json json = json_of(answer.body).value_or(wire::Json());
    const int exit = call.fail(
        answer.status >= 500 ? exit_code::unavailable : exit_code::bad_input, why(answer));
    for (const Answer& error : Answer(json).items("errors"))
        if (const std::string at = text_in(error, "pointer"); !at.empty())
            std::fprintf(call.streams.err, "  %s: %s\n", at.c_str(),
                         text_in(error, "detail").c_str());
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
