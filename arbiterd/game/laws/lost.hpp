// Commands that had no effect.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Asks the arbiter about a command that had no effect. `code`: clockd's, if it refused the command.
void ask_about_command(Draft& draft, const wire::CommandIssued& issued, Lost how,
                       std::string_view code);
// Stops offering to send a setting of the clock again once other moves stand than it was for.
void drop_late_sending(Draft& draft);
// The command was carried out after all: closes the questions about it.
void close_about(Draft& draft, const std::string& id);
// The game has a result again: commands to open it at the clock are given up.
void drop_reopening(Draft& draft);
// A person has opened the game at the clock, which refuses an end ordered earlier (stale epoch).
void drop_ending(Draft& draft);
// Would the command end a game at the clock that goes on according to the record?
bool ends_open_game(const Draft& draft, const wire::OfficeCommand& command);
// The command is settled, if it was still outstanding.
void drop_command(Draft& draft, const wire::OfficeCommand& command, Settling how);

}  // namespace flagfall::game
