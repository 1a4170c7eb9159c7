// Text from a program's table: help, manual pages, completion scripts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/program.hpp"

namespace flagfall::cli {

// A command after those that contain it, outermost first: {desk, penalise}.
using Path = std::vector<const Subcommand*>;

// "arbiterd desk penalise"; only the program's name for an empty path.
std::string full_name(std::string_view program, const Path& path);

// "GAME SIDE KIND [--time H:MM:SS]": what follows the name.
std::string synopsis(const Subcommand& command);

// The text of --help for the program, and for a command.
std::string help(const Program& program);
std::string help(std::string_view program, const Path& path);

// A manual page in roff (man(7)) of the program (empty path) or one command, section 1.
std::string man_page(const Program& program, const Path& path);

// The completion script for bash, zsh or fish; empty for any other shell.
std::optional<std::string> completion(const Program& program, std::string_view shell);

// The allowed values, in words: "real or virtual", "a number from 0 to 65535".
std::string expected(const Option& option);

// "run the clocks" -> "Run the clocks."
std::string sentence(std::string text);

// A text broken into lines of at most `width` columns, each after `indent` spaces; lines that begin
// with a space stay whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 96);

}  // namespace flagfall::cli
