// Moves that a player is bound to (4.3 to 4.8).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/irregular.hpp"

namespace flagfall::game {

// A device felt that pieces were touched. A player who has the move (1.3) and did not adjust
// (4.2.1) cannot claim on this move any more (9.4), and declines the opponent's offer (9.1.2.1).
void touched(Draft& draft, const wire::Touched& e);
// Records with the next ruling that this player touched these pieces before the move of this ply.
void note_touch(Draft& draft, Side side, Ply ply, std::string_view squares);
// Adds the touches of this move and the last that stand, as evidence for judging a claim.
void add_touches(const Draft& draft, wire::Pairs& evidence);

// Binds the player on move to what follows from the touches (touch.hpp); the next ruling must say
// so. False if any legal move may be played (4.5): nothing is added then.
bool bind_to_touched(Draft& draft, const chess::Position& position, Ply ply,
                     std::span<const chess::Square> touched, std::string_view article);
// What binds the side on move in this position, if this move breaks it; nothing if it complies.
std::optional<Bound> broken_by(const Live& live, const chess::Position& position,
                               chess::Move move);
// A move against the touch-move rule was completed, or would end the game: the arbiter is asked. It
// is not an illegal move. `before`: the readings proposed if the move is taken back.
void touch_not_kept(Draft& draft, const Offence& offence, const Bound& bound,
                    const Both<Duration>& before, bool holds);
// A legal move on the board is replaced by another one before the press (4.4.4, 4.7).
void made_move_changed(Draft& draft, const Pending& first, const std::string& second);
// Is a question open whether the last move on the board may replace the one made before it?
bool asked_about_change(const Draft& draft);
// That move would end the game: from now on the question about it holds the game (5.1.1).
void changed_move_waits(Draft& draft);

}  // namespace flagfall::game
