// Comparisons of scoresheets as JSON.
#pragma once

#include <string>

#include "arbiterd/sheets/reconcile.hpp"

namespace flagfall::record {

// A report as JSON by schemas/sheets/comparison.json, without a line end.
std::string json_of(const sheets::Report& report);

}  // namespace flagfall::record
