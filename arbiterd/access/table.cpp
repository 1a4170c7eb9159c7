#include <algorithm>

#include "arbiterd/access/cli.hpp"
#include "arbiterd/access/commands.hpp"

namespace flagfall::access {

namespace {

cli::Option option_of(const CommandOption& option) {
    return {.name = std::string(option.name),
            .kind = option.value.empty() ? cli::Kind::flag : cli::Kind::text,
            .value = std::string(option.value),
            .help = std::string(option.help),
            .repeated = option.repeated};
}

// "person add" goes into the command "person".
std::vector<cli::Command>& place_of(cli::Command& top, std::string& words) {
    const auto space = words.find(' ');
    if (space == std::string::npos) return top.commands;
    const std::string group = words.substr(0, space);
    words.erase(0, space + 1);
    auto found = std::ranges::find(top.commands, group, &cli::Command::name);
    if (found == top.commands.end()) {
        top.commands.push_back({.name = group,
                                .summary = group == "person" ? "who may log in"
                                                             : "what programs show instead"});
        found = std::prev(top.commands.end());
    }
    return found->commands;
}

}  // namespace

cli::Command access_command() {
    cli::Command top{.name = "access",
                     .summary = "say who may do what: persons, tokens, the audit",
                     .text = "Works on DIR/access.db, with or without arbiterd running. Passwords "
                             "and PINs are asked for on the terminal, never taken from the command "
                             "line. docs/access.md says what each role may do."};
    for (const CommandOption& option : common_options()) top.options.push_back(option_of(option));
    for (const Command& command : commands()) {
        std::string words(command.words);
        auto& place = place_of(top, words);
        cli::Command one{.name = words, .summary = std::string(command.help)};
        if (!command.argument.empty())
            one.arguments.push_back({.name = std::string(command.argument)});
        for (const CommandOption& option : command.options)
            one.options.push_back(option_of(option));
        place.push_back(std::move(one));
    }
    return top;
}

}  // namespace flagfall::access
