// Questions about time controls, for both daemons' command lines: `explain` and `presets`.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::cli {

// --period-trigger, beside a time control that is entered; without it the preset's holds, else
// moves.
Option period_trigger_option();

Subcommand explain_command(const std::string& program);
Subcommand presets_command(const std::string& program);

}  // namespace flagfall::cli
