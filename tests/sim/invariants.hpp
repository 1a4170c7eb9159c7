// What must be true of arbiterd's state at any moment of a world.
#pragma once

#include "arbiterd/core/office.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// Every option that a question offers is carried out when it is chosen at once.
void check_options(World& world, const game::Office& office);

}  // namespace flagfall::sim
