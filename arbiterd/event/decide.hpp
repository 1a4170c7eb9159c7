// The event's office: what an act leads to. Pure, like arbiterd/core/decide.hpp.
#pragma once

#include <expected>
#include <vector>

#include "arbiterd/core/office.hpp"
#include "arbiterd/event/check.hpp"
#include "arbiterd/event/office.hpp"

namespace flagfall::event {

// The act as `event_acted`, with what was left to arbiterd filled in, and the commands for clockd
// that follow from it, to be applied and stored together. `games` are the games as the record
// knows them; `at` is the stamp that commands carry in virtual time. The caller has seen to it
// that the id is new. docs/event.md tells each act's rules.
std::expected<std::vector<wire::GameEvent>, EventRefusal> decide(const Office& office,
                                                                 const game::Office& games,
                                                                 Instant at,
                                                                 const wire::EventCommand& command);

// Does a clock start because of it? Not when nobody would hear of it at once.
bool starts_clocks(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::event
