#include <algorithm>
#include <cstdio>

#include "common/base/exit_codes.hpp"
#include "common/base/version.hpp"
#include "common/cli/print.hpp"
#include "common/cli/terminal.hpp"

namespace flagfall::cli {

namespace {

// The two commands that every program has, for help and completion.
Program with_own_commands(Program program) {
    program.commands.push_back(
        {.name = "man",
         .summary = "print a manual page, of the program or of one command",
         .text = program.name + " man | man -l -",
         .arguments = {{.name = "COMMAND", .help = "such as serve", .optional = true,
                        .repeated = true}}});
    program.commands.push_back({.name = "completion",
                                .summary = "print the completion script of a shell",
                                .text = "source <(" + program.name + " completion bash)",
                                .arguments = {{.name = "SHELL",
                                               .help = "bash, zsh or fish",
                                               .choices = {"bash", "zsh", "fish"}}}});
    return program;
}

// As far as the words are names of commands.
Path path_of(const Program& program, const std::vector<std::string>& words) {
    Path path;
    const std::vector<Command>* commands = &program.commands;
    for (const std::string& word : words) {
        const Command* found = find(*commands, word);
        if (!found) break;
        path.push_back(found);
        commands = &found->commands;
    }
    return path;
}

int print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    return std::fflush(stdout) == 0 ? exit_code::ok : exit_code::commit_failed;
}

int print_help(const Program& program, const Path& path) {
    return print(path.empty() ? help(program) : help(program.name, path));
}

int print_man(const Program& program, const std::vector<std::string>& words) {
    const Path path = path_of(program, words);
    if (path.size() == words.size()) return print(man_page(program, path));
    return usage_error(program.name, "there is no command " + words[path.size()]);
}

int print_completion(const Program& program, const std::vector<std::string>& words) {
    const auto script = words.size() == 1 ? completion(program, words[0]) : std::nullopt;
    if (script) return print(*script);
    return usage_error(program.name, "completion takes the shell: bash, zsh or fish");
}

std::string names(const Program& program) {
    std::string out;
    for (const Command& command : program.commands) out += (out.empty() ? "" : ", ") + command.name;
    return out;
}

}  // namespace

const Command* find(const std::vector<Command>& commands, std::string_view name) {
    const auto found = std::ranges::find(commands, name, &Command::name);
    return found == commands.end() ? nullptr : &*found;
}

int usage_error(const std::string& name, const std::string& what) {
    std::fprintf(stderr, "%s: %s\nTry: %s --help\n", name.c_str(), what.c_str(), name.c_str());
    return exit_code::usage;
}

int run(const Program& own, const std::vector<std::string>& args) {
    const CleanOutput clean;
    const Program program = with_own_commands(own);
    const auto asks_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
    if (args.empty()) return usage_error(program.name, "say what to do: " + names(program));
    const std::vector<std::string> rest(args.begin() + 1, args.end());
    if (args[0] == "help") return print_help(program, path_of(program, rest));
    if (std::ranges::any_of(args, asks_help)) return print_help(program, path_of(program, args));
    if (args[0] == "--version")
        return print(program.name + " " + std::string(version) + "\n");
    if (args[0] == "man") return print_man(program, rest);
    if (args[0] == "completion") return print_completion(program, rest);
    const Command* command = find(program.commands, args[0]);
    if (!command) return usage_error(program.name, "there is no command " + args[0]);
    return command->run(rest);
}

}  // namespace flagfall::cli
