// `clockd enrol`, `clockd devices`, `clockd revoke`: an arbiter lets devices into the hall, looks
// which there are, and shuts them out.
#pragma once

#include <span>
#include <string>

namespace flagfall::clockd {

// Each takes the arguments after its own name, prints, and gives the exit code.
int run_enrol(std::span<const std::string> args);
int run_devices(std::span<const std::string> args);
int run_revoke(std::span<const std::string> args);

}  // namespace flagfall::clockd
