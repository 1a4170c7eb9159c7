// `clockd enrol`, `clockd devices`, `clockd revoke`: an arbiter lets devices into the hall, looks
// which there are, and shuts them out.
#pragma once

#include "common/cli/program.hpp"

namespace flagfall::clockd {

// Each with its options and what it does.
cli::Command enrol_command();
cli::Command devices_command();
cli::Command revoke_command();

}  // namespace flagfall::clockd
