// What stands on a board before it shows its game: the men of the game before, or of moves that a
// ruling has taken back.
#include <utility>

#include "clockd/devices/tables.hpp"

namespace flagfall::devices {

namespace {

// This way or the other one.
bool shows(const Placement& board, const chess::Position& position) {
    const Placement right = Placement::of(position);
    return board == right || board == right.turned();
}

}  // namespace

// From here on, and until it shows the game, what the board shows is no move. In the log, where
// nobody sees the board, the position before says what stood there.
void Tables::await(Table& table, const std::optional<chess::Position>& before, Instant now) const {
    const auto stands = position(table);
    table.stale.reset();
    if (live_ && table.shown) table.stale = table.shown;
    else if (before) table.stale = Placement::of(*before);
    if (stands && table.stale == Placement::of(*stands)) table.stale.reset();
    table.awaited = !(stands && live_ && table.shown && shows(*table.shown, *stands));
    table.awaited_since = now;
}

// Does the board show the game now? One move from there does, once it is pressed: a player may make
// it before the opponent has put up the last piece.
bool Tables::arrives(Table& table, Orders& orders) {
    const auto stands = position(table);
    const bool here = stands && shows(*table.shown, *stands);
    if (!here && (is_stale(table) || !explained_by_press(table))) return false;
    table.awaited = false;
    misfits(table, std::nullopt, orders);
    return true;
}

// The players have not put the men up.
void Tables::wait_for_game(Table& table, Instant now, Orders& orders) {
    const auto stands = position(table);
    const auto due = held_due(table);
    if (is_stale(table) || (due && now >= *due)) answer_held(table, orders);
    if (table.misfit || !table.shown || !stands) return;
    if (now < table.awaited_since + HandTimes{}.unmatched) return;
    misfits(table, table.shown, orders);
    orders.push_back(Remark{table.place.board,
                            std::string(table.set_again ? "another position was set"
                                                        : "a game was set up") +
                                ", and the board does not show it; it differs on " +
                                squares_of(differs(*table.shown, Placement::of(*stands))),
                            devices::text(*table.shown)});
}

}  // namespace flagfall::devices
