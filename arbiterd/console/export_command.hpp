// `arbiterd export`: the record without a server.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand export_command();

}  // namespace flagfall::console
