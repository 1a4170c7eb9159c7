// `arbiterd event follow`: enters the results of a round from PGN that another system writes.
#pragma once

#include "common/cli/call.hpp"

namespace flagfall::console {

cli::Subcommand follow_command();

// Reads the source repeatedly and enters its results, until a signal; with --once, only once.
// Returns the exit code.
int follow(const cli::Call& call);

}  // namespace flagfall::console
