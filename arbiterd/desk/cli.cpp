#include "arbiterd/desk/cli.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <expected>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <utility>

#include "arbiterd/access/cli.hpp"
#include "arbiterd/desk/commands.hpp"
#include "arbiterd/desk/print.hpp"
#include "arbiterd/desk/words.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/ask.hpp"
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
    std::optional<std::string> board;  // in place of the game
    std::optional<std::string> move;   // in place of a ply; whose is in `side`
    std::optional<std::string> side;
    std::vector<std::string> words;
    ordered_json act = ordered_json::object();
    ordered_json envelope = ordered_json::object();
};

// Exit code of an act that waits for a yes; nothing was carried out.
constexpr int needs_yes = 3;

using Read = std::expected<ordered_json, std::string>;

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
    if (kind == Kind::file) return read_file(text);
    const auto json = json_of(kind, text);
    if (!json) return std::unexpected(json.error());
    return ordered_json::parse(*json);
}

int usage(const std::string& why) {
    std::fprintf(stderr, "arbiterd desk: %s\nTry: arbiterd desk --help\n", why.c_str());
    return exit_code::usage;
}

// The words of a line: "--name VALUE" and "--name=VALUE" are the same.
class Words {
public:
    explicit Words(std::span<const std::string> args) : args_(args) {}
    bool end() const { return at_ == args_.size(); }
    bool is_option() const { return args_[at_].starts_with("--"); }
    std::string word() { return args_[at_++]; }
    std::string name() const { return args_[at_].substr(2, args_[at_].find('=') - 2); }
    // A flag is taken; an error when it was given a value.
    std::optional<std::string> flag() {
        const bool has_value = args_[at_].find('=') != std::string::npos;
        const std::string name = "--" + this->name();
        ++at_;
        return has_value ? std::optional(name + " takes no value") : std::nullopt;
    }
    // The option's value; it is taken with it.
    std::expected<std::string, std::string> value() {
        const std::string word = args_[at_++];
        if (const auto equals = word.find('='); equals != std::string::npos)
            return word.substr(equals + 1);
        if (at_ == args_.size()) return std::unexpected(word + " needs a value");
        return args_[at_++];
    }

private:
    std::span<const std::string> args_;
    std::size_t at_ = 0;
};

using Wrong = std::optional<std::string>;  // what is wrong with an option

// Options that every act takes. Nothing when it is none of them.
std::optional<Wrong> common_option(Wish& wish, Words& words) {
    const std::string name = words.name();
    for (const auto& [flag, set] : {std::pair("json", &wish.json), {"yes", &wish.yes},
                                    {"insecure-lan", &wish.insecure_lan}})
        if (name == flag) return *set = true, words.flag();
    const auto take = [&](const auto& put) -> Wrong {
        const auto value = words.value();
        if (!value) return value.error();
        put(*value);
        return std::nullopt;
    };
    const auto into = [&](auto& text) {
        return take([&](const std::string& value) { text = value; });
    };
    if (name == "url") return into(wish.url);
    if (name == "ca") return into(wish.ca_file);
    if (name == "data") return into(wish.token.data_folder);
    if (name == "token-file") return into(wish.token.token_file);
    if (name == "board") return into(wish.board);
    for (const char* field : {"by", "article", "reason", "id", "confirm"})
        if (name == field)
            return take([&](const std::string& value) { wish.envelope[field] = value; });
    return std::nullopt;
}

bool has_ply(const Command& command) {
    return std::ranges::any_of(command.options,
                               [](const Value& value) { return value.kind == Kind::ply; });
}

