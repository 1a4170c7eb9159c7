// Taking a ruling back; shared by undo.cpp and undo_moves.cpp.
#pragma once

#include <optional>
#include <string>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

struct Undo {
    const wire::DeskCommand& command;
    Ruled tip;                 // the last of its chain that has an effect
    std::uint32_t root = 0;    // the first of the chain
    std::optional<Ruled> first{};  // the ruling `root`, if it changed something
    bool again = false;        // the first ruling will stand again
    std::optional<TakenBack> kept{};  // the game that comes back
    std::uint32_t said_by = 0;  // the earlier ruling that brings it back; 0: this one
    std::optional<wire::NewControl> control{};  // the one that comes back in force
    std::vector<Question> closed{};  // questions that are put again
    Both<Duration> paid{};  // what the clock is owed and gets when the game is reopened
    std::string text;
    wire::Pairs evidence;
    wire::Effect effect;

    std::string article() const { return article_of(command, "11.10"); }
};

// Does the ruling give or withdraw a result?
bool gives_result(const Ruled& ruled);

// Did it give the game's only result, so that the game goes on without it?
bool goes_on_without(const Ruled& ruled);

// Were the moves that come back entered from a scoresheet, so that they concern no clock?
bool from_sheet(const Draft& draft, const Undo& u);

// ---- undo_in_the_way.cpp ------------------------------------------------------------------------

// The next ruling that stands again with this one: it takes back the ruling that had taken it back.
const Ruled* stands_with(const Live& live, const Ruled& again);
// The ruling that this undo puts in force again, if any; it may be an undo itself.
const Ruled* stands_first(const Live& live, const Undo& u);
// What stands again on the board: the moves that the ruling changed, or the illegal action that it
// corrected. Nothing if it concerned neither, or if that was not kept.
std::optional<TakenBack> comes_back(const Draft& draft, const Undo& u);
// Refuses an undo that a later ruling blocks; the text says what to take back first.
MaybeRefusal undo_in_the_way(const Draft& draft, const Undo& u);

// ---- undo_moves.cpp -----------------------------------------------------------------------------

// Restores the moves and the position from before the ruling; adds to the text, evidence and effect
// of the undo. Returns the readings that belong to them; nothing if the ruling concerned no moves.
std::optional<Both<Duration>> bring_moves_back(Draft& draft, Undo& u);

// Restores what stood beside the moves when the ruling was given, once the moves are back.
void bring_the_rest_back(Draft& draft, const TakenBack& kept);

}  // namespace flagfall::game
