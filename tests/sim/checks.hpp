// The checks after a world has healed: compares what was promised with the two logs.
#pragma once

#include <span>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "clockd/clock/boards.hpp"
#include "common/store/row.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/sim/ledger.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// The logs as the oracle reads them.
std::vector<oracle::ClockRow> clock_rows(std::span<const store::Row> rows);
std::vector<oracle::GameRow> game_rows(std::span<const store::Row> rows);

// P1, P2, P3: every answer and every event that anybody saw is in clockd's log, once, in its epoch.
void check_promises(World& world, const Ledger& ledger, std::span<const store::Row> clock);

// P5: the logs alone give the states that the daemons had in memory.
void check_replay(World& world, const clock::Boards& hall, std::span<const store::Row> clock,
                  const game::Games& games, std::span<const store::Row> record);

// P5 for the events' offices; and each game at the clocks belongs to a pairing, or was taken back.
void check_events(World& world, const tournament::Tournaments& tournaments,
                  const game::Games& games, std::span<const store::Row> record);

// P4, P6, P7, P8, and the Laws: the oracle, written independently of the cores, judges every game.
void check_games(World& world, std::span<const store::Row> clock,
                 std::span<const store::Row> record, bool finished);

// Marks and message types that occur in the logs.
void mark_logs(World& world, std::span<const store::Row> clock, std::span<const store::Row> record);

}  // namespace flagfall::sim
