// What rulings took back, and bring back when they are taken back themselves. Parts of apply(), for
// office.cpp; a going-back never loses what stood before it.
#pragma once

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// Keeps the game as it stands before the event, when that changes under a ruling which moves stand
// or how many presses count. Once for a ruling. Called before the event is applied.
void keep_taken_back(Game& game, const wire::GameEvent& event);

// What was kept under this ruling's number; nullptr if nothing was.
const TakenBack* kept_under(const Game& game, std::uint32_t ruling);

// Can the illegal action that was open when this was kept be on the board again? The record is
// where the ruling that put it right left it.
bool may_be_open(const Game& game, const TakenBack& kept);

// Did this ruling give the players another time control, or take that back: is it of this one game?
// One that puts the clock right is of whatever game is played at it.
bool control_of_game(const Live& live, std::uint32_t ruling);

// The time control that comes back in force when this ruling is taken back: the one before it, if
// it set the one in force; with another game (`kept`) that game's, unless one was set for any game
// since. Nothing when it is in force already.
std::optional<wire::NewControl> former_control(const Game& game, std::uint32_t ruling,
                                               const TakenBack* kept);

// The time control that rulings have left in force, where some that set another one were taken back
// while the game was over, and the last ruling that did. Nothing when the clock goes by it.
struct ControlOwed {
    wire::NewControl control;
    std::uint32_t ruling = 0;
};
std::optional<ControlOwed> control_owed(const Game& game, const Live& live);

// The kept moves stand again; called before the live part is applied.
void bring_back(Game& game, const wire::MovesRestored& e);

// The same for the live part of the game, which for a decision under way is a copy.
void bring_back(Live& live, const TakenBack& kept, const wire::MovesRestored& e);

// `game` at the board of `live`: what belongs to the board, its clock and the record is that of
// `live`, all else is the game's. Draw offers stay until events of their own end or make them.
Live another_game(const Live& live, Live game);

// Moves that were entered from a scoresheet, which concern no clock.
bool of_sheet(const Live& live, const TakenBack& kept);

// The ruling of this number, if it changed something; nullptr otherwise.
const Ruled* find_ruled(const Live& live, std::uint32_t number);

// The ruling that this one takes back in the end: the first of the chain, which may be itself.
std::uint32_t root_of(const Live& live, std::uint32_t ruling);

// The last of the chain that began with this ruling; it stands.
std::uint32_t tip_of(const Live& live, std::uint32_t root);

// The ruling of a chain whose effects its last one, this, leaves in force: itself, or, where the
// clock refused an undo, or the game was over all the while that it was taken back, the ruling that
// stands since. Nullptr when the clock refused the first.
const Ruled* in_force(const Live& live, const Ruled& tip);

// A ruling is taken back: it does not stand, and what it took back itself stands again.
void take_back(Live& live, std::uint32_t ruling);

}  // namespace flagfall::game
