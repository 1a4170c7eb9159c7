// A ruling that is taken back, as undo.cpp and undo_moves.cpp share it.
#pragma once

#include <optional>
#include <string>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

struct Undo {
    const wire::DeskCommand& command;
    Ruled tip;                 // the last of its chain that has an effect
    std::uint32_t root = 0;    // the first
    std::optional<Ruled> first{};  // it, unless it changed nothing that is kept
    bool again = false;        // the first one will stand again
    std::optional<TakenBack> kept{};  // the game as it comes back
    std::uint32_t said_by = 0;  // that it does: the ruling, of before; 0: this one
    std::optional<wire::NewControl> control{};  // that comes back in force
    std::vector<Question> closed{};  // what waits again with it
    Both<Duration> paid{};  // what the clock is owed, and gets with the game
    std::string text;
    wire::Pairs evidence;
    wire::Effect effect;

    std::string article() const { return article_of(command, "11.10"); }
};

// Does it give or withdraw a result?
bool gives_result(const Ruled& ruled);

// It gave the game's only result: without it the game goes on.
bool goes_on_without(const Ruled& ruled);

// The moves that were entered from a sheet concern no clock.
bool from_sheet(const Draft& draft, const Undo& u);

// ---- undo_in_the_way.cpp ------------------------------------------------------------------------

// The next ruling that stands again when this one does: it takes back what had taken that back.
const Ruled* stands_with(const Live& live, const Ruled& again);
// The ruling that this undo puts in force again, if it does; it may be an undo itself.
const Ruled* stands_first(const Live& live, const Undo& u);
// What stands again of the moves: those that the ruling changed, or the illegal action that it put
// right. Nothing when it concerned neither, or is not kept.
std::optional<TakenBack> comes_back(const Draft& draft, const Undo& u);
// Refuses an undo that something later keeps from being carried out: says what to take back first.
MaybeRefusal undo_in_the_way(const Draft& draft, const Undo& u);

// ---- undo_moves.cpp -----------------------------------------------------------------------------

// The moves and the position are as they were before the ruling; adds to its text, evidence and
// effect. Gives the readings that belong to them; nothing when it concerned none.
std::optional<Both<Duration>> bring_moves_back(Draft& draft, Undo& u);

// All that stood beside the moves when the ruling was given, now that these are back.
void bring_the_rest_back(Draft& draft, const TakenBack& kept);

}  // namespace flagfall::game
