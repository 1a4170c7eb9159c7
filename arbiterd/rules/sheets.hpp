// `arbiterd sheets`: reads, compares and writes scoresheets (docs/scoresheets.md).
#pragma once

#include <string>

#include "arbiterd/sheets/reconcile.hpp"
#include "common/cli/program.hpp"

namespace flagfall::rules {

// Its exit code is bad_input when a file is no game or a sheet cannot be read to its end.
cli::Command sheets_command();

// A report as JSON by schemas/sheets/comparison.json, without a line end.
std::string json_of(const sheets::Report& report);

}  // namespace flagfall::rules
