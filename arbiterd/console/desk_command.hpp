// `arbiterd desk`: open questions and rulings at a terminal. Talks to a running arbiterd over
// HTTP.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand desk_command();

}  // namespace flagfall::console
