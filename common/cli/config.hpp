// The configuration file in TOML; the command's table has its keys.
#pragma once

#include <string>
#include <vector>

#include "common/cli/values.hpp"

namespace flagfall::cli {

// Reads the file into `values` where they have none yet. Returns the faults, each with line and
// column: invalid TOML, unknown keys, values of another type or out of range.
std::vector<std::string> read_config(const Subcommand& command, const std::string& path,
                                     Values& values);

// The values in force as TOML, each with its source; secrets as "***".
std::string print_config(const Subcommand& command, const Values& values);

}  // namespace flagfall::cli
