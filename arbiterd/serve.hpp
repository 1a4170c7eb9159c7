// `arbiterd serve`: the daemon itself, put together from its parts.
#pragma once

#include "common/backup/backup.hpp"
#include "common/cli/program.hpp"

namespace flagfall::arbiterd {

cli::Command serve_command();

// What backups of a data folder need to know about arbiterd.
backup::Own own_files();

}  // namespace flagfall::arbiterd
