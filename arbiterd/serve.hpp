// `arbiterd serve`: the daemon itself, put together from its parts.
#pragma once

#include "common/cli/program.hpp"
#include "common/custody/backup.hpp"

namespace flagfall::arbiterd {

cli::Subcommand serve_command();

// What backups of a data folder need to know about arbiterd.
custody::Own own_files();

}  // namespace flagfall::arbiterd
