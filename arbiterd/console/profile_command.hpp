// `arbiterd profile`: the rules profiles that an event may announce, as JSON.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand profile_command();

}  // namespace flagfall::console
