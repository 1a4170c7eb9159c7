// `clockd enrol`, `clockd devices`, `clockd revoke`: an arbiter enrols devices, lists them, and
// revokes them. `clockd role-key`: a key for peers of one role.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::client {

// Each command with its options and what it does.
cli::Subcommand enrol_command();
cli::Subcommand devices_command();
cli::Subcommand revoke_command();
cli::Subcommand role_key_command();

}  // namespace flagfall::client
