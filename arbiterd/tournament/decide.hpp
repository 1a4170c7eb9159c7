// The tournament's office: what an act leads to. Pure, like arbiterd/game/laws/decide.hpp.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournaments.hpp"

namespace flagfall::tournament {

// When an act is decided: the stamp that commands carry in virtual time, and the wall clock, which
// only asks whether somebody has the wrong day; nothing where it does not go with the games, as in
// virtual time.
struct Moment {
    Instant at;
    std::optional<std::int64_t> wall_ms{};
};

// The act as `event_acted`, with what was left to arbiterd filled in, and what follows from it:
// the commands for clockd, and at many boards the acts of the desk with their rulings, to be
// applied and stored together. `games` are the games as the record knows them. The caller has
// checked that the id is new. docs/event.md explains each act's rules.
std::expected<std::vector<wire::GameEvent>, EventRefusal> decide(const Tournaments& tournaments,
                                                                 const game::Games& games,
                                                                 const Moment& now,
                                                                 const wire::EventCommand& command);

// What an import comes to for this event, with everything filled in that the file leaves open: the
// rounds that it changes, and no others. Or why it is refused.
std::expected<wire::ImportEvent, EventRefusal> decide_import(const Tournament& event,
                                                             wire::ImportEvent act);

// Does a round's clock start because of it? Then the link to clockd must be up.
bool starts_clocks(const std::vector<wire::GameEvent>& events);

// Is the act for many boards at once, so that it is shown before it is done?
bool needs_confirmation(const wire::EventAct& act);

// What it comes to at each board; nullptr for other acts.
const std::vector<wire::AtBoard>* games_of(const wire::EventAct& act);

// The same in sentences for people: what is done at how many boards, and where it is not, by
// reason.
std::vector<std::string> sentences_of(const wire::EventAct& act);

}  // namespace flagfall::tournament
