// `arbiterd rules`: questions about positions and games, one line in, one line out, no server.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "common/cli/program.hpp"

namespace flagfall::rules {

// The command as the program's table has it.
cli::Command rules_command();

// Answers every line of `in` on `out`; `args` are the words after "rules". Returns the exit code:
// 0 at the end of input, 2 when the command line was not understood.
int run_rules(std::span<const std::string_view> args, std::FILE* in, std::FILE* out,
              std::FILE* err);

}  // namespace flagfall::rules
