// What rulings took back, and bring back when they are taken back themselves: going back never
// loses what stood before. Parts of apply(), for games.cpp.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Keeps the game as it stands before the event if the event changes, under a ruling, which moves
// stand or how many presses count. Once for each ruling. Called before the event is applied.
void keep_taken_back(Game& game, const wire::GameEvent& event);

// What was kept under this ruling's number; nullptr if nothing was.
const TakenBack* kept_under(const Game& game, std::uint32_t ruling);

// Can the illegal action that was open when this was kept be on the board again? Only if the record
// is where the correcting ruling left it.
bool may_be_open(const Game& game, const TakenBack& kept);

// Did this ruling give the players of this one game another time control, or take that back? A
// correction of the clock instead applies to any game played on it.
bool control_of_game(const Live& live, std::uint32_t ruling);

// The time control that comes back when this ruling is taken back: the one before it, if it set the
// one in force. With another game (`kept`): that game's, unless one was set for any game since.
// Nothing if that control is already in force.
std::optional<wire::NewControl> former_control(const Game& game, std::uint32_t ruling,
                                               const TakenBack* kept);

// The time control that is due after rulings that set another one were taken back while the game
// was over, and the last ruling that did so. Nothing if the clock already uses it.
struct ControlOwed {
    wire::NewControl control;
    std::uint32_t ruling = 0;
};
std::optional<ControlOwed> control_owed(const Game& game, const Live& live);

// The kept moves stand again. Called before the live part is applied.
void bring_back(Game& game, const wire::MovesRestored& e);

// The same for the live part of the game, which is a copy in a decision under way.
void bring_back(Live& live, const TakenBack& kept, const wire::MovesRestored& e);

// `game` at the board of `live`: what belongs to the board, its clock and the record comes from
// `live`, the rest from `game`. Draw offers stay until their own events end or make them.
Live another_game(const Live& live, Live game);

// Were these moves entered from a scoresheet, so that they concern no clock?
bool of_sheet(const Live& live, const TakenBack& kept);

// The ruling with this number, if it changed something; nullptr otherwise.
const Ruled* find_ruled(const Live& live, std::uint32_t number);

// The first ruling of the chain that this ruling ends up taking back; may be itself.
std::uint32_t root_of(const Live& live, std::uint32_t ruling);

// The last ruling of the chain that began with this one; it stands.
std::uint32_t tip_of(const Live& live, std::uint32_t root);

// The ruling whose effects the last ruling of a chain leaves in force. That is `tip` itself; but
// where the clock refused an undo, or the game was over the whole time it was taken back, it is the
// earlier ruling that still stands. Nullptr if the clock refused the first one.
const Ruled* in_force(const Live& live, const Ruled& tip);

// The rulings that an undo can name: they changed something and stand. A later ruling may have to
// be taken back before. Ascending.
std::vector<std::uint32_t> may_be_undone(const Live& live);

// Takes a ruling back: it no longer stands, and what it took back itself stands again.
void take_back(Live& live, std::uint32_t ruling);

}  // namespace flagfall::game
