// `arbiterd export`: the record without a server.
#pragma once

#include <string>
#include <vector>

#include "common/cli/program.hpp"

namespace flagfall::record {

// The command as the program's table has it.
cli::Command export_command();

// Arguments after "export": WHAT DIR [--event E] [--round R]. Prints to standard output; returns
// the exit code. WHAT is pgn, results, rulings or report.
int run_export(const std::vector<std::string>& args);

}  // namespace flagfall::record
