#include "arbiterd/console/access_command.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "arbiterd/access/file.hpp"
#include "arbiterd/access/passwords.hpp"
#include "arbiterd/console/access_print.hpp"
#include "arbiterd/console/ask_secret.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/cli/call.hpp"

namespace flagfall::console {

namespace {

// What all subcommands share.
struct Desk {
    access::AccessFile& file;
    const cli::Call& call;
    access::Actor by;
    std::int64_t now_ms = 0;

    std::string name() const { return call.values.text("NAME"); }
};

int refuse(const Desk& desk, const std::string& why) {
    return desk.call.fail(exit_code::bad_input, why);
}

int failed(const Desk& desk, const access::Denied& denied) {
    return desk.call.fail(denied.status >= 500 ? exit_code::bad_store : exit_code::bad_input,
                          denied.text + " (" + denied.code + ")");
}

// The role of --role, whose choices are the roles' names.
access::Role role_in(const cli::Values& values) { return *access::role_named(values.text("role")); }

// --- secrets ---

std::optional<std::string> line_of(std::FILE* in) {
    std::string line;
    for (int c = 0; (c = std::fgetc(in)) != EOF && c != '\n';) line += static_cast<char>(c);
    if (line.empty() && std::feof(in) != 0) return std::nullopt;
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

// Asks twice on the terminal, without echo.
std::expected<std::string, std::string> read_secret(const Desk& desk, const std::string& what) {
    if (desk.call.values.flag("password-stdin"))
        return line_of(desk.call.streams.in).value_or("");
    auto first = ask_secret(what + ": ");
    if (!first || first->empty()) return first;
    const auto second = ask_secret(what + " once more: ");
    if (!second) return second;
    if (*first != *second) return std::unexpected("the two were not the same; nothing was changed");
    return first;
}

std::expected<std::string, std::string> hashed(const std::string& secret) {
    auto hash = access::hash_password(secret, {});
    if (hash) return std::move(*hash);
    return std::unexpected("not enough memory to hash it; end other programs");
}

std::expected<std::string, std::string> read_password(const Desk& desk) {
    const auto password = read_secret(desk, "Password of " + desk.name());
    if (!password) return password;
    if (const auto fault = access::password_fault(*password, desk.name()))
        return std::unexpected(*fault);
    return hashed(*password);
}

// Empty if there may be no PIN and none is given.
std::expected<std::string, std::string> read_pin(const Desk& desk, bool may_be_none) {
    const auto pin = read_secret(
        desk, "PIN of " + desk.name() + (may_be_none ? " (empty: none)" : ""));
    if (!pin || (pin->empty() && may_be_none)) return pin;
    if (const auto fault = access::pin_fault(*pin)) return std::unexpected(*fault);
    return hashed(*pin);
}

// --- persons ---

int add_person(const Desk& desk) {
    const access::NewPerson wanted{desk.name(), role_in(desk.call.values),
                           desk.call.values.all("sector")};
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
    std::fprintf(desk.call.streams.out, "%s is %s now, with the id %s\n", made->name.c_str(),
                 std::string(name(made->role)).c_str(), made->id.c_str());
    if (pin->empty() && access::arbiters.contains(made->role))
        return desk.call.print("Rulings at a browser need a PIN: arbiterd access person pin\n");
    return exit_code::ok;
}

// Runs an act on the person that the command names.
int with_person(const Desk& desk,
                const std::function<access::Result<void>(const access::Person&)>& act) {
    const auto person = desk.file.person_named(desk.name());
    if (!person) return failed(desk, person.error());
    const auto done = act(*person);
    if (!done) return failed(desk, done.error());
    std::fprintf(desk.call.streams.out, "done: %s, %s\n", desk.call.command.name.c_str(),
                 person->name.c_str());
    return exit_code::ok;
}

int change_person(const Desk& desk) {
    access::PersonChange change;
    const cli::Values& values = desk.call.values;
    if (values.has("rename")) change.name = values.text("rename");
    if (values.has("role")) change.role = role_in(values);
    if (values.has("sector") || values.flag("all-sectors")) change.sectors = values.all("sector");
    if (values.has("sector") && values.flag("all-sectors"))
        return refuse(desk, "--sector and --all-sectors exclude each other");
    return with_person(desk, [&](const access::Person& person) -> access::Result<void> {
        const auto done = desk.file.change_person(person.id, change, desk.by, desk.now_ms);
        if (!done) return std::unexpected(done.error());
        return {};
    });
}

int set_secret(const Desk& desk, bool pin) {
    const auto known = desk.file.person_named(desk.name());
    if (!known) return failed(desk, known.error());
    const auto hash = pin ? read_pin(desk, false) : read_password(desk);
    if (!hash) return refuse(desk, hash.error());
    return with_person(desk, [&](const access::Person& person) {
        return pin ? desk.file.set_pin_hash(person.id, *hash, desk.by, desk.now_ms)
                   : desk.file.set_password_hash(person.id, *hash, desk.by, desk.now_ms);
    });
}

int set_disabled(const Desk& desk, bool disabled) {
    return with_person(desk, [&](const access::Person& person) {
        return desk.file.set_disabled(person.id, disabled, desk.by, desk.now_ms);
    });
}

// --- tokens and the audit ---

int create_token(const Desk& desk) {
    const cli::Values& values = desk.call.values;
    access::NewToken token{.name = desk.name(), .role = access::Role::public_viewer, .person = {},
                   .vouches = values.flag("vouches"), .event = values.text_or_empty("event"),
                   .sectors = values.all("sector"), .expires_ms = {}};
    if (values.has("role") == values.has("person"))
        return refuse(desk, "a token has either --role or --person");
    if (values.has("person")) {
        const auto person = desk.file.person_named(values.text("person"));
        if (!person) return failed(desk, person.error());
        token.person = person->id;
    } else {
        token.role = role_in(values);
    }
    if (values.has("expires"))
        token.expires_ms = desk.now_ms + values.duration("expires").us / 1000;
    const auto made = desk.file.create_token(token, desk.by, desk.now_ms);
    if (!made) return failed(desk, made.error());
    std::fprintf(desk.call.streams.out, "%s\n", made->text.c_str());
    std::fprintf(desk.call.streams.err,
                 "This token is shown only once; arbiterd keeps its hash. Its id is %s. To revoke"
                 " it: arbiterd access token revoke %s\n",
                 made->info.id.c_str(), made->info.id.c_str());
    return exit_code::ok;
}

int report(const Desk& desk, const access::Result<void>& done, const std::string& text) {
    if (!done) return failed(desk, done.error());
    return desk.call.print(text + "\n");
}

template <class T>
int list(const Desk& desk, const access::Result<T>& rows, std::string (*print)(const T&, bool)) {
    if (!rows) return failed(desk, rows.error());
    return desk.call.print(print(*rows, desk.call.values.flag("json")));
}

int show_audit(const Desk& desk) {
    std::optional<std::int64_t> before;
    if (desk.call.values.has("before")) before = desk.call.values.number("before");
    const auto most = static_cast<std::size_t>(desk.call.values.number("limit"));
    return list(desk, desk.file.audit(most, before), print_audit);
}

int revoke_token(const Desk& desk) {
    const std::string& id = desk.call.values.text("ID");
    return report(desk, desk.file.revoke_token(id, desk.by, desk.now_ms), "revoked: " + id);
}

int renew_owner(const Desk& desk) {
    return report(desk, desk.file.renew_owner(desk.by, desk.now_ms),
                  "written: " + access::owner_path(desk.call.values.text("data")));
}

// --- the commands ---

using Act = int (*)(const Desk& desk);

// Opens DIR/access.db and acts on it.
int with_file(const cli::Call& call, Act act) {
    const std::string& folder = call.values.text("data");
    // A misspelt folder must not be created.
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return call.fail(exit_code::bad_store, folder + " is no folder; arbiterd serve makes it");
    const std::int64_t now_ms = wall_ms();
    const auto file = access::AccessFile::open(folder, now_ms);
    if (!file) return call.fail(exit_code::bad_store, file.error());
    return act({**file, call, {"uid " + std::to_string(::getuid()), "console"}, now_ms});
}

cli::Subcommand command(std::string name, std::string summary, std::vector<cli::Argument> arguments,
                     std::vector<cli::Option> options, Act act) {
    // A secret may have been typed in the wrong place, so error messages show no values.
    for (cli::Option& option : options) option.secret = true;
    return {.name = std::move(name), .summary = std::move(summary),
            .arguments = std::move(arguments), .options = std::move(options),
            .run = [act](const cli::Call& call) { return with_file(call, act); }};
}

cli::Option role_option(std::vector<std::string> roles, bool required) {
    std::string help = "one of";
    for (const std::string& role : roles) help += (role == roles.front() ? " " : ", ") + role;
    return {.name = "role", .value = "ROLE", .help = help, .choices = std::move(roles),
            .required = required};
}

cli::Option flag(std::string name, std::string help) {
    return {.name = std::move(name), .kind = cli::Kind::flag, .help = std::move(help)};
}

cli::Option sector_option() {
    return {.name = "sector", .value = "NAME",
            .help = "only this sector of the event; default: all boards", .repeated = true};
}

cli::Subcommand person_commands() {
    const std::vector<cli::Argument> who{{.name = "NAME"}};
    const std::vector<std::string> roles{"chief_arbiter", "arbiter", "pairing_program",
                                         "broadcaster"};
    const cli::Option on_stdin = flag(
        "password-stdin", "read it from standard input, one per line, instead of the terminal");
    return {
        .name = "person",
        .summary = "manage the persons who can log in",
        .commands = {
            command("add", "add a person; asks for the password and the PIN", who,
                    {role_option(roles, true), sector_option(),
                     flag("password-stdin", "read the password, and the PIN on the next line, from "
                                            "standard input")},
                    add_person),
            command("change", "change name, role or sectors, from the next request on", who,
                    {{.name = "rename", .value = "NAME", .help = "the new name"},
                     role_option(roles, false), sector_option(),
                     flag("all-sectors", "remove the limit to sectors")},
                    change_person),
            command("password", "set another password; ends the person's sessions", who,
                    {on_stdin}, [](const Desk& desk) { return set_secret(desk, false); }),
            command("pin", "set another PIN", who, {on_stdin},
                    [](const Desk& desk) { return set_secret(desk, true); }),
            command("disable", "end sessions and tokens, and refuse new ones", who, {},
                    [](const Desk& desk) { return set_disabled(desk, true); }),
            command("enable", "re-enable a person", who, {},
                    [](const Desk& desk) { return set_disabled(desk, false); }),
            command("list", "list all persons, also disabled ones", {}, {flag("json", "as JSON")},
                    [](const Desk& desk) {
                        return list(desk, desk.file.people(), print_people);
                    })}};
}

cli::Subcommand token_commands() {
    return {
        .name = "token",
        .summary = "manage the tokens of programs and devices",
        .commands = {
            command("create", "make a token for a program or a device; prints it this once",
                    {{.name = "NAME"}},
                    {role_option({"chief_arbiter", "arbiter", "pairing_program", "broadcaster",
                                  "clock_daemon", "device"},
                                 false),
                     {.name = "person", .value = "NAME",
                      .help = "act as this person, with the person's rights"},
                     {.name = "event", .value = "EVENT", .help = "valid for this event only"},
                     sector_option(),
                     {.name = "expires", .kind = cli::Kind::duration, .value = "TIME",
                      .help = "lifetime, such as 30d, 12h or 90m; default: until it is revoked",
                      .least = 60'000'000},
                     flag("vouches", "for an arbiter's desk: each act names the person who acts")},
                    create_token),
            command("revoke", "revoke a token, from the next request on", {{.name = "ID"}}, {},
                    revoke_token),
            command("list", "list all tokens, without their secrets", {}, {flag("json", "as JSON")},
                    [](const Desk& desk) {
                        return list(desk, desk.file.tokens(), print_tokens);
                    }),
            command("owner", "write a new token to DIR/owner.token and revoke the old one", {}, {},
                    renew_owner)}};
}

}  // namespace

cli::Subcommand access_command() {
    return {.name = "access",
            .summary = "manage who can do what: persons, tokens, the audit log",
            .text = "Works on DIR/access.db, with or without a running arbiterd. Passwords and "
                    "PINs are read from the terminal, never from the command line. docs/access.md "
                    "describes what each role can do.",
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "data folder of arbiterd, with access.db", .required = true}},
            .commands = {
                person_commands(), token_commands(),
                command("audit", "list changes, logins and failed attempts, newest first", {},
                        {{.name = "limit", .kind = cli::Kind::number, .value = "N",
                          .otherwise = "50", .help = "number of lines", .least = 1},
                         {.name = "before", .kind = cli::Kind::number, .value = "N",
                          .help = "only lines older than line N", .least = 1},
                         flag("json", "as JSON")},
                        show_audit)}};
}

std::expected<std::string, std::string> read_token(const TokenSource& source) {
    if (!source.token_file && !source.data_folder) return source.environment.value_or("");
    const std::string path =
        source.token_file ? *source.token_file : access::owner_path(*source.data_folder);
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
        return fault("others can read it; set its mode to 0600 and make a new token");
    std::string_view token(text.data(), static_cast<std::size_t>(size));
    token = token.substr(0, token.find_last_not_of(" \r\n") + 1);
    if (!access::parse_token(token)) return fault("has no token, which is one line ff_...");
    return std::string(token);
}

}  // namespace flagfall::console
