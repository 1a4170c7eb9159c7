// The acts of the event's office, one overload each: each returns what is wrong with the act, or
// completes it and adds its commands. Shared by the acts_*.cpp and hall_acts.cpp.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "arbiterd/tournament/setup.hpp"

namespace flagfall::tournament {

// An act under way.
struct Case {
    const Tournaments& tournaments;
    const Tournament& event;
    const game::Games& games;
    const std::string& by;
    Setup& setup;
    const wire::EventCommand& command;
    Moment now;
    std::vector<wire::GameEvent> rulings{};  // of the games' desks, in the order of the boards
};

// The event has no round of this number yet.
EventRefusal no_such_round();
// Is it the same result of a board? Ignores who entered it and whether an article was named.
bool same_result(const wire::EnteredResult& a, const wire::EnteredResult& b);

// Adds to `next` (the round's new pairings) and to `given` the requested byes of players whose game
// is taken away.
void give_back_byes(const Tournament& event, const EventRound& round,
                    std::vector<EventPairing>& next, std::vector<EventPairing>& given);

MaybeRefusal act(Case& c, wire::CreateEvent& a);
MaybeRefusal act(Case& c, wire::ChangeEvent& a);
MaybeRefusal act(Case& c, wire::HideEvent& a);
MaybeRefusal act(Case& c, wire::ShowEvent& a);
MaybeRefusal act(Case& c, wire::EnterPlayers& a);
MaybeRefusal act(Case& c, wire::RemovePlayer& a);
MaybeRefusal act(Case& c, wire::WithdrawPlayer& a);
MaybeRefusal act(Case& c, wire::RequestBye& a);
MaybeRefusal act(Case& c, wire::SeedPlayers& a);
MaybeRefusal act(Case& c, wire::EnterTeams& a);
MaybeRefusal act(Case& c, wire::PlanRound& a);
MaybeRefusal act(Case& c, wire::SetPairings& a);
MaybeRefusal act(Case& c, wire::ChangePairing& a);
MaybeRefusal act(Case& c, wire::PublishRound& a);
MaybeRefusal act(Case& c, wire::WithdrawPublication& a);
MaybeRefusal act(Case& c, wire::PrepareRound& a);
MaybeRefusal act(Case& c, wire::StartRound& a);
MaybeRefusal act(Case& c, wire::FinishRound& a);
MaybeRefusal act(Case& c, wire::ConfirmRound& a);
MaybeRefusal act(Case& c, wire::ReopenRound& a);
MaybeRefusal act(Case& c, wire::EnterResult& a);
MaybeRefusal act(Case& c, wire::KeepMoves& a);
MaybeRefusal act(Case& c, wire::ImportEvent& a);
MaybeRefusal act(Case& c, wire::Acknowledge& a);
MaybeRefusal act(Case& c, wire::RuleBoards& a);
MaybeRefusal act(Case& c, wire::UndoStart& a);

// Reasons not to start these games now: their players still play elsewhere, the round is planned
// for much later, or the games are late and another event has announced their boards. Nothing if
// there is no reason or it was confirmed; then the act's `despite` has it.
MaybeRefusal check_start(const Case& c, const EventRound& round,
                         const std::vector<EventPairing>& games, wire::StartRound& a);

// The games of the round that the act means: those of `boards`, or all that have no result yet.
std::expected<std::vector<EventPairing>, EventRefusal> chosen(const EventRound& round,
                                                              const std::vector<Board>& boards);

// Two events at one clockd may not share a board while rounds of both are under way.
MaybeRefusal check_neighbour(const Case& c, const std::vector<EventPairing>& games);
// The same as soon as an act announces boards: it publishes a round, or gives a public round other
// boards or a time control. The caller must confirm it (the round may need no clocks, or play at
// these boards later). For acts with a preview the note is there instead: notes_on_shared.
MaybeRefusal check_announced(const Case& c, const wire::EventAct& act);
// For games that are added to a round that has started: the boards of theirs that another event has
// announced. Empty: none.
std::string shared_late(const Case& c, const EventRound& round,
                        const std::vector<EventPairing>& games);

// Checks the event's own details: the terms hold for every board, and the present rounds fit.
MaybeRefusal check_own_info(const Tournament& event, const EventInfo& info, const std::string& at);

// Checks that games that are set up and wait for their round keep their terms.
MaybeRefusal check_set_up(const Tournament& event, const EventInfo& info);

// Keeps withdrawals and requested byes, whatever a list says: only withdraw_player and request_bye
// take them back. `meant`: which player is which.
void keep_said(const Tournament& event, std::vector<EventPlayer>& players, const Meant& meant);

// Checks byes that a list brings like request_bye: not after the last round, not where the player
// is paired, not in a round that has started. Byes that a player already has stand. `before`: the
// event with the former players; `after`: with the rounds of the byes.
MaybeRefusal check_listed_byes(const Tournament& before, const Tournament& after,
                               const std::vector<EventPlayer>& players, const Meant& meant,
                               const std::string& at);

// Keeps the TRF records that Flagfall only stores if `info` brings none.
void keep_records(const Tournament& event, EventInfo& info);

// Keeps what a file leaves open about the event: a TRF has no sectors, profiles, draw odds. A file
// with the usual scoring keeps the event's, and after publication the event's terms stay.
void keep_unsaid(const Tournament& event, EventInfo& info);

// Checks each player of the list, that numbers and FIDE IDs are unique, and that the teams exist.
MaybeRefusal check_players(const Tournament& event, const std::vector<EventPlayer>& players,
                           const std::string& at);

// An act that arbiterd records by itself, for this reason, as what clockd did requires it.
wire::EventActed acted_by_software(const Tournament& event, std::string id, std::string_view reason,
                                   wire::EventAct act);

}  // namespace flagfall::tournament
