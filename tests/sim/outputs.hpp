// A world's record as its readers get it: the tables made from the log, and every output of the
// office's rounds made from the tables.
#pragma once

#include <span>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/store/row.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// Checks that every output gives every board the same result, with the players' right colours:
// JSON, both kinds of TRF, CSV, Vega's file, LiveChess' documents, PGN, and the change feed.
void check_outputs(World& world, const tournament::Tournaments& tournaments,
                   const game::Games& games, std::span<const store::Row> record);

}  // namespace flagfall::sim
