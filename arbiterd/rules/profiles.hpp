// `arbiterd profile`: the rules profiles that an event may announce, as JSON.
#pragma once

#include <cstdio>
#include <span>
#include <string_view>

#include "common/cli/program.hpp"

namespace flagfall::rules {

// The command as the program's table has it.
cli::Command profile_command();

// Arguments after "profile": `list`, `show NAME`, `for TIME_CONTROL` or `settings`. Returns the
// exit code.
int run_profile(std::span<const std::string_view> args, std::FILE* out, std::FILE* err);

}  // namespace flagfall::rules
