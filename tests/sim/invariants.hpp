// What must be true of arbiterd's state at every moment of a world.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "common/store/row.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// Checks that every option of a question is carried out if it is chosen at once.
void check_options(World& world, const game::Games& games);

// Why the clock of each game stands, from the events of the record.
class Standings {
public:
    // Checks that no unfinished game stands without a question, a command on its way, or a person
    // who stopped it. `record` has all that `office` knows.
    void check(World& world, const game::Games& games, std::span<const store::Row> record);

private:
    struct Stop {
        bool named = false;  // a person did it, and must resume the game
        std::string how;
    };
    void see(const game::Games& games, const wire::GameEvent& event);
    void settled(const game::Games& games, const wire::CommandSettled& e);

    std::size_t read_ = 0;  // rows of the record
    std::map<std::string, Stop> stops_;                // by game
    std::map<std::string, wire::CommandIssued> sent_;  // by id, until they are settled
};

}  // namespace flagfall::sim
