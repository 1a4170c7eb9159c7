// One world from its seed to the checks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/sim/options.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

struct Outcome {
    std::vector<Finding> findings;  // empty: every promise was kept
    std::string digest;             // of both logs: equal seeds give equal worlds
    Marks marks;
    std::map<std::string, std::uint64_t, std::less<>> types;
    int games = 0;
    Duration simulated;
    Duration slowest_recovery;  // from the end of the last fault to the link being up again
    std::string story;          // of the requested board
};

// Plays the world; `story` is a board whose story is recorded.
Outcome run(const Options& options, std::optional<Board> story = {});

}  // namespace flagfall::sim
