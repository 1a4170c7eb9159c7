// `arbiterd export` and `arbiterd verify`: the record without a server.
#pragma once

#include <string>
#include <vector>

#include "common/cli/program.hpp"

namespace flagfall::record {

// The commands as the program's table has them.
cli::Command export_command();
cli::Command verify_command();

// Arguments after "export": WHAT DIR [--event E] [--round R]. Prints to standard output; returns
// the exit code. WHAT is pgn, results, rulings or report.
int run_export(const std::vector<std::string>& args);

// Arguments after "verify": DIR. Checks chain and signatures of both daemons' logs found there.
int run_verify(const std::vector<std::string>& args);

}  // namespace flagfall::record
