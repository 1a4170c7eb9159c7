// The event's office: the consequences of an act. Pure, like arbiterd/game/laws/decide.hpp.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/told.hpp"

namespace flagfall::tournament {

// When an act is decided: the stamp that commands carry in virtual time, and the wall clock, which
// is only used to ask whether somebody has the wrong day. No wall clock if it does not match the
// games, as in virtual time.
struct Moment {
    Instant at;
    std::optional<std::int64_t> wall_ms{};
};

// Returns the act as `event_acted`, completed by arbiterd, and what follows from it, to be applied
// and stored together: commands for clockd, and for acts at many boards the acts of the desk with
// their rulings. `games`: as the record knows them. The caller has checked that the id is new.
// docs/event.md explains the rules of each act.
std::expected<std::vector<wire::GameEvent>, EventRefusal> decide(const Tournaments& tournaments,
                                                                 const game::Games& games,
                                                                 const Moment& now,
                                                                 const wire::EventCommand& command);

// Completes an import for this event with everything that the file leaves open; the result has only
// the rounds that it changes. Or returns why it is refused.
std::expected<wire::ImportEvent, EventRefusal> decide_import(const Tournament& event,
                                                             wire::ImportEvent act);

// Why the link to clockd must be up for these events: they start a round's clocks, or take back a
// game that may be played. Says what would not happen without it; empty for other acts.
std::string needs_clocks(const Tournaments& tournaments, const game::Games& games,
                         const std::vector<wire::GameEvent>& events);

// Is this an act for many boards at once, which is shown before it is done?
bool needs_confirmation(const wire::EventAct& act);

// What the act does at each board; nullptr for other acts.
const std::vector<wire::AtBoard>* games_of(const wire::EventAct& act);

// The same as sentences for people: what is done at how many boards, and where it is not done, by
// reason.
std::vector<Told> sentences_of(const wire::EventAct& act);

}  // namespace flagfall::tournament
