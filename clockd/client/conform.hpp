// `clockd conform`: examines somebody's device.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::client {

cli::Subcommand conform_command();

}  // namespace flagfall::client
