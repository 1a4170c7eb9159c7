// arbiterd desk: what waits for a person, and rulings, from a terminal.
#pragma once

#include <span>
#include <string>

#include "common/cli/program.hpp"

namespace flagfall::desk {

// The command as the program's table has it.
cli::Command desk_command();

// Runs `arbiterd desk ARGS`; gives the exit code. Talks to a running arbiterd over HTTP.
int run_desk(std::span<const std::string> args);

}  // namespace flagfall::desk
