// `arbiterd desk`: what waits for a person, and rulings, from a terminal. Talks to a running
// arbiterd over HTTP.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand desk_command();

}  // namespace flagfall::console
