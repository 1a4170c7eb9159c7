#include "arbiterd/game/state/seats.hpp"

#include <utility>

namespace flagfall::game {

void change_seats(Live& live) {
    std::swap(live.came[Side::white], live.came[Side::black]);
    live.seats_changed = !live.seats_changed;
}

void take_seats(Live& game, const Live& live) {
    game.came = live.came;
    if (game.seats_changed != live.seats_changed)
        std::swap(game.came[Side::white], game.came[Side::black]);
    game.clock_seats_changed = live.clock_seats_changed;
}

bool clock_changes_seats(const Live& live) {
    bool changed = live.clock_seats_changed;
    for (const Outstanding& out : live.outbox) {
        const auto* set = std::get_if<wire::SetReading>(&out.issued.command);
        if (set && set->correction.changed_seats) changed = !changed;
    }
    return changed != live.seats_changed;
}

}  // namespace flagfall::game
