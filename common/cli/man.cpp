#include <algorithm>

#include "common/base/version.hpp"
#include "common/cli/print.hpp"

namespace flagfall::cli {

namespace {

// Text that roff prints unchanged: hyphens as minus signs, because people copy them into shells.
std::string plain(std::string_view text) {
    std::string out;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') out += "\\e";
        else if (c == '-') out += "\\-";
        else out += c;
        line_begins = c == '\n';
    }
    return out;
}

// A macro's argument.
std::string quoted(std::string_view text) {
    std::string out;
    for (const char c : plain(text)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
    return "\"" + out + "\"";
}

// Paragraphs; lines that begin with a space are shown unfilled.
std::string paragraphs(std::string_view text) {
    std::string out;
    bool unfilled = false;
    const auto fill = [&](bool yes) {
        if (yes == unfilled) out += yes ? ".fi\n" : ".nf\n";
        unfilled = !yes;
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        fill(!line.starts_with(' '));
        if (line.empty()) {
            if (!text.empty()) out += ".PP\n";
        } else {
            out += plain(line) + "\n";
        }
    }
    fill(true);
    return out;
}

std::string options_part(const std::vector<Option>& options) {
    std::string out;
    for (const Option& option : options) {
        out += ".TP\n\\fB" + plain("--" + option.name) + "\\fR";
        if (!option.value.empty()) out += " \\fI" + plain(option.value) + "\\fR";
        out += "\n" + plain(sentence(option.help)) + "\n";
        if (option.kind != Kind::flag && !option.choices.empty())
            out += plain("It is " + expected(option) + ".") + "\n";
        if (!option.otherwise.empty()) out += plain("Default: " + option.otherwise + ".") + "\n";
        if (option.repeated) out += "It may be repeated.\n";
        if (!option.environment.empty())
            out += plain("Environment: " + option.environment + ".") + "\n";
        if (!option.key.empty()) out += plain("Configuration: " + option.key + ".") + "\n";
    }
    return out;
}

std::string arguments_part(const std::vector<Argument>& arguments) {
    std::string out;
    for (const Argument& argument : arguments)
        if (!argument.help.empty())
            out += ".TP\n\\fI" + plain(argument.name) + "\\fR\n" + plain(sentence(argument.help)) +
                   "\n";
    return out;
}

// An entry for each command, with all its options, so that a page is complete by itself.
std::string commands_part(const std::string& outer, const std::vector<Subcommand>& commands,
                          bool with_options) {
    std::string out;
    for (const Subcommand& command : commands) {
        const std::string words = synopsis(command);
        out += ".TP\n\\fB" + plain(outer + " " + command.name) + "\\fR" +
               (words.empty() ? "" : " " + plain(words)) + "\n" + plain(sentence(command.summary)) +
               "\n";
        const std::string inner =
            arguments_part(command.arguments) + options_part(command.options);
        if (with_options && !inner.empty()) out += ".RS\n" + inner + ".RE\n";
    }
    return out;
}

std::string section(std::string_view name, const std::string& body) {
    return body.empty() ? "" : ".SH " + std::string(name) + "\n" + body;
}

std::string exit_part() {
    std::string out;
    const std::vector<std::pair<std::string, std::string>> codes{
        {"0", "success"},
        {"2", "the command line is wrong"},
        {"65", "a file or request was refused"},
        {"69", "a port is taken, or the server cannot be reached"},
        {"71", "out of descriptors, memory or threads"},
        {"73", "the record cannot be opened, locked or trusted"},
        {"74", "a write to the disk failed"},
        {"78", "the configuration is wrong, or the other daemon has another log"}};
    for (const auto& [code, text] : codes) out += ".TP\n" + code + "\n" + plain(text + ".") + "\n";
    return out;
}

std::string page_of(std::string_view program, const Path& path) {
    const Subcommand& command = *path.back();
    const std::string name = full_name(program, path);
    const std::string words = synopsis(command);
    std::string out = section("SYNOPSIS", "\\fB" + plain(name) + "\\fR" +
                                              (words.empty() ? "" : " " + plain(words)) + "\n");
    out += section("DESCRIPTION", paragraphs(sentence(command.summary)) +
                                      (command.text.empty() ? "" : ".PP\n") +
                                      paragraphs(command.text));
    out += section("COMMANDS", commands_part(name, command.commands, true));
    out += section("ARGUMENTS", arguments_part(command.arguments));
    std::string options = options_part(command.options);
    for (std::size_t i = 0; i + 1 < path.size(); ++i) options += options_part(path[i]->options);
    out += section("OPTIONS", options) + section("EXIT STATUS", exit_part());
    std::string examples;
    for (const Example& example : command.examples)
        examples += ".TP\n\\fB" + plain(example.command) + "\\fR\n" + plain(example.help) + "\n";
    return out + section("EXAMPLES", examples);
}

}  // namespace

std::string man_page(const Program& program, const Path& path) {
    std::string title = full_name(program.name, path);
    std::ranges::replace(title, ' ', '-');
    const std::string summary = path.empty() ? program.summary : path.back()->summary;
    std::string caps = title;
    std::ranges::transform(caps, caps.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    std::string out = ".TH " + quoted(caps) + " 1 \"\" " +
                      quoted("Flagfall " + std::string(version)) + " \"Flagfall\"\n";
    out += section("NAME", plain(title) + " \\- " + plain(summary) + "\n");
    if (!path.empty()) return out + page_of(program.name, path);
    out += section("SYNOPSIS", "\\fB" + plain(program.name) + "\\fR \\fICOMMAND\\fR ...\n");
    out += section("COMMANDS", commands_part(program.name, program.commands, false));
    return out + section("EXIT STATUS", exit_part());
}

}  // namespace flagfall::cli
