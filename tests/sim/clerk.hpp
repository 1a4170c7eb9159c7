// The office of an event, at work at its own boards, with every act that an office has: rounds
// are paired, published, set up, changed, started, finished; players are seeded, ask for byes and
// withdraw; files are imported; and many of the acts are mistakes. An act is sent again, with its
// id, until it is answered.
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
    struct Wish {
        wire::EventAct act;
        std::string event = "open";
        std::string must_fail = {};  // the expected refusal's code; empty: any answer
        std::optional<Pos> if_match = {};
        std::string id = {};  // of an act that was done before; empty: a new one
    };

    void work();
    void ask(Wish wish);
    void answered(const std::string& id, const arbiterd::ActAnswer& answer);
    void was_done(const wire::EventCommand& command, const arbiterd::ActAnswer& answer);
    void check_kept();
    void must_be_refused(const arbiterd::ActAnswer& answer);

    // The next act: clerk_acts.cpp.
    Wish next();
    Wish of_players();
    Wish of_round();
    Wish of_plans();
    Wish at_boards();
    Wish mistaken();
    Wish other_event();
    // From a file made from the present event, with a change, or one that cannot be read.
    Wish from_file();
    wire::RuleBoards at_many();
    wire::EventPairing game(std::uint32_t board, bool swapped) const;
    std::vector<Board> some_boards();
    std::uint32_t some_player();
    std::uint32_t some_round();
    Board board(std::uint32_t of_two) const { return {first_.number + of_two}; }
    const tournament::Tournament* known() const;
    std::optional<wire::RoundState> state() const;

    World& world_;
    ArbiterdHost& office_;
    Board first_;
    Random random_;
    std::optional<wire::EventCommand> asked_;
    std::string must_fail_;  // of the act that was sent
    int acts_ = 0;
    int shown_ = 0;  // how often the act was confirmed
    bool created_ = false;
    bool entered_ = false;
    bool other_ = false;  // there is another event
    std::vector<wire::EventSector> sectors_;  // that the event got
    std::string done_;    // id of an act that was carried out
    std::uint32_t round_ = 1;
};

}  // namespace flagfall::sim
