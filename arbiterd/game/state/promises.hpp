// The promises that every event keeps under the Laws. Each event is checked before it is recorded
// and again when it is replayed; a broken promise stops the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Checks that this event may follow. Called before it is applied.
void check_promises(const Live& live, const wire::GameEvent& event);

// What an event is compared with once it is applied: values that only some events change.
struct Before {
    std::uint32_t rulings = 0;
    std::uint32_t asked = 0;
    std::uint32_t ends = 0;
    std::uint32_t before_act = 0;
    Epoch epoch;
    Ply ply;
    std::optional<Ply> presses;
    Both<std::uint32_t> illegal{};
    Both<std::uint32_t> offers_and_claims{};
    Both<std::uint32_t> looks{};
    Both<bool> offer{};
    // How many there were.
    std::size_t outbox = 0;
    std::size_t questions = 0;
    std::size_t ruled = 0;
    std::size_t approvals = 0;
    std::size_t wrong_claims = 0;
    std::size_t stood = 0;
    std::size_t pending = 0;
    std::size_t touches = 0;
    std::size_t bound = 0;
    std::size_t announced = 0;
    // Was there one?
    bool began = false;
    bool result = false;
    bool withdrawn = false;
    bool adjourned = false;
    bool unruled = false;
    bool reversed = false;
    bool seats_changed = false;
};
Before before_event(const Live& live);

// Checks that this event did what it says, and nothing that only others do. Called after it is
// applied.
void check_kept(const Before& was, const Live& live, const wire::GameEvent& event);

// Checks what is true of a game after every event.
void check_promises(const Live& live);

}  // namespace flagfall::game
