// Moves that a player is bound to (4.3 to 4.8).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/irregular.hpp"

namespace flagfall::game {

// A device felt pieces being touched. Who has the move (1.3) and did not adjust them (4.2.1) cannot
// claim on this move (9.4), and refuses the opponent's offer (9.1.2.1).
void touched(Draft& draft, const wire::Touched& e);
// The next ruling says that this player touched these pieces before the move of this ply.
void note_touch(Draft& draft, Side side, Ply ply, std::string_view squares);
// The touches of this move and the last that stand, to judge a claim by.
void add_touches(const Draft& draft, wire::Pairs& evidence);

// The player on move must play what follows from the touches (touch.hpp); false, and nothing was
// added, when any legal move may be played (4.5). The ruling that says so is the next one.
bool bind_to_touched(Draft& draft, const chess::Position& position, Ply ply,
                     std::span<const chess::Square> touched, std::string_view article);
// What binds the side on move in this position, when the move is not one of its; nothing if it is.
std::optional<Bound> broken_by(const Live& live, const chess::Position& position,
                               chess::Move move);
// A move that touch-move does not allow was completed, or would end the game; the arbiter is
// asked. It is no illegal move. `before`: the readings that are proposed if it goes back.
void touch_not_kept(Draft& draft, const Offence& offence, const Bound& bound,
                    const Both<Duration>& before, bool holds);
// A legal move that was made is replaced by another before the press (4.4.4, 4.7).
void made_move_changed(Draft& draft, const Pending& first, const std::string& second);
// Is it open whether the move that stands on the board last may replace the one made before it?
bool asked_about_change(const Draft& draft);
// That move would end the game: the question about it holds the game from now on (5.1.1).
void changed_move_waits(Draft& draft);

}  // namespace flagfall::game
