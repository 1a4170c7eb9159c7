// `arbiterd event`: an event's office from a terminal. Talks to a running arbiterd over HTTP.
#pragma once

#include "common/cli/call.hpp"

namespace flagfall::console {

cli::Subcommand event_command();

// Carries out any of its commands; returns the exit code, bad_input when arbiterd refuses.
int run_event(const cli::Call& call);

}  // namespace flagfall::console
