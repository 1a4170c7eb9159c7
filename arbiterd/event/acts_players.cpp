// The event itself, its players and teams.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "arbiterd/event/acts.hpp"
#include "arbiterd/event/lists.hpp"
#include "common/base/limits.hpp"

namespace flagfall::event {
namespace {

// A game, or a bye that is more than being absent, from this round on.
const EventRound* paired_from(const Tournament& event, std::uint32_t player, std::uint32_t from) {
    for (const auto& [number, round] : event.rounds)
        if (number >= from)
            for (const EventPairing& p : round.pairings)
                if (plays(p, player) && p.bye != "Z") return &round;
    return nullptr;
}

MaybeRefusal check_withdrawal(const Tournament& event, std::uint32_t player, std::uint32_t from,
                              const std::string& at) {
    if (from == 0) return std::nullopt;
    const EventRound* paired = paired_from(event, player, from);
    if (!paired) return std::nullopt;
    return refuse("is_paired", "the player is paired in round " + std::to_string(paired->number) +
                                   ": change that pairing first, or withdraw from a later round",
                  at);
}

MaybeRefusal check_fide_ids(const std::map<std::uint32_t, EventPlayer>& before,
                            const std::vector<EventPlayer>& entered, const std::string& at) {
    std::map<std::string, std::uint32_t, std::less<>> owner;
    for (const auto& [number, player] : before)
        if (!player.fide_id.empty()) owner.emplace(player.fide_id, number);
    for (const EventPlayer& player : entered)  // what they had before counts no more
        std::erase_if(owner, [&](const auto& o) { return o.second == player.number; });
    for (std::size_t i = 0; i < entered.size(); ++i) {
        const EventPlayer& player = entered[i];
        if (player.fide_id.empty()) continue;
        const auto [other, is_new] = owner.emplace(player.fide_id, player.number);
        if (!is_new)
            return refuse("fide_id_twice", "player " + std::to_string(other->second) +
                                               " has this FIDE ID", item(at, i) + "/fide_id");
    }
    return std::nullopt;
}

}  // namespace

MaybeRefusal check_own_info(const Tournament& event, const EventInfo& info, const std::string& at) {
    if (auto no = check_info(info, at)) return no;
    EventPairing any;  // do the terms hold together, with nothing narrower?
    any.terms = info.terms;
    if (auto no = check_board_terms({}, {}, any, at + "/terms/rules")) return no;
    const std::uint32_t last = event.rounds.empty() ? 0 : event.rounds.rbegin()->first;
    if (info.rounds == 0 || info.rounds >= last) return std::nullopt;
    return refuse("bad_rounds", "the event has a round " + std::to_string(last) + " already",
                  at + "/rounds");
}

MaybeRefusal check_players(const Tournament& event, const std::vector<EventPlayer>& players,
                           const std::string& at) {
    if (auto no = check_numbers(players, at)) return no;
    for (std::size_t i = 0; i < players.size(); ++i) {
        const EventPlayer& player = players[i];
        if (auto no = check_player(player, item(at, i))) return no;
        if (player.team > 0 && !event.teams.contains(player.team))
            return refuse("unknown_team", "the event has no team " + std::to_string(player.team),
                          item(at, i) + "/team");
        if (auto no = check_withdrawal(event, player.number, player.withdrawn_from,
                                       item(at, i) + "/withdrawn_from"))
            return no;
    }
    return check_fide_ids(event.players, players, at);
}

void keep_withdrawn(const Tournament& event, std::vector<EventPlayer>& players) {
    for (EventPlayer& player : players)
        if (const auto known = event.players.find(player.number);
            known != event.players.end() && player.withdrawn_from == 0)
            player.withdrawn_from = known->second.withdrawn_from;
}

MaybeRefusal act(Case& c, wire::CreateEvent& a) { return check_own_info(c.event, a.info, "/info"); }

MaybeRefusal act(Case& c, wire::ChangeEvent& a) { return check_own_info(c.event, a.info, "/info"); }

MaybeRefusal act(Case& c, wire::EnterPlayers& a) {
    if (a.players.empty())
        return refuse("nothing_to_change", "there are no players in it", "/players");
    number(a.players, c.event.players);
    keep_withdrawn(c.event, a.players);
    std::set<std::uint32_t> all;
    for (const auto& [known, player] : c.event.players) all.insert(known);
    for (const EventPlayer& player : a.players) all.insert(player.number);
    if (all.size() > limits::event_players)
        return refuse("too_many", "an event has at most " +
                                      std::to_string(limits::event_players) + " players",
                      "/players");
    return check_players(c.event, a.players, "/players");
}

MaybeRefusal act(Case& c, wire::RemovePlayer& a) {
    if (!c.event.players.contains(a.number))
        return refuse("unknown_player", "the event has no such player", "/number");
    for (const auto& [number, round] : c.event.rounds)
        for (const EventPairing& p : round.pairings)
            if (plays(p, a.number))
                return refuse("was_paired", "the player is paired in round " +
                                                std::to_string(number) +
                                                ": withdraw_player instead", "/number");
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::WithdrawPlayer& a) {
    if (!c.event.players.contains(a.number))
        return refuse("unknown_player", "the event has no such player", "/number");
    if (a.from_round > limits::event_rounds)
        return refuse("bad_number", "the number of a round, or 0 to play again", "/from_round");
    return check_withdrawal(c.event, a.number, a.from_round, "/from_round");
}

MaybeRefusal act(Case& c, wire::EnterTeams& a) {
    if (a.teams.empty()) return refuse("nothing_to_change", "there are no teams in it", "/teams");
    number(a.teams, c.event.teams);
    if (auto no = check_numbers(a.teams, "/teams")) return no;
    std::set<std::uint32_t> all;
    for (const auto& [known, team] : c.event.teams) all.insert(known);
    for (std::size_t i = 0; i < a.teams.size(); ++i) {
        if (auto no = check_team(a.teams[i], item("/teams", i))) return no;
        all.insert(a.teams[i].number);
    }
    if (all.size() <= limits::event_teams) return std::nullopt;
    return refuse("too_many", "an event has at most " + std::to_string(limits::event_teams) +
                                  " teams", "/teams");
}

MaybeRefusal act(Case& c, wire::Acknowledge& a) {
    if (a.consumer.size() > limits::consumer_bytes)
        return refuse("bad_name", "at most " + std::to_string(limits::consumer_bytes) + " bytes",
                      "/consumer");
    if (auto no = check_name(a.consumer, "/consumer")) return no;
    const EventRound* round = find(c.event, a.round);
    if (!round) return refuse("unknown_round", "the event has no such round", "/round");
    if (a.board != Board{} && !at_board(*round, a.board))
        return refuse("unknown_board", "the round has no game at this board", "/board");
    if (a.revision < 0) return refuse("bad_number", "a revision is not negative", "/revision");
    return std::nullopt;
}

}  // namespace flagfall::event
