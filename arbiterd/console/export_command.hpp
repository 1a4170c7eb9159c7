// `arbiterd export`: writes the record to files, without a server.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand export_command();

}  // namespace flagfall::console
