// What must be true of arbiterd's state at any moment of a world.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "common/store/row.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// Every option that a question offers is carried out when it is chosen at once.
void check_options(World& world, const game::Games& games);

// Why the clock of each game stands, by the events of the record.
class Standings {
public:
    // No game that goes on stands without a question, a command on its way, or somebody who stopped
    // it. `record` has all that `office` knows.
    void check(World& world, const game::Games& games, std::span<const store::Row> record);

private:
    struct Stop {
        bool named = false;  // somebody did it, who is to resume the game
        std::string how;
    };
    void see(const game::Games& games, const wire::GameEvent& event);
    void settled(const game::Games& games, const wire::CommandSettled& e);

    std::size_t read_ = 0;  // rows of the record
    std::map<std::string, Stop> stops_;                // by game
    std::map<std::string, wire::CommandIssued> sent_;  // by id, until they are settled
};

}  // namespace flagfall::sim
