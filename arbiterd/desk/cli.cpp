#include "arbiterd/desk/cli.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <expected>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

#include "arbiterd/access/cli.hpp"
#include "arbiterd/desk/commands.hpp"
#include "arbiterd/desk/print.hpp"
#include "common/base/exit_codes.hpp"
#include "common/net/http_client.hpp"

namespace flagfall::desk {

namespace {

using nlohmann::ordered_json;

struct Wish {
    std::string url = "http://127.0.0.1:8080";
    std::string ca_file;
    access::TokenSource token;
    bool json = false;
    bool yes = false;  // carry out without asking
    bool insecure_lan = false;  // send the token over plain HTTP to another machine
    std::vector<std::string> words;
    ordered_json act = ordered_json::object();
    ordered_json envelope = ordered_json::object();
};

// Exit code of an act that waits for a yes; nothing was carried out.
constexpr int needs_yes = 3;

using Read = std::expected<ordered_json, std::string>;

// "90", "1:30", "1:30:00", "-0:30", with a fraction of seconds: microseconds.
Read read_time(std::string text) {
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.erase(0, 1);
    double seconds = 0;
    std::size_t at = 0;
    int parts = 0;
    for (; parts < 3; ++parts) {
        char* end = nullptr;
        const double part = std::strtod(text.c_str() + at, &end);
        const auto taken = static_cast<std::size_t>(end - text.c_str());
        if (taken == at || part < 0 || part > 1e6 || !(text[at] >= '0' && text[at] <= '9')) break;
        seconds = seconds * 60 + part;
        at = taken;
        if (at == text.size()) {
            const auto us = static_cast<std::int64_t>(seconds * 1e6 + 0.5);
            return minus ? -us : us;
        }
        if (text[at] != ':') break;
        ++at;
    }
    return std::unexpected("\"" + text + "\" is no time such as 1:30:00, 5:00 or 90");
}

// "-": standard input. What is too long the server refuses.
Read read_file(const std::string& path) {
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    std::istream& in = path == "-" ? std::cin : file;
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (path != "-" && !file.is_open()) return std::unexpected(path + " cannot be read");
    return ordered_json(std::move(text));
}

Read read_value(Kind kind, const std::string& text) {
    if (kind == Kind::time) return read_time(text);
    if (kind == Kind::file) return read_file(text);
    if (kind != Kind::number) return ordered_json(text);
    const bool digits = !text.empty() && text.size() < 10 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (digits) return ordered_json(std::stol(text));
    return std::unexpected("\"" + text + "\" is no number");
}

int usage(const std::string& why) {
    std::fprintf(stderr, "arbiterd desk: %s\nTry: arbiterd desk --help\n", why.c_str());
    return exit_code::usage;
}

// Options that every act takes. True when it was one; `why` says what is wrong with it.
bool common_option(Wish& wish, std::span<const std::string> args, std::size_t& i,
                   std::string& why) {
    const std::string& arg = args[i];
    if (arg == "--json") return wish.json = true;
    if (arg == "--yes") return wish.yes = true;
    if (arg == "--insecure-lan") return wish.insecure_lan = true;
    for (const std::string name : {"url", "ca", "data", "token-file", "by", "article", "reason",
                                   "id", "confirm"}) {
        if (arg != "--" + name) continue;
        if (++i == args.size()) return why = arg + " needs a value", true;
        if (name == "url") wish.url = args[i];
        else if (name == "ca") wish.ca_file = args[i];
        else if (name == "data") wish.token.data_folder = args[i];
        else if (name == "token-file") wish.token.token_file = args[i];
        else wish.envelope[name] = args[i];
        return true;
    }
    return false;
}

bool act_option(Wish& wish, const Command& command, std::span<const std::string> args,
                std::size_t& i, std::string& why) {
    for (const Value& value : command.options) {
        if (args[i] != "--" + option_name(value.field)) continue;
        const std::string field(value.field);
        if (value.kind == Kind::flag) return wish.act[field] = true, true;
        if (++i == args.size()) return why = args[i - 1] + " needs a value", true;
        const Read read = read_value(value.kind, args[i]);
        if (read) wish.act[field] = *read;
        else why = read.error();
        return true;
    }
    return false;
}

std::expected<Wish, std::string> parse(std::span<const std::string> args, const Command* command) {
    Wish wish;
    if (const char* url = std::getenv("FLAGFALL_URL")) wish.url = url;
    if (const char* ca = std::getenv("FLAGFALL_CA")) wish.ca_file = ca;
    if (const char* token = std::getenv("FLAGFALL_TOKEN")) wish.token.environment = token;
    if (const char* by = std::getenv("FLAGFALL_ARBITER")) wish.envelope["by"] = by;
    for (std::size_t i = 0; i < args.size(); ++i) {
        std::string why;
        const bool option = args[i].starts_with("--");
        if (!option) wish.words.push_back(args[i]);
        else if (!common_option(wish, args, i, why) &&
                 !(command && act_option(wish, *command, args, i, why)))
            why = "unknown option " + args[i];
        if (!why.empty()) return std::unexpected(why);
    }
    return wish;
}

// An id nobody else chooses; whoever wants to repeat an act chooses his own.
std::string fresh_id() {
    std::random_device device;
    std::string id = "desk-";
    for (int i = 0; i < 16; ++i) id += "0123456789abcdef"[device() % 16];
    return id;
}

std::expected<net::Response, int> ask(const Wish& wish, const std::string& method,
                                      const std::string& path, const std::string& body) {
    const auto origin = net::parse_origin(wish.url);
    if (!origin) return std::unexpected(usage("--url: " + origin.error()));
    const auto token = access::read_token(wish.token);
    if (!token) return std::unexpected(usage(token.error()));
    net::Headers headers;
    if (const auto fault = net::exposes_secrets(*origin);
        fault && !token->empty() && !wish.insecure_lan)
        return std::unexpected(usage("--url: " + *fault));
    if (!token->empty()) headers.emplace_back("Authorization", "Bearer " + *token);
    auto answer = net::ask(*origin, {.method = method,
                                     .path = path,
                                     .headers = std::move(headers),
                                     .body = body,
                                     .ca_file = wish.ca_file});
    if (answer) return std::move(*answer);
    std::fprintf(stderr, "arbiterd desk: %s: is arbiterd running, and not busy?\n",
                 answer.error().c_str());
    return std::unexpected(exit_code::unavailable);
}

int failed(const net::Response& answer) {
    const auto json = ordered_json::parse(answer.body, nullptr, false);
    const std::string why = json.is_object() ? json.value("detail", "") : answer.body;
    const std::string code = json.is_object() ? json.value("code", "") : "";
    std::fprintf(stderr, "arbiterd desk: %s%s\n", why.c_str(),
                 code.empty() ? "" : (" (" + code + ")").c_str());
    return answer.status >= 500 ? exit_code::unavailable : exit_code::bad_input;
}

int read_only(const Wish& wish, const std::string& path, std::string (*print)(const std::string&)) {
    const auto answer = ask(wish, "GET", path, "");
    if (!answer) return answer.error();
    if (answer->status != 200) return failed(*answer);
    if (wish.json) std::printf("%s\n", answer->body.c_str());
    else std::fputs(print(answer->body).c_str(), stdout);
    return exit_code::ok;
}

bool confirmed(const ordered_json& answer) {
    for (const auto& line : answer["text"]) std::printf("%s\n", line.get<std::string>().c_str());
    if (isatty(STDIN_FILENO) == 0) {
        std::printf("The players could not undo this. To carry it out: --confirm %s\n",
                    answer["confirm"].get<std::string>().c_str());
        return false;
    }
    std::printf("The players could not undo this. Carry it out? [y/N] ");
    std::fflush(stdout);
    std::string said;
    std::getline(std::cin, said);
    return said == "y" || said == "Y" || said == "yes";
}

int carry_out(Wish wish) {
    if (!wish.envelope.contains("by"))
        return usage("say who rules: --by NAME, or FLAGFALL_ARBITER in the environment");
    if (!wish.envelope.contains("id")) wish.envelope["id"] = fresh_id();
    for (;;) {
        ordered_json body = wish.envelope;
        body["act"] = wish.act;
        // A file need not be UTF-8.
        const std::string text =
            body.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        const auto answer = ask(wish, "POST", "/api/v1/desk/acts", text);
        if (!answer) return answer.error();
        if (answer->status != 200) return failed(*answer);
        const auto json = ordered_json::parse(answer->body, nullptr, false);
        if (json.value("status", "") != "confirm") {
            if (wish.json) std::printf("%s\n", answer->body.c_str());
            else std::fputs(print_done(answer->body).c_str(), stdout);
            return exit_code::ok;
        }
        if (wish.json && !wish.yes) return std::printf("%s\n", answer->body.c_str()), needs_yes;
        if (!wish.yes && !confirmed(json)) return needs_yes;
        wish.envelope["confirm"] = json["confirm"];
    }
}

}  // namespace

int run_desk(std::span<const std::string> args) {
    if (args.empty()) return usage("say what to do: queue, game or an act");
    const auto known = std::ranges::find(commands(), args[0], &Command::word);
    const Command* command = known == commands().end() ? nullptr : &*known;
    auto wish = parse(args.subspan(1), command);
    if (!wish) return usage(wish.error());
    if (args[0] == "queue" && wish->words.empty())
        return read_only(*wish, "/api/v1/desk/queue", print_queue);
    if (args[0] == "game" && wish->words.size() == 1)
        return read_only(*wish, "/api/v1/desk/games/" + escaped(wish->words[0]), print_game);
    if (args[0] == "sheets" && wish->words.size() == 1)
        return read_only(*wish, "/api/v1/desk/games/" + escaped(wish->words[0]) + "/sheets",
                         print_sheets);
    if (!command) return usage("queue, game GAME, sheets GAME, or one of the acts");
    if (wish->words.size() != command->positional.size() + 1)
        return usage(std::string(command->word) + " needs GAME and " +
                     std::to_string(command->positional.size()) + " more");
    wish->envelope["game"] = wish->words[0];
    for (const Value& value : command->options)
        if (value.required && !wish->act.contains(std::string(value.field)))
            return usage(std::string(command->word) + " needs --" + option_name(value.field) +
                         ": " + std::string(value.help));
    ordered_json act{{"type", command->act}};
    for (std::size_t i = 0; i < command->positional.size(); ++i) {
        const Value& value = command->positional[i];
        const Read read = read_value(value.kind, wish->words[i + 1]);
        if (!read) return usage(option_name(value.field) + ": " + read.error());
        act[std::string(value.field)] = *read;
    }
    act.update(wish->act);
    wish->act = std::move(act);
    return carry_out(std::move(*wish));
}

}  // namespace flagfall::desk
