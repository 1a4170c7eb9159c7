#include "arbiterd/access/cli.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "arbiterd/access/commands.hpp"
#include "arbiterd/access/file.hpp"
#include "arbiterd/access/passwords.hpp"
#include "arbiterd/access/print.hpp"
#include "arbiterd/access/terminal.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"

namespace flagfall::access {

namespace {

struct Wish {
    const Command* command = nullptr;
    std::string argument;
    std::multimap<std::string, std::string, std::less<>> options;

    bool has(std::string_view option) const { return options.contains(option); }
    std::string value(std::string_view option) const {
        const auto found = options.find(option);
        return found == options.end() ? "" : found->second;
    }
    std::vector<std::string> values(std::string_view option) const {
        std::vector<std::string> out;
        const auto [begin, end] = options.equal_range(option);
        for (auto i = begin; i != end; ++i) out.push_back(i->second);
        return out;
    }
};

// What a command works with.
struct Desk {
    AccessFile& file;
    Wish wish;
    std::FILE* in = nullptr;
    std::FILE* out = nullptr;
    std::FILE* err = nullptr;
    Actor by;
    std::int64_t now_ms = 0;
};

using Fault = std::expected<void, std::string>;

std::string help() {
    std::string out = "arbiterd access WHAT --data DIR     who may do what (docs/access.md)\n\n";
    const auto option_text = [](const CommandOption& option) {
        return "--" + std::string(option.name) +
               (option.value.empty() ? "" : " " + std::string(option.value));
    };
    for (const Command& command : commands()) {
        out += "  " + std::string(command.words);
        if (!command.argument.empty()) out += " " + std::string(command.argument);
        out += "\n      " + std::string(command.help) + "\n";
        for (const CommandOption& option : command.options)
            out += "        " + option_text(option) + ": " + std::string(option.help) +
                   (option.repeated ? "; may be repeated" : "") + "\n";
    }
    out += "\nOptions\n";
    for (const CommandOption& option : common_options())
        out += "  " + option_text(option) + ": " + std::string(option.help) + "\n";
    return out;
}

const CommandOption* option_of(const Command& command, std::string_view name) {
    for (const auto list : {std::span<const CommandOption>(command.options), common_options()})
        for (const CommandOption& option : list)
            if (option.name == name) return &option;
    return nullptr;
}

// What was typed is not repeated where it may be a secret in the wrong place.
std::expected<Wish, std::string> parse(std::span<const std::string> args) {
    Wish wish;
    std::size_t at = 0;
    for (const Command& command : commands()) {
        const bool two = command.words.contains(' ');
        if (args.size() < (two ? 2U : 1U)) continue;
        std::string words = args[0];
        if (two) words.append(" ").append(args[1]);
        if (words != command.words) continue;
        wish.command = &command;
        at = two ? 2 : 1;
    }
    if (!wish.command) return std::unexpected("say what to do, such as person list");
    const std::string words(wish.command->words);
    std::vector<std::string> rest;
    for (; at < args.size(); ++at) {
        if (!args[at].starts_with("--")) {
            rest.push_back(args[at]);
            continue;
        }
        const std::string name = args[at].substr(2, args[at].find('=') - 2);
        const CommandOption* option = option_of(*wish.command, name);
        if (!option) return std::unexpected("there is no option --" + name + " here");
        const bool joined = name.size() + 2 < args[at].size();
        if (option->value.empty() && joined)
            return std::unexpected("--" + name + " takes no value");
        if (!option->value.empty() && !joined && ++at == args.size())
            return std::unexpected("--" + name + " needs a value");
        if (!option->repeated && wish.has(name))
            return std::unexpected("--" + name + " is there twice");
        wish.options.emplace(name, option->value.empty() ? ""
                                   : joined              ? args[at].substr(name.size() + 3)
                                                         : args[at]);
    }
    if (rest.size() != (wish.command->argument.empty() ? 0U : 1U))
        return std::unexpected(words + (wish.command->argument.empty()
                                            ? " takes no more words"
                                            : " takes one word, " +
                                                  std::string(wish.command->argument) +
                                                  ": put a name with spaces in quotes"));
    if (!rest.empty()) wish.argument = rest[0];
    if (!wish.has("data")) return std::unexpected("say which folder: --data DIR");
    return wish;
}

int usage(std::FILE* err, const std::string& why) {
    std::fprintf(err, "arbiterd access: %s\nTry: arbiterd access --help\n", why.c_str());
    return exit_code::usage;
}

int refuse(const Desk& desk, const std::string& why) {
    std::fprintf(desk.err, "arbiterd access: %s\n", why.c_str());
    return exit_code::bad_input;
}

int failed(const Desk& desk, const Denied& denied) {
    std::fprintf(desk.err, "arbiterd access: %s (%s)\n", denied.text.c_str(),
                 denied.code.c_str());
    return denied.status >= 500 ? exit_code::bad_store : exit_code::bad_input;
}

// --- secrets ---

std::optional<std::string> line_of(std::FILE* in) {
    std::string line;
    for (int c = 0; (c = std::fgetc(in)) != EOF && c != '\n';) line += static_cast<char>(c);
    if (line.empty() && std::feof(in) != 0) return std::nullopt;
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

// Asked twice on the terminal, for nobody sees what he types.
std::expected<std::string, std::string> read_secret(const Desk& desk, const std::string& what) {
    if (desk.wish.has("password-stdin")) return line_of(desk.in).value_or("");
    auto first = ask_secret(what + ": ");
    if (!first || first->empty()) return first;
    const auto second = ask_secret(what + " once more: ");
    if (!second) return second;
    if (*first != *second) return std::unexpected("the two were not the same; nothing was changed");
    return first;
}

std::expected<std::string, std::string> hashed(const std::string& secret) {
    auto hash = hash_password(secret, {});
    if (hash) return std::move(*hash);
    return std::unexpected("the system lacks the memory to hash it; end other programs");
}

std::expected<std::string, std::string> read_password(const Desk& desk) {
    const auto password = read_secret(desk, "Password of " + desk.wish.argument);
    if (!password) return password;
    if (const auto fault = password_fault(*password, desk.wish.argument))
        return std::unexpected(*fault);
    return hashed(*password);
}

// Empty where there shall be none.
std::expected<std::string, std::string> read_pin(const Desk& desk, bool may_be_none) {
    const auto pin = read_secret(
        desk, "PIN of " + desk.wish.argument + (may_be_none ? " (empty: none)" : ""));
    if (!pin || (pin->empty() && may_be_none)) return pin;
    if (const auto fault = pin_fault(*pin)) return std::unexpected(*fault);
    return hashed(*pin);
}

// --- persons ---

int add_person(const Desk& desk) {
    const auto role = role_named(desk.wish.value("role"));
    if (!role) return refuse(desk, "--role is missing, or no role; see --help");
    const NewPerson wanted{desk.wish.argument, *role, desk.wish.values("sector")};
    if (desk.file.person_named(wanted.name))
        return refuse(desk, "there is a person named " + wanted.name + " already");
    const auto password = read_password(desk);
    if (!password) return refuse(desk, password.error());
    const auto pin = read_pin(desk, true);
    if (!pin) return refuse(desk, pin.error());
    const auto made = desk.file.add_person(wanted, desk.by, desk.now_ms);
    if (!made) return failed(desk, made.error());
    auto kept = desk.file.set_password_hash(made->id, *password, desk.by, desk.now_ms);
    if (kept && !pin->empty())
        kept = desk.file.set_pin_hash(made->id, *pin, desk.by, desk.now_ms);
    if (!kept) return failed(desk, kept.error());
    std::fprintf(desk.out, "%s is %s now, with the id %s\n", made->name.c_str(),
                 std::string(name(made->role)).c_str(), made->id.c_str());
    if (pin->empty() && arbiters.contains(made->role))
        std::fprintf(desk.out, "Rulings at a browser need a PIN: arbiterd access person pin\n");
    return exit_code::ok;
}

// The person that the command names, and what is to be done with him.
int with_person(const Desk& desk, const std::function<Result<void>(const Person&)>& act) {
    const auto person = desk.file.person_named(desk.wish.argument);
    if (!person) return failed(desk, person.error());
    const auto done = act(*person);
    if (!done) return failed(desk, done.error());
    std::fprintf(desk.out, "done: %s, %s\n", std::string(desk.wish.command->words).c_str(),
                 person->name.c_str());
    return exit_code::ok;
}

int change_person(const Desk& desk) {
    PersonChange change;
    if (desk.wish.has("rename")) change.name = desk.wish.value("rename");
    if (desk.wish.has("role")) {
        change.role = role_named(desk.wish.value("role"));
        if (!change.role) return refuse(desk, "--role is no role; see --help");
    }
    if (desk.wish.has("sector") || desk.wish.has("all-sectors"))
        change.sectors = desk.wish.values("sector");
    if (desk.wish.has("sector") && desk.wish.has("all-sectors"))
        return refuse(desk, "--sector and --all-sectors exclude each other");
    return with_person(desk, [&](const Person& person) -> Result<void> {
        const auto done = desk.file.change_person(person.id, change, desk.by, desk.now_ms);
        if (!done) return std::unexpected(done.error());
        return {};
    });
}

int set_secret(const Desk& desk, bool pin) {
    const auto known = desk.file.person_named(desk.wish.argument);
    if (!known) return failed(desk, known.error());
    const auto hash = pin ? read_pin(desk, false) : read_password(desk);
    if (!hash) return refuse(desk, hash.error());
    return with_person(desk, [&](const Person& person) {
        return pin ? desk.file.set_pin_hash(person.id, *hash, desk.by, desk.now_ms)
                   : desk.file.set_password_hash(person.id, *hash, desk.by, desk.now_ms);
    });
}

int set_disabled(const Desk& desk, bool disabled) {
    return with_person(desk, [&](const Person& person) {
        return desk.file.set_disabled(person.id, disabled, desk.by, desk.now_ms);
    });
}

// --- tokens and the audit ---

// "30d", "12h", "90m" in milliseconds.
std::optional<std::int64_t> read_span(const std::string& text) {
    const std::map<char, std::int64_t> units{{'m', 60'000}, {'h', 3'600'000}, {'d', 86'400'000}};
    const auto unit = units.find(text.empty() ? '\0' : text.back());
    std::int64_t count = 0;
    const char* end = text.data() + text.size() - (text.empty() ? 0 : 1);
    const auto read = std::from_chars(text.data(), end, count);
    if (unit == units.end() || read.ec != std::errc() || read.ptr != end || count < 1 ||
        count > 100'000)
        return std::nullopt;
    return count * unit->second;
}

int create_token(const Desk& desk) {
    NewToken token{.name = desk.wish.argument, .role = Role::public_viewer, .person = {},
                   .vouches = desk.wish.has("vouches"), .event = desk.wish.value("event"),
                   .sectors = desk.wish.values("sector"), .expires_ms = {}};
    if (desk.wish.has("role") == desk.wish.has("person"))
        return refuse(desk, "a token has either --role or --person");
    if (desk.wish.has("person")) {
        const auto person = desk.file.person_named(desk.wish.value("person"));
        if (!person) return failed(desk, person.error());
        token.person = person->id;
    } else {
        const auto role = role_named(desk.wish.value("role"));
        if (!role) return refuse(desk, "--role is no role; see --help");
        token.role = *role;
    }
    if (desk.wish.has("expires")) {
        const auto span = read_span(desk.wish.value("expires"));
        if (!span) return refuse(desk, "--expires is a time such as 30d, 12h or 90m");
        token.expires_ms = desk.now_ms + *span;
    }
    const auto made = desk.file.create_token(token, desk.by, desk.now_ms);
    if (!made) return failed(desk, made.error());
    std::fprintf(desk.out, "%s\n", made->text.c_str());
    std::fprintf(desk.err,
                 "This token is shown this once; only its hash is kept. Its id is %s: to end it,"
                 " arbiterd access token revoke %s\n",
                 made->info.id.c_str(), made->info.id.c_str());
    return exit_code::ok;
}

int report(const Desk& desk, const Result<void>& done, const std::string& text) {
    if (!done) return failed(desk, done.error());
    std::fprintf(desk.out, "%s\n", text.c_str());
    return exit_code::ok;
}

template <class T>
int list(const Desk& desk, const Result<T>& rows, std::string (*print)(const T&, bool)) {
    if (!rows) return failed(desk, rows.error());
    std::fputs(print(*rows, desk.wish.has("json")).c_str(), desk.out);
    return exit_code::ok;
}

int show_audit(const Desk& desk) {
    const auto number = [&](const char* option, std::int64_t otherwise) {
        const std::string text = desk.wish.value(option);
        std::int64_t value = 0;
        const char* end = text.data() + text.size();
        if (text.empty()) return otherwise;
        const auto read = std::from_chars(text.data(), end, value);
        return read.ec == std::errc() && read.ptr == end ? value : std::int64_t{-1};
    };
    const std::int64_t most = number("limit", 50);
    const std::int64_t before = number("before", 0);
    if (most < 1 || before < 0) return refuse(desk, "--limit and --before are numbers from 1 on");
    return list(desk,
                desk.file.audit(static_cast<std::size_t>(most),
                                before == 0 ? std::nullopt : std::optional(before)),
                print_audit);
}

int carry_out(const Desk& desk) {
    const std::string_view words = desk.wish.command->words;
    if (words == "person add") return add_person(desk);
    if (words == "person change") return change_person(desk);
    if (words == "person password") return set_secret(desk, false);
    if (words == "person pin") return set_secret(desk, true);
    if (words == "person disable") return set_disabled(desk, true);
    if (words == "person enable") return set_disabled(desk, false);
    if (words == "person list") return list(desk, desk.file.people(), print_people);
    if (words == "token create") return create_token(desk);
    if (words == "token list") return list(desk, desk.file.tokens(), print_tokens);
    if (words == "token revoke")
        return report(desk,
                      desk.file.revoke_token(desk.wish.argument, desk.by, desk.now_ms),
                      "revoked: " + desk.wish.argument);
    if (words == "token owner")
        return report(desk, desk.file.renew_owner(desk.by, desk.now_ms),
                      "written: " + owner_path(desk.wish.value("data")));
    return show_audit(desk);
}

}  // namespace

int run_access(std::span<const std::string> args, std::FILE* in, std::FILE* out,
               std::FILE* err) {
    const auto asks_help = [](const std::string& arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) return std::fputs(help().c_str(), out), 0;
    auto wish = parse(args);
    if (!wish) return usage(err, wish.error());
    const std::string folder = wish->value("data");
    // A folder that was misspelt is not made.
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
        std::fprintf(err, "arbiterd access: %s is no folder; arbiterd serve makes it\n",
                     folder.c_str());
        return exit_code::bad_store;
    }
    const std::int64_t now_ms = wall_ms();
    const auto file = AccessFile::open(folder, now_ms);
    if (!file) {
        std::fprintf(err, "arbiterd access: %s\n", file.error().c_str());
        return exit_code::bad_store;
    }
    return carry_out({**file, std::move(*wish), in, out, err,
                      {"uid " + std::to_string(::getuid()), "console"}, now_ms});
}

std::expected<std::string, std::string> read_token(const TokenSource& source) {
    if (!source.token_file && !source.data_folder) return source.environment.value_or("");
    const std::string path =
        source.token_file ? *source.token_file : owner_path(*source.data_folder);
    const auto fault = [&](const std::string& what) { return std::unexpected(path + ": " + what); };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return fault(std::generic_category().message(errno));
    struct stat status{};
    std::array<char, 256> text{};
    const bool known = ::fstat(file, &status) == 0;
    const ssize_t size = ::read(file, text.data(), text.size());
    ::close(file);
    if (!known || size < 0) return fault("cannot be read");
    if ((status.st_mode & 077) != 0)
        return fault("others may use it; set its mode to 0600, and make a new token");
    std::string_view token(text.data(), static_cast<std::size_t>(size));
    token = token.substr(0, token.find_last_not_of(" \r\n") + 1);
    if (!parse_token(token)) return fault("has no token in it, which is one line ff_...");
    return std::string(token);
}

}  // namespace flagfall::access
