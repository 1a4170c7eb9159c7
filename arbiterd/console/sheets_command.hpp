// `arbiterd sheets`: reads, compares and writes scoresheets (docs/scoresheets.md).
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

// The exit code is bad_input when a file is not a game or a sheet cannot be read to its end.
cli::Subcommand sheets_command();

}  // namespace flagfall::console