// Options of this act. Nothing when it is none of them.
std::optional<Wrong> act_option(Wish& wish, const Command& command, Words& words) {
    const std::string name = words.name();
    for (const Value& value : command.options) {
        if (name != option_name(value.field)) continue;
        const std::string field(value.field);
        if (value.kind == Kind::flag) return wish.act[field] = true, words.flag();
        const auto text = words.value();
        if (!text) return Wrong(text.error());
        const Read read = read_value(value.kind, *text);
        if (!read) return Wrong("--" + name + ": " + read.error());
        wish.act[field] = *read;
        return Wrong();
    }
    if (!has_ply(command)) return std::nullopt;
    for (const auto& [option, text] : {std::pair("move", &wish.move), {"side", &wish.side}}) {
        if (name != option) continue;
        const auto value = words.value();
        if (!value) return Wrong(value.error());
        *text = *value;
        return Wrong();
    }
    return std::nullopt;
}

std::expected<Wish, std::string> parse(std::span<const std::string> args, const Command* command) {
    Wish wish;
    if (const char* url = std::getenv("FLAGFALL_URL")) wish.url = url;
    if (const char* ca = std::getenv("FLAGFALL_CA")) wish.ca_file = ca;
    if (const char* token = std::getenv("FLAGFALL_TOKEN")) wish.token.environment = token;
    if (const char* by = std::getenv("FLAGFALL_ARBITER")) wish.envelope["by"] = by;
    for (Words words(args); !words.end();) {
        if (!words.is_option()) {
            wish.words.push_back(words.word());
            continue;
        }
        const std::string name = words.name();
        auto taken = common_option(wish, words);
        if (!taken && command) taken = act_option(wish, *command, words);
        if (!taken) return std::unexpected("unknown option --" + name);
        if (*taken) return std::unexpected(**taken);
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

// What the server has there as JSON; else the exit code of what was printed.
std::expected<ordered_json, int> get(const Wish& wish, const std::string& path) {
    const auto answer = ask(wish, "GET", path, "");
    if (!answer) return std::unexpected(answer.error());
    if (answer->status != 200) return std::unexpected(failed(*answer));
    auto json = ordered_json::parse(answer->body, nullptr, false);
    if (json.is_object()) return json;
    std::fprintf(stderr, "arbiterd desk: what answers at --url is no arbiterd\n");
    return std::unexpected(exit_code::unavailable);
}

std::string path_of(const std::string& game) { return "/api/v1/desk/games/" + escaped(game); }

// The game that stands at the board, which is printed unless the answer shall be JSON.
std::expected<std::string, int> game_at(const Wish& wish) {
    const auto board = get(wish, "/api/v1/desk/boards/" + escaped(*wish.board));
    if (!board) return std::unexpected(board.error());
    const ordered_json games = board->value("games", ordered_json::array());
    if (games.size() == 1) {
        if (!wish.json) std::printf("%s\n", print_board_game(*wish.board, games[0].dump()).c_str());
        return games[0].value("gameId", "");
    }
    std::string why = games.empty() ? "no game stands at board " + *wish.board
                                    : "board " + *wish.board +
                                          " may mean one of these: name the game itself";
    for (const auto& game : games) why += "\n  " + print_board_game(*wish.board, game.dump());
    std::fprintf(stderr, "arbiterd desk: %s\n", why.c_str());
    return std::unexpected(exit_code::bad_input);
}

// The game's id goes before the words, where it was named by its board.
std::optional<int> resolve(Wish& wish) {
    if (!wish.board) return std::nullopt;
    const auto game = game_at(wish);
    if (!game) return game.error();
    wish.words.insert(wish.words.begin(), *game);
    wish.board.reset();
    return std::nullopt;
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
    const cli::Said said = cli::ask_yes("The players could not undo this. Carry it out?");
    if (said == cli::Said::nobody_there)
        std::printf("The players could not undo this. To carry it out: --confirm %s\n",
                    answer["confirm"].get<std::string>().c_str());
    return said == cli::Said::yes;
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

// --move and --side as the ply that they mean; and, for people, what it is that a ply means.
std::optional<int> tell_ply(Wish& wish, const Value& value) {
    const std::string field(value.field);
    if (wish.side && !wish.move) return usage("--side says whose move --move is: give --move, too");
    if (!wish.move && !wish.act.contains(field)) return std::nullopt;
    if (wish.move && wish.act.contains(field))
        return usage("--move or --" + option_name(value.field) + ", not both");
    if (wish.side && wish.act.contains("side") &&
        json_of(Kind::side, *wish.side) != wish.act["side"].dump())
        return usage("the act is about " + wish.act["side"].get<std::string>() +
                     ", and --side names the opponent: leave --side out, or correct one of them");
    const auto game = get(wish, path_of(wish.envelope.value("game", "")));
    if (!game) return game.error();
    const auto at_first = game->value("firstMove", ordered_json::object());
    const FirstMove first{at_first.value("number", std::int64_t{1}),
                          at_first.value("side", "white") == "black"};
    if (wish.move) {
        const Read number = read_value(Kind::number, *wish.move);
        if (!number) return usage("--move: " + number.error());
        const std::string side = wish.act.value("side", wish.side.value_or(""));
        const auto whose = json_of(Kind::side, side);
        if (whose != "\"white\"" && whose != "\"black\"")
            return usage("--move needs --side: white or black");
        const std::int64_t ply =
            ply_of(first, number->get<std::int64_t>(), whose == "\"black\"");
        if (ply < 1) return usage("--move: the game begins with " + move_text(first, 1));
        wish.act[field] = ply;
    }
    const bool back = wish.act.value("kind", "") == "illegal_move";
    if (!wish.json)
        std::printf("%s %s%s.\n", std::string(value.there).c_str(),
                    move_text(first, wish.act.value(field, std::int64_t{0})).c_str(),
                    back ? "; the game goes back to before it" : "");
    return std::nullopt;
}

// The words after the game, by their places, and the options that the act must have.
std::optional<std::string> fill_act(Wish& wish, const Command& command) {
    for (const Value& value : command.options)
        if (value.required && !wish.act.contains(std::string(value.field)))
            return std::string(command.word) + " needs --" + option_name(value.field) + ": " +
                   std::string(value.help);
    ordered_json act{{"type", command.act}};
    for (std::size_t i = 0; i < command.positional.size(); ++i) {
        const Value& value = command.positional[i];
        const std::string& word = wish.words[i + 1];
        const Read read = read_value(value.kind, word);
        if (!read) return option_name(value.field) + ": " + read.error();
        act[std::string(value.field)] = *read;
        if (command.act == "give_result" && value.kind == Kind::score && says_forfeit(word))
            act["ending"] = "forfeit";
    }
    act.update(wish.act);
    wish.act = std::move(act);
    return std::nullopt;
}

int rule(Wish wish, const Command& command) {
    const std::size_t words = command.positional.size() + (wish.board ? 0 : 1);
    if (wish.words.size() != words)
        return usage(std::string(command.word) + " needs " + std::to_string(words) +
                     (wish.board ? " words: those after GAME" : " words: GAME, or --board, and " +
                      std::to_string(command.positional.size()) + " more"));
    if (const auto failed = resolve(wish)) return *failed;
    wish.envelope["game"] = wish.words[0];
    if (const auto wrong = fill_act(wish, command)) return usage(*wrong);
    for (const Value& value : command.options)
        if (value.kind == Kind::ply)
            if (const auto failed = tell_ply(wish, value)) return *failed;
    return carry_out(std::move(wish));
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
    if (command) return rule(std::move(*wish), *command);
    const bool one = wish->words.size() == (wish->board ? 0 : 1);
    const bool sheets = args[0] == "sheets";
    if (!one || (!sheets && args[0] != "game"))
        return usage("queue, game GAME, sheets GAME, or one of the acts");
    if (const auto failed = resolve(*wish)) return *failed;
    return read_only(*wish, path_of(wish->words[0]) + (sheets ? "/sheets" : ""),
                     sheets ? print_sheets : print_game);
}

}  // namespace flagfall::desk
