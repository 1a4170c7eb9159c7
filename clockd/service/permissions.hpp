// Which role may send which command to clockd.
#pragma once

#include "clockd/clock/boards.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::clockd {

// Players' devices, and the gateway of boards, report what players do; only an arbiter or arbiterd
// sets clocks and ends games; displays only read. A player may pause the clock to seek the arbiter
// (6.11.2).
bool permitted(clock::Role role, const wire::ClockCommand& command);

// May this role enrol, revoke and list devices?
bool may_enrol(clock::Role role);

// May this role report equipment, and heads of its log of frames?
bool may_report_equipment(clock::Role role);

// May this role follow the log? It shows each move made and completed, which no player may learn
// from the arbiter's machines (12.6): a device may not.
bool may_follow(clock::Role role);

// The refusal as this role may see it. What would reveal to a player that the opponent has moved,
// or that they have not pressed themselves (12.6), reaches a device as `not_now`.
clock::Refusal as_shown_to(clock::Role role, clock::Refusal refusal);

}  // namespace flagfall::clockd
