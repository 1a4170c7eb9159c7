// Questions about time controls, for both daemons' command lines: `explain` and `presets`.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::cli {

Subcommand explain_command(const std::string& program);
Subcommand presets_command(const std::string& program);

}  // namespace flagfall::cli
