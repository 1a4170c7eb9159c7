// `arbiterd formats`: reads, checks and converts the files of other programs (docs/formats.md).
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

// The exit code is bad_input when a file is refused or cannot be written in this format.
cli::Subcommand formats_command();

}  // namespace flagfall::console
