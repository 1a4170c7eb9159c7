// `arbiterd sheets`: reads, compares and writes scoresheets (docs/scoresheets.md).
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "arbiterd/sheets/reconcile.hpp"
#include "common/cli/program.hpp"

namespace flagfall::rules {

// The command as the program's table has it.
cli::Command sheets_command();

// Runs the command with its arguments, without the word `sheets`. Returns an exit code: bad_input
// when a file is no game or a sheet cannot be read to its end.
int run_sheets(std::span<const std::string_view> args, std::FILE* out, std::FILE* err);

// A report as JSON by schemas/sheets/comparison.json, without a line end.
std::string json_of(const sheets::Report& report);

}  // namespace flagfall::rules
