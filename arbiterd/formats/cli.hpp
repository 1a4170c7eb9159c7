// `arbiterd formats`: reads, checks and converts the files of other programs (docs/formats.md).
#pragma once

#include <cstdio>
#include <span>
#include <string_view>

#include "common/cli/program.hpp"

namespace flagfall::formats {

// What the commands are, for help, manual pages and completion.
cli::Command formats_command();

// Runs the command with its arguments, without the word `formats`. Returns an exit code: bad_input
// when a file is refused, or cannot be said in the format asked for.
int run_formats(std::span<const std::string_view> args, std::FILE* out, std::FILE* err);

}  // namespace flagfall::formats
