#include <algorithm>

#include "common/cli/print.hpp"

namespace flagfall::cli {

namespace {

constexpr std::size_t help_column = 24;

void wrap_line(std::string& out, std::string_view line, std::size_t indent, std::size_t width) {
    std::string row(indent, ' ');
    bool begun = false;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
        if (begun && row.size() + 1 + word.size() > width) {
            out += row + "\n";
            row.assign(indent, ' ');
            begun = false;
        }
        row += (begun ? " " : "") + std::string(word);
        begun = true;
    }
    out += (begun ? row : std::string()) + "\n";
}

// "  --port PORT            what it is"; the help starts at its own column.
std::string entry(const std::string& head, const std::string& text) {
    const std::string rows = wrapped(text, help_column);
    if (head.size() + 2 < help_column) return head + rows.substr(head.size());
    return head + "\n" + rows;
}

std::string facts(const Option& option) {
    std::string text;
    const auto add = [&](const std::string& fact) { text += (text.empty() ? "" : "; ") + fact; };
    if (option.required) add("required");
    if (option.repeated) add("may be repeated");
    if (!option.otherwise.empty()) add("default: " + option.otherwise);
    if (!option.environment.empty()) add(option.environment);
    if (!option.key.empty()) add("key " + option.key);
    return text.empty() ? text : " (" + text + ")";
}

std::string option_rows(const std::vector<Option>& options) {
    std::string out;
    for (const Option& option : options) {
        const std::string value = option.value.empty() ? "" : " " + option.value;
        out += entry("  --" + option.name + value, option.help + facts(option));
    }
    return out;
}

std::string argument_rows(const std::vector<Argument>& arguments) {
    std::string out;
    for (const Argument& argument : arguments)
        if (!argument.help.empty()) out += entry("  " + argument.name, argument.help);
    return out;
}

// Each command with its arguments and options, so that one page has everything.
std::string commands_in(const std::string& outer, const Subcommand& command) {
    std::string out;
    for (const Subcommand& inner : command.commands) {
        const std::string words = synopsis(inner);
        out += wrapped(outer + " " + inner.name + (words.empty() ? "" : " " + words), 2) +
               wrapped(inner.summary, 6);
        for (const Argument& argument : inner.arguments)
            if (!argument.help.empty()) out += wrapped(argument.name + ": " + argument.help, 8);
        for (const Option& option : inner.options)
            out += wrapped("--" + option.name + ": " + option.help + facts(option), 8);
    }
    return out;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with(' ')) out += std::string(indent, ' ') + std::string(line) + "\n";
        else wrap_line(out, line, indent, width);
    }
    return out;
}

std::string sentence(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text + ".";
}

std::string full_name(std::string_view program, const Path& path) {
    std::string name(program);
    for (const Subcommand* command : path) name += " " + command->name;
    return name;
}

std::string synopsis(const Subcommand& command) {
    std::string out;
    const auto add = [&](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
    if (!command.commands.empty()) add("COMMAND ...");
    for (const Argument& argument : command.arguments)
        add((argument.optional ? "[" : "") + argument.name + (argument.repeated ? " ..." : "") +
            (argument.optional ? "]" : ""));
    for (const Option& option : command.options)
        if (option.required) add("--" + option.name + " " + option.value);
    std::size_t others = 0;
    for (const Option& option : command.options) others += option.required ? 0 : 1;
    constexpr std::size_t most_named = 4;
    if (others > most_named) return add("[OPTION ...]"), out;
    for (const Option& option : command.options)
        if (!option.required)
            add("[--" + option.name + (option.value.empty() ? "" : " " + option.value) + "]");
    return out;
}

std::string help(const Program& program) {
    std::string out = program.name + " " + program.summary + ".\n\n";
    for (const Subcommand& command : program.commands)
        out += entry("  " + program.name + " " + command.name, command.summary);
    out += entry("  " + program.name + " --version", "print the version");
    return out + "\nFor details of a command: " + program.name + " COMMAND --help\n";
}

std::string help(std::string_view program, const Path& path) {
    const Subcommand& command = *path.back();
    const std::string words = synopsis(command);
    std::string out = wrapped(full_name(program, path) + (words.empty() ? "" : " " + words), 0);
    out += "\n" + wrapped(sentence(command.summary), 0);
    if (!command.text.empty()) out += "\n" + wrapped(command.text, 0);
    if (!command.commands.empty())
        out += "\nCommands\n" + commands_in(full_name(program, path), command);
    if (const std::string rows = argument_rows(command.arguments); !rows.empty())
        out += "\nArguments\n" + rows;
    if (!command.options.empty()) out += "\nOptions\n" + option_rows(command.options);
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (!path[i]->options.empty())
            out += "\nOptions of " + full_name(program, {path.begin(), path.begin() + 1 +
                                                         static_cast<std::ptrdiff_t>(i)}) +
                   "\n" + option_rows(path[i]->options);
    if (!command.examples.empty()) out += "\nExamples\n";
    for (const Example& example : command.examples)
        out += "  " + example.command + "\n" + wrapped(example.help, 6);
    return out;
}

}  // namespace flagfall::cli
