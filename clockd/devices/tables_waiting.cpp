// What stands on a board before it shows its game: the men of the game before, or of moves that a
// ruling has taken back.
#include <algorithm>
#include <utility>

#include "clockd/devices/tables.hpp"

namespace flagfall::devices {

namespace {

constexpr int missing_men = 2;

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

// The log of before this process: a board that was not at this table since its game was set up has
// men and a memory of something else, and so has one that showed something else before a move was
// made.
void Tables::stood_here(const wire::EquipmentChanged& event) {
    const wire::EquipmentFacts& facts = event.facts;
    Table* table = table_of(facts.serial);
    if (live_ || table == nullptr || facts.board != table->place.board || table->game.empty())
        return;
    if (facts.link == LinkState::active && !event.gone_since) table->was_here = true;
    const clock::BoardState& board = state(*table);
    if (facts.shows != wire::Showing::other || board.ply.count != 0 ||
        !board.pending[board.turn()].empty())
        return;
    table->awaited = true;
    if (const auto men = Placement::from(facts.placement)) table->stale = *men;
}

// The clock starts: but for a first move that came too early, nothing of the game was played,
// whatever the board has shown since the game was set up.
void Tables::await_at_start(Table& table) const {
    const auto stands = position(table);
    if (!live_ || !table.shown || !stands || shows(*table.shown, *stands) ||
        one_move(*stands, *table.shown) || one_move(*stands, table.shown->turned()))
        return;
    table.stale = table.shown;
    table.awaited = true;
}

void Tables::await_stranger(Table& table, Instant now) const {
    if (table.was_here && state(table).started) return;
    table.awaited = true;
    table.awaited_since = now;
}

// Does the board show the game now? One move from there does, once it is pressed: a player may make
// it before the opponent has put up the last piece.
bool Tables::arrives(Table& table, Instant now, Orders& orders) {
    const auto stands = position(table);
    const bool here = stands && shows(*table.shown, *stands);
    const auto due = held_due(table);
    const bool due_now = due && now >= *due;
    const auto explained = [&] {
        return explained_by_press(table) || (due_now && nearly_explained(table));
    };
    const auto presser = due_now ? std::optional(table.held->side) : std::nullopt;
    const bool is_new = !here && is_new_with_a_move(table, presser);
    if (!here && !is_new && (is_stale(table) || !explained())) return false;
    if (is_new && table.held) table.held->early = false;
    table.awaited = false;
    table.was_here = true;
    if (table.held) table.held->unseen = false;
    misfits(table, std::nullopt, orders);
    return true;
}

// The first that is seen of a board in its first game, while a player moves: one legal move, which
// can still be taken back, or an illegal one that is pressed.
bool Tables::is_new_with_a_move(const Table& table, std::optional<Side> presser) const {
    const auto stands = position(table);
    if (table.was_here || table.set_again || table.stale || !stands) return false;
    for (const Placement& seen : {*table.shown, table.shown->turned()})
        if (one_move(*stands, seen)) return true;
    return presser == stands->side_to_move() &&
           !unlawful_text(*stands, *table.shown).empty();
}

// No more time is given, and the move of the press is plain: the opponent has answered it, or a man
// or two are missing beside it.
bool Tables::nearly_explained(const Table& table) const {
    const auto stands = position(table);
    if (!table.held || !stands || !table.hands || stands->side_to_move() != table.held->side)
        return false;
    const Placement seen = table.hands->turned() ? table.shown->turned() : *table.shown;
    if (const auto found = beneath(*stands, seen))
        return chess::count(found->missing) <= missing_men;
    const auto ways = two_moves(*stands, seen);
    return !ways.empty() && std::ranges::all_of(ways, [&](const TwoMoves& way) {
        return way.first == ways.front().first;
    });
}

// The players have not put the men up. A press whose move is not understood by now is an arbiter's
// to look at: clockd gets no answer.
void Tables::wait_for_game(Table& table, Instant now, Orders& orders) {
    const auto stands = position(table);
    const auto due = held_due(table);
    if (due && now >= *due) table.held->unseen = true;
    if (table.misfit || !table.shown || !stands) return;
    if (now < table.awaited_since + HandTimes{}.unmatched) return;
    misfits(table, table.shown, orders);
    orders.push_back(Remark{table.place.board,
                            std::string(table.set_again
                                            ? "another position was set, or the game was reopened"
                                            : "a game was set up") +
                                ", and the board does not show it; it differs on " +
                                squares_of(differs(*table.shown, Placement::of(*stands))),
                            devices::text(*table.shown)});
}

}  // namespace flagfall::devices
