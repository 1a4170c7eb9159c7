// `arbiterd export`: the record without a server.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Command export_command();

}  // namespace flagfall::console
