// arbiterd tls: the hall's own authority and the server's certificate, in DIR/tls.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::console {

cli::Subcommand tls_command();

}  // namespace flagfall::console
