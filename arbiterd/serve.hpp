// `arbiterd serve`: the daemon itself, put together from its parts.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::arbiterd {

cli::Command serve_command();

}  // namespace flagfall::arbiterd
