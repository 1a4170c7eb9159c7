// `arbiterd rules`: questions about positions and games, one line in, one line out, no server.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

// Answers every line of standard input on standard output; exit code 0 at the end of input.
cli::Subcommand rules_command();

}  // namespace flagfall::console
