// `clockd enrol`, `clockd devices`, `clockd revoke`: an arbiter enrols devices, lists them, and
// revokes them. `clockd role-key`: a key for peers of one role.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::client {

// Each with its options and what it does.
cli::Command enrol_command();
cli::Command devices_command();
cli::Command revoke_command();
cli::Command role_key_command();

}  // namespace flagfall::client
