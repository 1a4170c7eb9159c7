// The configuration file: TOML, its keys those of the command's table.
#pragma once

#include <string>
#include <vector>

#include "common/cli/values.hpp"

namespace flagfall::cli {

// Reads the file into `values` where they have none yet. Gives what is wrong, each with line and
// column: no TOML, keys that no option has, values of another type or out of range.
std::vector<std::string> read_config(const Subcommand& command, const std::string& path,
                                     Values& values);

// The values in force as TOML, each with where it came from; secrets as "***".
std::string print_config(const Subcommand& command, const Values& values);

}  // namespace flagfall::cli
