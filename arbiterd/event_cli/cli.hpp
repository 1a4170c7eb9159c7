// `arbiterd event`: an event's office from a terminal. Talks to a running arbiterd over HTTP.
#pragma once

#include <string>
#include <vector>

#include "common/cli/program.hpp"

namespace flagfall::event_cli {

// What the commands are, for help, manual pages and completion.
cli::Command event_command();

// Runs `arbiterd event ARGS`; gives the exit code: bad_input when arbiterd refuses.
int run_event(const std::vector<std::string>& args);

}  // namespace flagfall::event_cli
