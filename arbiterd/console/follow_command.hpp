// `arbiterd event follow`: the results of a round from PGN that another system writes.
#pragma once

#include "common/cli/call.hpp"

namespace flagfall::console {

cli::Subcommand follow_command();

// Looks at the source again and again and enters what it has, until a signal comes; with --once,
// one time. Returns the exit code.
int follow(const cli::Call& call);

}  // namespace flagfall::console
