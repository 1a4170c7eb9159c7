// `arbiterd export`: the record without a server.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::record {

cli::Command export_command();

}  // namespace flagfall::record
