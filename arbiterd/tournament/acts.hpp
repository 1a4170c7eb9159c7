// The acts of the event's office, one overload each: what is wrong with it, or the act made
// absolute and its commands. Shared by decide*.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/setup.hpp"

namespace flagfall::tournament {

// An act under way.
struct Case {
    const Tournaments& tournaments;
    const Tournament& event;
    const game::Games& games;
    const std::string& by;
    Setup& hall;
    const wire::EventCommand& command;
    Moment now;
    std::vector<wire::GameEvent> rulings{};  // of the games' desks, in the order of the boards
};

// The event has no round of this number yet.
EventRefusal no_such_round();
// The same result of a board, no matter who entered it, and whether an article was named.
bool same_result(const wire::EnteredResult& a, const wire::EnteredResult& b);

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
MaybeRefusal act(Case& c, wire::ImportEvent& a);
MaybeRefusal act(Case& c, wire::Acknowledge& a);
MaybeRefusal act(Case& c, wire::RuleBoards& a);
MaybeRefusal act(Case& c, wire::UndoStart& a);

// Why these games should not start now: their players still play elsewhere, or the round is planned
// for much later. Nothing if there is no reason, or if it was confirmed: then it is in `despite`.
MaybeRefusal check_time_to_start(const Case& c, const EventRound& round,
                                 const std::vector<EventPairing>& games, std::string& despite);

// Two events at one clockd have their own boards, as long as rounds of both are under way.
MaybeRefusal check_neighbour(const Case& c, const std::vector<EventPairing>& games);
// The same as soon as an act announces boards: it publishes a round, or gives one that is public
// other boards, or a time control. For a round without clocks, or a later one at the same boards,
// the caller confirms it. Acts with a preview have it there: notes_on_shared.
MaybeRefusal check_announced(const Case& c, const wire::EventAct& act);

// The event's own details, with the terms that hold for every board; the rounds that it has fit.
MaybeRefusal check_own_info(const Tournament& event, const EventInfo& info, const std::string& at);

// Games that are set up, and wait for their round, keep the terms that they were set up with.
MaybeRefusal check_set_up(const Tournament& event, const EventInfo& info);

// Withdrawals and requested byes stay, whatever a list says: only withdraw_player and request_bye
// take them back.
void keep_said(const Tournament& event, std::vector<EventPlayer>& players);

// The records of a TRF that Flagfall only keeps stay where `info` brings none.
void keep_records(const Tournament& event, EventInfo& info);

// What a file leaves open about the event stays: a TRF has no sectors, profiles or draw odds. A
// file with the usual scoring leaves the event's. So do terms with which a round is published.
void keep_unsaid(const Tournament& event, EventInfo& info);

// Every player of the list alone, each number and FIDE ID once, each team one of the event's.
MaybeRefusal check_players(const Tournament& event, const std::vector<EventPlayer>& players,
                           const std::string& at);

}  // namespace flagfall::tournament
