#include <algorithm>
#include <cstdio>

#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/text.hpp"
#include "common/base/version.hpp"
#include "common/cli/call.hpp"
#include "common/cli/config.hpp"
#include "common/cli/print.hpp"
#include "common/cli/terminal.hpp"

namespace flagfall::cli {

namespace {

bool asks_help(const std::vector<std::string>& args) {
    return std::ranges::any_of(
        args, [](const std::string& word) { return word == "--help" || word == "-h"; });
}

int print_to(std::FILE* out, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), out);
    return std::fflush(out) == 0 ? exit_code::ok : exit_code::commit_failed;
}

std::string names(const std::vector<Subcommand>& commands) {
    std::string out;
    for (const Subcommand& command : commands) out += (out.empty() ? "" : ", ") + command.name;
    return out;
}

// An option of one of these commands; null if "--WORD" or "--WORD=VALUE" is none.
const Option* option_of(const Path& path, std::string_view word) {
    const std::string_view name = word.substr(2, word.find('=') - 2);
    for (const Subcommand* command : path)
        for (const Option& option : command->options)
            if (option.name == name) return &option;
    return nullptr;
}

// The command that words name, and the words that are left for it to read.
struct Named {
    Path path;
    std::vector<std::string> words;
    std::string stray{};  // the first word that names nothing; empty: there is none
};

// Options of outer commands may stand before the inner one's name.
Named named(Path path, const std::vector<Subcommand>& top, const std::vector<std::string>& args) {
    Named out{.path = std::move(path), .words = {}};
    std::size_t at = 0;
    while (at < args.size()) {
        const std::string& word = args[at];
        if (const Option* option = word.starts_with("--") ? option_of(out.path, word) : nullptr) {
            const bool value_follows = option->kind != Kind::flag && !word.contains('=');
            const std::size_t end = std::min(at + (value_follows ? 2 : 1), args.size());
            while (at < end) out.words.push_back(args[at++]);
            continue;
        }
        const Subcommand* found = find(out.path.empty() ? top : out.path.back()->commands, word);
        if (!found) break;
        out.path.push_back(found);
        ++at;
    }
    if (at < args.size()) out.stray = args[at];
    out.words.insert(out.words.end(), args.begin() + static_cast<std::ptrdiff_t>(at), args.end());
    return out;
}

// What is missing, or not there, where a command with others inside it was called alone.
std::string no_command(const Named& named) {
    const std::string known = names(named.path.back()->commands);
    if (named.stray.empty()) return "say what to do: " + known;
    if (named.stray.starts_with("--"))  // without its value, which may be a secret
        return "unknown option " + named.stray.substr(0, named.stray.find('='));
    return "unknown command " + named.stray + "; there are " + known;
}

// Prints what is wrong, or carries out --check-config and --print-config where the command has
// them, and then gives the exit code instead.
std::expected<Values, int> values_or_exit(const Call& call) {
    auto values = read_values(call.command, call.args);
    if (!values) {
        const Wrong& wrong = values.error();
        const bool checking = std::ranges::find(call.args, "--check-config") != call.args.end();
        if (wrong.exit_code == exit_code::usage && !checking)
            return std::unexpected(call.usage(wrong.texts.front()));
        for (const std::string& text : wrong.texts) call.fail(wrong.exit_code, text);
        return std::unexpected(exit_code::bad_config);
    }
    if (values->flag("print-config"))
        return std::unexpected(call.print(print_config(call.command, *values)));
    const std::string why = call.command.wrong ? call.command.wrong(*values) : std::string();
    if (values->flag("check-config"))
        return std::unexpected(why.empty() ? exit_code::ok : call.fail(exit_code::bad_config, why));
    if (!why.empty()) return std::unexpected(call.usage(why));
    return std::move(*values);
}

int run_named(const std::string& program, const Named& named, const Streams& streams) {
    Call call{.name = full_name(program, named.path), .command = *named.path.back(),
              .args = named.words, .values = {}, .streams = streams};
    if (!call.command.commands.empty()) return call.usage(no_command(named));
    for (std::size_t i = named.path.size() - 1; i-- > 0;) {
        const Subcommand& outer = *named.path[i];
        call.command.options.insert(call.command.options.end(), outer.options.begin(),
                                    outer.options.end());
        if (!call.command.run) call.command.run = outer.run;
    }
    FF_CHECK(call.command.run);
    auto values = values_or_exit(call);
    if (!values) return values.error();
    call.values = std::move(*values);
    return call.command.run(call);
}

// The two commands that every program has, for help and completion. They keep the program.
void add_own_commands(Program& program) {
    program.commands.push_back(
        {.name = "man",
         .summary = "print a manual page, of the program or of one command",
         .text = program.name + " man | man -l -",
         .arguments = {{.name = "COMMAND", .help = "such as serve", .optional = true,
                        .repeated = true}},
         .run = [&program](const Call& call) {
             const auto words = call.values.all("COMMAND");
             const Named page = named({}, program.commands, words);
             if (page.stray.empty()) return call.print(man_page(program, page.path));
             return call.usage("unknown command " + page.stray);
         }});
    program.commands.push_back(
        {.name = "completion",
         .summary = "print the completion script of a shell",
         .text = "source <(" + program.name + " completion bash)",
         .arguments = {{.name = "SHELL", .help = "bash, zsh or fish",
                        .choices = {"bash", "zsh", "fish"}}},
         .run = [&program](const Call& call) {
             return call.print(*completion(program, call.values.text("SHELL")));
         }});
}

}  // namespace

const Subcommand* find(const std::vector<Subcommand>& commands, std::string_view name) {
    const auto found = std::ranges::find(commands, name, &Subcommand::name);
    return found == commands.end() ? nullptr : &*found;
}

int usage_error(const std::string& name, const std::string& what, std::FILE* err) {
    std::fprintf(err, "%s: %s\nTry: %s --help\n", name.c_str(), what.c_str(), name.c_str());
    return exit_code::usage;
}

int Call::usage(const std::string& why) const { return usage_error(name, why, streams.err); }

int Call::fail(int code, const std::string& why) const {
    std::fprintf(streams.err, "%s: %s\n", name.c_str(), printable(why, Lines::many).c_str());
    return code;
}

int Call::print(std::string_view text) const { return print_to(streams.out, text); }

int run_command(const std::string& program, const Subcommand& command,
                const std::vector<std::string>& args, const Streams& streams) {
    const Named found = named({&command}, {}, args);
    if (asks_help(args)) return print_to(streams.out, help(program, found.path));
    return run_named(program, found, streams);
}

int run(const Program& program, const std::vector<std::string>& args) {
    const CleanOutput clean;
    Program whole = program;
    add_own_commands(whole);
    if (args.empty())
        return usage_error(whole.name, "say what to do: " + names(whole.commands));
    if (args[0] == "--version")
        return print_to(stdout, whole.name + " " + std::string(version) + "\n");
    const std::vector<std::string> rest(args.begin() + 1, args.end());
    if (args[0] == "help" || asks_help({args[0]})) {
        const Path path = named({}, whole.commands, rest).path;
        return print_to(stdout, path.empty() ? help(whole) : help(whole.name, path));
    }
    const Subcommand* command = find(whole.commands, args[0]);
    if (!command) return usage_error(whole.name, "unknown command " + args[0]);
    return run_command(whole.name, *command, rest);
}

}  // namespace flagfall::cli
