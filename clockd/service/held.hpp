// Presses that wait for their moves, and what came to their boards meanwhile, in order
// (docs/decisions/0028-presses-wait-for-their-moves.md). No command waits longer than a press may,
// from its own arrival on: those before it came earlier.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "clockd/service/carried_out.hpp"
#include "clockd/service/door.hpp"
#include "common/net/peer.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::clockd {

// A command as it came, checked as far as possible then.
struct Arrived {
    net::PeerId peer;  // the last that sent it: it gets the answer
    Guest guest;
    Act act;
    wire::ClockCommand command;
    Instant at;
    std::optional<Duration> believed{};  // of its age; nothing: all of it
    bool only_noted = false;             // the log has the fact of a late press
    bool held = false;    // it is a press that waited for its move
    bool waited = false;  // it is carried out later than it came
    bool unseen = false;  // it is a press, and nobody could see whether it completes a move
};

// When it was done, according to the accepted part of its age.
Instant instant_of(const Arrived& one);

class HeldPresses {
public:
    bool empty() const { return boards_.empty(); }
    // The boards at which something waits.
    std::set<Board> boards() const;
    bool waits_at(Board board) const { return boards_.contains(board); }

    // The press that waits for its move at this board.
    const Arrived* press_at(Board board) const;
    // The same act, if it waits already, at any board.
    Arrived* find(const Act& act);

    // The press waits for its move, `until` at most, before all else at its board.
    void hold(Arrived press, Instant until);
    // It waits behind what waits at its board, if its sender has room for one more there.
    bool has_room_for(const Arrived& one) const;
    void behind(Arrived one);
    // Is it a move of the player whose press waits, as a gateway reports it? It was made before.
    bool completes(const Arrived& one) const;
    // The first such move that came before the press was held.
    std::optional<Arrived> early_move(Board board);

    // The gateway knows what this press completes: the press waits no longer.
    void weighed(const wire::PressWeighed& weighed);
    // Drops what waits from this device.
    void forget(std::uint32_t device);

    // The first at this board, if it waits for nothing more.
    std::optional<Arrived> next(Board board, Instant now);
    // When the first press has waited long enough.
    std::optional<Instant> deadline() const;

private:
    struct AtBoard {
        std::deque<Arrived> all;
        std::optional<Instant> until{};  // the first is a press that waits; nothing: it is due
    };
    void drop_if_empty(Board board);

    std::map<Board, AtBoard> boards_;
};

}  // namespace flagfall::clockd
