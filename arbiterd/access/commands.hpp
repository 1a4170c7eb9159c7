// The words of `arbiterd access` as a table: what it reads and what its help says come from here.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace flagfall::access {

struct CommandOption {
    std::string_view name;   // "role": the option is --role
    std::string_view value;  // "ROLE" in the help; empty: a flag
    std::string_view help;
    bool repeated = false;
};

struct Command {
    std::string_view words;     // "person add"
    std::string_view argument;  // "NAME"; empty: none
    std::vector<CommandOption> options;
    std::string_view help;
};

std::span<const Command> commands();

// Options that every command takes.
std::span<const CommandOption> common_options();

}  // namespace flagfall::access
