// `arbiterd event pair-round`: a round paired by an engine in one step.
#pragma once

#include "common/cli/call.hpp"

namespace flagfall::console {

cli::Subcommand pair_round_command();

// Gets the engine's file from arbiterd, runs the engine with a time limit, checks its output and
// sends it to arbiterd as the round's pairings. On any error nothing is changed.
int pair_round(const cli::Call& call);

}  // namespace flagfall::console
