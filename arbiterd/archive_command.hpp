// `arbiterd archive`: one file of a tournament that is over.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::arbiterd {

cli::Subcommand archive_command();

}  // namespace flagfall::arbiterd
