// What clockd's log says of the electronic board of a game.
#pragma once

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Asks the arbiter about the electronic board of a game under way: it shows a position that no
// legal move leads to (7.4.1), nobody reaches it, its kings show the sign for a result, or its
// clock does not show the time that was ruled. Each question is closed when that is over.
void equipment_changed(Draft& draft, const wire::EquipmentChanged& e);
// The game is adjourned: nobody moves at its board.
void close_about_board(Draft& draft);

}  // namespace flagfall::game
