// Boards that report presses only, no moves.
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Then the record does not know the position on the board, and no rule judges it.
bool presses_only(const Draft& draft);
// Is the position known? On a board of that kind only if the moves of all presses were entered.
bool position_known(const Draft& draft);
// Adds the position as evidence; for a board of that kind the counts and the position entered.
void add_position(const Draft& draft, wire::Pairs& evidence);
void press_noted(Draft& draft, const wire::Pressed& e);
// A person sets the number of presses. `keeps`: the former presses can come back when the next
// ruling is taken back.
void count_presses(Draft& draft, Ply ply, bool keeps = false);
void made_at_presses(Draft& draft, const wire::Made& e);
void flag_at_presses(Draft& draft, const wire::FlagFell& e, wire::Pairs evidence,
                     wire::Basis basis);
void resigned_at_presses(Draft& draft, Side side, wire::Pairs evidence);
void claim_at_presses(Draft& draft, const wire::Claimed& e);
void set_at_presses(Draft& draft, const wire::ReadingSet& e);

}  // namespace flagfall::game
