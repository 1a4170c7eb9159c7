// Commands that came to nothing.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// `code` is clockd's, when it refused the command.
void ask_about_command(Draft& draft, const wire::CommandIssued& issued, Lost how,
                       std::string_view code);
// Of a clock that was to be set for a move, once others stand: it is not offered to be sent again.
void drop_late_sending(Draft& draft);
// It was carried out after all: what was asked about it waits no longer.
void close_about(Draft& draft, const std::string& id);
// The game has a result again: one that is to be opened at the clock is not opened any more.
void drop_reopening(Draft& draft);
// A person has opened the game at the clock, which refuses an end ordered before (stale epoch).
void drop_ending(Draft& draft);
// Would it end a game at the clock that goes on by the record?
bool ends_open_game(const Draft& draft, const wire::OfficeCommand& command);
// It waits no longer for its effect, if it still did.
void drop_command(Draft& draft, const wire::OfficeCommand& command, Settling how);

}  // namespace flagfall::game
