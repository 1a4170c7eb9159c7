// `arbiterd profile`: prints the rules profiles for events, as JSON.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand profile_command();

}  // namespace flagfall::console
