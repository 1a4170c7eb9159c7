// `arbiterd event`: the office of an event at a terminal. Talks to a running arbiterd over HTTP.
#pragma once

#include "common/cli/call.hpp"

namespace flagfall::console {

cli::Subcommand event_command();

// Runs any of its commands. Returns the exit code; bad_input when arbiterd refuses.
int run_event(const cli::Call& call);

}  // namespace flagfall::console
