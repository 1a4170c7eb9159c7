// Boards that send presses only.
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Then the record does not have the position on the board, and nothing is judged on it.
bool presses_only(const Draft& draft);
// Of such a board: when the moves of all presses were entered.
bool position_known(const Draft& draft);
// The position as evidence; of such a board the counts, and the position that was entered.
void add_position(const Draft& draft, wire::Pairs& evidence);
void press_noted(Draft& draft, const wire::Pressed& e);
// A person sets the count. `keeps`: the presses before can come back, when the ruling that is
// given next is taken back.
void count_presses(Draft& draft, Ply ply, bool keeps = false);
void made_at_presses(Draft& draft, const wire::Made& e);
void flag_at_presses(Draft& draft, const wire::FlagFell& e, wire::Pairs evidence,
                     wire::Basis basis);
void resigned_at_presses(Draft& draft, Side side, wire::Pairs evidence);
void claim_at_presses(Draft& draft, const wire::Claimed& e);
void set_at_presses(Draft& draft, const wire::ReadingSet& e);

}  // namespace flagfall::game
