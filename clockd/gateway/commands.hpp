// `clockd boards`: the gateway of electronic boards. `clockd frames`: what boards sent, in words.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::gateway {

cli::Subcommand boards_command();
cli::Subcommand frames_command();

}  // namespace flagfall::gateway
