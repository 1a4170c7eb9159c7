// The office of an event at work at boards of its own: rounds are paired, published, set up,
// changed, started, finished. An act is sent again, with its id, until it is answered.
#pragma once

#include <optional>
#include <string>

#include "tests/sim/arbiterd_host.hpp"
#include "tests/sim/random.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

class Clerk {
public:
    // Works at the boards from `first` on.
    Clerk(World& world, ArbiterdHost& office, Board first);

    void begin() { work(); }
    bool idle() const { return !asked_; }

private:
    void work();
    void answered(const std::string& id, const arbiterd::EventAnswer& answer);
    wire::EventAct next();
    wire::RuleBoards at_many();
    wire::EventPairing game(std::uint32_t board, bool swapped) const;
    std::vector<Board> some_boards();
    Board board(std::uint32_t of_two) const { return {first_.number + of_two}; }

    World& world_;
    ArbiterdHost& office_;
    Board first_;
    Random random_;
    std::optional<wire::EventCommand> asked_;
    int acts_ = 0;
    int shown_ = 0;  // how often the act was confirmed
    bool created_ = false;
    bool entered_ = false;
    std::uint32_t round_ = 1;
};

}  // namespace flagfall::sim
