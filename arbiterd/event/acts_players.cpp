// The event itself, its players and teams, and what files bring.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "arbiterd/event/acts.hpp"
#include "common/base/limits.hpp"

namespace flagfall::event {
namespace {

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

// Number 0 takes the next free one.
template <class T>
void number(std::vector<T>& entered, const std::map<std::uint32_t, T>& known) {
    std::uint32_t last = known.empty() ? 0 : known.rbegin()->first;
    for (const T& one : entered) last = std::max(last, one.number);
    for (T& one : entered)
        if (one.number == 0) one.number = ++last;
}

template <class T>
MaybeRefusal check_numbers(const std::vector<T>& entered, const std::string& at) {
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i < entered.size(); ++i)
        if (!seen.insert(entered[i].number).second)
            return refuse("number_twice",
                          "number " + std::to_string(entered[i].number) + " is given twice",
                          item(at, i) + "/number");
    return std::nullopt;
}

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

MaybeRefusal act(Case& c, wire::CreateEvent& a) { return check_own_info(c.event, a.info, "/info"); }

MaybeRefusal act(Case& c, wire::ChangeEvent& a) { return check_own_info(c.event, a.info, "/info"); }

MaybeRefusal act(Case& c, wire::EnterPlayers& a) {
    if (a.players.empty())
        return refuse("nothing_to_change", "there are no players in it", "/players");
    number(a.players, c.event.players);
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

// ---- files ----------------------------------------------------------------------------------

namespace {

bool same_boards(const EventRound& a, const EventRound& b) {
    return std::ranges::equal(a.pairings, b.pairings, [](const auto& x, const auto& y) {
        return x.board == y.board && x.white == y.white && x.black == y.black && x.bye == y.bye;
    });
}

bool at_clocks(const EventRound& round) {
    return std::ranges::any_of(round.pairings,
                               [](const EventPairing& p) { return !p.game.empty(); });
}

MaybeRefusal check_round(const Tournament& event, const EventRound& round, const std::string& at) {
    constexpr std::string_view states[] = {"drafted", "published", "started", "finished",
                                           "confirmed"};
    if (auto no = check_round_number(event, round.number, at + "/number")) return no;
    if (std::ranges::find(states, round.state) == std::end(states))
        return refuse("bad_state", "a round is drafted, published, started, finished or confirmed",
                      at + "/state");
    if (round.state != "drafted" && round.pairings.empty())
        return refuse("no_pairings", "a round without pairings is drafted", at + "/state");
    if (auto no = check_starts(round.starts, at + "/starts")) return no;
    if (auto no = check_terms(round.terms, at + "/terms")) return no;
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        const std::string here = item(at + "/pairings", i);
        if (auto no = check_pairing(event, round.number, round.pairings[i], here)) return no;
        if (!round.pairings[i].game.empty())
            return refuse("not_yours", "arbiterd names the games at the clocks", here + "/game");
        if (auto no = check_board_terms(event, round, round.pairings[i], here + "/terms"))
            return no;
    }
    return check_once(round.pairings, at + "/pairings");
}

// The revision of a result goes on from the one that was there.
void count_revisions(const EventRound* before, EventRound& round) {
    for (EventPairing& p : round.pairings) {
        const EventPairing* old = before ? at_board(*before, p.board) : nullptr;
        p.revision = old ? old->revision : 0;
        if (p.entered != (old ? old->entered : std::nullopt)) ++p.revision;
    }
}

// A round that has games at clocks stays; the file may repeat it.
MaybeRefusal import_rounds(const Tournament& before, wire::ImportEvent& a) {
    std::vector<EventRound> kept;
    for (std::size_t i = 0; i < a.rounds.size(); ++i) {
        EventRound& round = a.rounds[i];
        sort(round.pairings);
        const EventRound* known = find(before, round.number);
        count_revisions(known, round);
        if (!known || !at_clocks(*known)) {
            kept.push_back(std::move(round));
        } else if (!same_boards(*known, round)) {
            return refuse("round_started", "round " + std::to_string(round.number) +
                                               " has games at the clocks, and other pairings",
                          item("/rounds", i));
        }
    }
    a.rounds = std::move(kept);
    return std::nullopt;
}

// Whoever is paired in a round that stays must be among the players.
MaybeRefusal check_kept(const Tournament& after, const wire::ImportEvent& a) {
    for (const auto& [number, round] : after.rounds)
        for (const EventPairing& p : round.pairings)
            for (const std::uint32_t player : {p.white, p.black})
                if (player != 0 && !after.players.contains(player))
                    return refuse("unknown_player", "player " + std::to_string(player) +
                                                        " is paired in round " +
                                                        std::to_string(number) +
                                                        " and not on the list",
                                  a.players.empty() ? "" : "/players");
    for (const auto& [number, player] : after.players)
        if (player.team > 0 && !after.teams.contains(player.team))
            return refuse("unknown_team", "player " + std::to_string(number) + " is of team " +
                                              std::to_string(player.team) +
                                              ", which is not on the list",
                          a.teams.empty() ? "/players" : "/teams");
    return std::nullopt;
}

}  // namespace

MaybeRefusal act(Case& c, wire::ImportEvent& a) {
    if (!a.info && a.players.empty() && a.teams.empty() && a.rounds.empty())
        return refuse("nothing_to_change", "there is nothing in it");
    number(a.players, {});
    number(a.teams, {});
    if (auto no = check_numbers(a.rounds, "/rounds")) return no;
    wire::ImportEvent lists = a;  // first the lists, which the rounds are read against
    lists.rounds.clear();
    Tournament after = c.event;
    assign(after, lists);
    if (!a.players.empty()) after.players.clear();
    if (a.info)
        if (auto no = check_info(*a.info, "/info")) return no;
    if (a.teams.size() > limits::event_teams)
        return refuse("too_many", "too many teams", "/teams");
    if (auto no = check_numbers(a.teams, "/teams")) return no;
    for (std::size_t i = 0; i < a.teams.size(); ++i)
        if (auto no = check_team(a.teams[i], item("/teams", i))) return no;
    for (const EventRound& round : a.rounds) after.rounds.erase(round.number);
    if (auto no = check_players(after, a.players, "/players")) return no;
    assign(after, lists);
    for (std::size_t i = 0; i < a.rounds.size(); ++i)
        if (auto no = check_round(after, a.rounds[i], item("/rounds", i))) return no;
    if (auto no = import_rounds(c.event, a)) return no;
    after = c.event;
    assign(after, a);
    if (auto no = check_own_info(after, after.info, "/info")) return no;
    return check_kept(after, a);
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
