// The event itself, its players and teams.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/limits.hpp"
#include "arbiterd/tournament/lists.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::tournament {
namespace {

// A round from this one on in which the player has a game, or a bye other than for absence.
const EventRound* paired_from(const Tournament& event, std::uint32_t player, std::uint32_t from) {
    for (const auto& [number, round] : event.rounds)
        if (number >= from)
            for (const EventPairing& p : round.pairings)
                if (plays(p, player) && p.bye != wire::Bye::zero) return &round;
    return nullptr;
}

MaybeRefusal check_withdrawal(const Tournament& event, std::uint32_t player, std::uint32_t from,
                              const std::string& at) {
    if (from == 0) return std::nullopt;
    const EventRound* paired = paired_from(event, player, from);
    if (!paired) return std::nullopt;
    FF_CHECK(paired->number >= from);
    return refuse("is_paired", "the player is paired in round " + std::to_string(paired->number) +
                                   ": change that pairing first, or withdraw from a later round",
                  at);
}

// A player who comes back was absent from the rounds that started meanwhile.
std::vector<std::uint32_t> absences(const Tournament& event, const wire::WithdrawPlayer& a) {
    std::vector<std::uint32_t> rounds;
    const std::uint32_t from = event.players.at(a.number).withdrawn_from;
    for (const auto& [number, round] : event.rounds) {
        const bool back = a.from_round == 0 || number < a.from_round;
        const auto has = [&](const EventPairing& p) { return plays(p, a.number); };
        if (from > 0 && number >= from && back && has_started(round) &&
            std::ranges::none_of(round.pairings, has))
            rounds.push_back(number);
    }
    return rounds;
}

MaybeRefusal check_fide_ids(const std::map<std::uint32_t, EventPlayer>& before,
                            const std::vector<EventPlayer>& entered, const std::string& at) {
    std::map<std::string, std::uint32_t, std::less<>> owner;
    for (const auto& [number, player] : before)
        if (!player.fide_id.empty()) owner.emplace(player.fide_id, number);
    for (const EventPlayer& player : entered)  // their former IDs no longer count
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

MaybeRefusal check_set_up(const Tournament& event, const EventInfo& info) {
    Tournament after;
    after.info.terms = info.terms;
    for (const auto& [number, round] : event.rounds) {
        if (round.state != RoundState::published) continue;
        std::vector<Board> boards;
        for (const EventPairing& p : round.pairings)
            if (!p.game.empty() && terms_of(event, round, p) != terms_of(after, round, p))
                boards.push_back(p.board);
        if (boards.empty()) continue;
        return refuse("has_game",
                      named(boards) + " of round " + std::to_string(number) +
                          ": set up at the clocks with other terms; withdraw the publication first",
                      "/info/terms");
    }
    return std::nullopt;
}

MaybeRefusal check_own_info(const Tournament& event, const EventInfo& info, const std::string& at) {
    if (auto no = check_info(info, at)) return no;
    EventPairing any;  // do the event's terms fit by themselves?
    any.terms = info.terms;
    if (auto no = check_board_terms({}, {}, any, at + "/terms/rules")) return no;
    std::uint32_t last = 0;
    for (const auto& [number, round] : event.rounds)
        if (!is_only_planned(round)) last = number;
    FF_CHECK(last <= limits::event_rounds);
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

void keep_said(const Tournament& event, std::vector<EventPlayer>& players, const Meant& meant) {
    for (EventPlayer& player : players) {
        const auto person = meant.find(player.number);
        if (person == meant.end()) continue;
        const EventPlayer& known = event.players.at(person->second);
        const bool later = player.withdrawn_from > known.withdrawn_from;
        if (player.withdrawn_from == 0 || (later && known.withdrawn_from > 0))
            player.withdrawn_from = known.withdrawn_from;
        for (const wire::RequestedBye& bye : known.byes)
            if (std::ranges::find(player.byes, bye.round, &wire::RequestedBye::round) ==
                player.byes.end())
                player.byes.push_back(bye);
        std::ranges::stable_sort(player.byes, {}, &wire::RequestedBye::round);
        FF_CHECK(player.byes.size() >= known.byes.size());
    }
}

void keep_records(const Tournament& event, EventInfo& info) {
    if (info.trf_records.empty()) info.trf_records = event.info.trf_records;
    FF_CHECK(event.info.trf_records.empty() || !info.trf_records.empty());
}

void keep_unsaid(const Tournament& event, EventInfo& info) {
    keep_records(event, info);
    const auto keep = [](auto& given, const auto& known) {
        if (given == std::remove_cvref_t<decltype(given)>{}) given = known;
    };
    const EventInfo& known = event.info;
    keep(info.name, known.name);
    keep(info.place, known.place);
    keep(info.federation, known.federation);
    keep(info.begins, known.begins);
    keep(info.ends, known.ends);
    keep(info.chief_arbiter, known.chief_arbiter);
    keep(info.deputies, known.deputies);
    keep(info.kind, known.kind);
    keep(info.pairing_system, known.pairing_system);
    keep(info.rounds, known.rounds);
    keep(info.scoring, known.scoring);
    keep(info.scoring.draw_odds, known.scoring.draw_odds);
    keep(info.sectors, known.sectors);
    const bool is_public = std::ranges::any_of(event.rounds, [](const auto& round) {
        return round.second.state != RoundState::drafted;
    });
    const auto keep_terms = [&](auto& given, const auto& had) {
        if (is_public && had != std::remove_cvref_t<decltype(had)>{}) given = had;
        keep(given, had);
    };
    wire::PlayTerms& terms = info.terms;
    keep_terms(terms.time_control, known.terms.time_control);
    keep_terms(terms.profile, known.terms.profile);
    keep_terms(terms.rules, known.terms.rules);
    keep_terms(terms.variant, known.terms.variant);
    keep_terms(terms.default_time, known.terms.default_time);
    keep_terms(terms.fen, known.terms.fen);
    keep_terms(terms.reports, known.terms.reports);
    keep_terms(terms.timing, known.terms.timing);
    const std::string& control = known.terms.time_control;
    FF_CHECK(!is_public || control.empty() || terms.time_control == control);
}

MaybeRefusal act(Case& c, wire::CreateEvent& a) { return check_own_info(c.event, a.info, "/info"); }

MaybeRefusal act(Case& c, wire::ChangeEvent& a) {
    keep_records(c.event, a.info);
    if (auto no = check_own_info(c.event, a.info, "/info")) return no;
    return check_set_up(c.event, a.info);
}

MaybeRefusal act(Case& c, wire::HideEvent&) {
    if (c.event.hidden) return refuse("nothing_to_change", "the event is hidden already");
    const auto played = [](const EventPairing& p) { return !p.game.empty() || p.entered; };
    for (const auto& [number, round] : c.event.rounds)
        if ((round.state != RoundState::drafted && round.state != RoundState::published) ||
            std::ranges::any_of(round.pairings, played))
            return refuse("has_game", "round " + std::to_string(number) +
                                          " has games or results: an event that was played stays");
    for (const game::Played& other : game::games_of(c.games, c.event.id)) {  // other programs' too
        const game::Game* game = game::find(c.games, other.id);
        FF_CHECK(game != nullptr);
        if (!game->live.result || game->live.result->ending != Ending::cancelled)
            return refuse("has_game",
                          "the event cannot be hidden: game " + other.id + " belongs to it");
    }
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::ShowEvent&) {
    if (c.event.hidden) return std::nullopt;
    return refuse("nothing_to_change", "the event is not hidden");
}

MaybeRefusal act(Case& c, wire::EnterPlayers& a) {
    if (a.players.empty())
        return refuse("nothing_to_change", "there are no players in it", "/players");
    number(a.players, c.event.players);
    if (auto no = check_persons(c.event, a.players, "/players")) return no;
    keep_said(c.event, a.players, persons(c.event.players, a.players));
    std::set<std::uint32_t> all;
    for (const auto& [known, player] : c.event.players) all.insert(known);
    for (const EventPlayer& player : a.players) all.insert(player.number);
    if (all.size() > limits::event_players)
        return refuse("too_many", "an event has at most " +
                                      std::to_string(limits::event_players) + " players",
                      "/players");
    if (auto no = check_players(c.event, a.players, "/players")) return no;
    return check_listed_byes(c.event, c.event, a.players, persons(c.event.players, a.players),
                             "/players");
}

MaybeRefusal act(Case& c, wire::RemovePlayer& a) {
    if (!c.event.players.contains(a.number))
        return refuse("unknown_player", "the event has no such player", "/number");
    for (const auto& [number, round] : c.event.rounds)
        for (const EventPairing& p : round.pairings)
            if (plays(p, a.number))
                return refuse("was_paired", "the player is paired in round " +
                                                std::to_string(number) +
                                                ": withdraw the player instead", "/number");
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::WithdrawPlayer& a) {
    if (!c.event.players.contains(a.number))
        return refuse("unknown_player", "the event has no such player", "/number");
    if (a.from_round > limits::event_rounds)
        return refuse("bad_number", "the number of a round, or 0 to play again", "/from_round");
    a.absent = absences(c.event, a);
    return check_withdrawal(c.event, a.number, a.from_round, "/from_round");
}

namespace {

// May the player's bye in this round be changed to `bye` (nothing: none)?
MaybeRefusal check_request(const Tournament& event, const EventPlayer& player,
                           std::uint32_t number, std::optional<wire::Bye> bye,
                           const std::string& at) {
    if (auto no = check_round_number(event, number, at)) return no;
    FF_CHECK(player.number >= 1);
    const std::string which = "round " + std::to_string(number);
    const std::uint32_t gone = player.withdrawn_from;
    if (gone > 0 && number >= gone && bye && bye != wire::Bye::zero)
        return refuse("withdrawn", player.name + " has withdrawn from round " +
                                       std::to_string(gone) + " on: reinstate the player first",
                      at);
    const EventRound* round = find(event, number);
    if (!round) return std::nullopt;
    if (round->state != RoundState::drafted && round->state != RoundState::published)
        return refuse("wrong_state", which + " is " + std::string(name(round->state)) +
                                         ": change the pairing to give a bye there", at);
    const auto taken = std::ranges::find_if(round->pairings, [&](const EventPairing& p) {
        return plays(p, player.number) && !is_asked_for(p);
    });
    if (taken != round->pairings.end() && bye)
        return refuse("is_paired", "the player is paired in " + which +
                                       ": change the pairing to give a bye there", at);
    const bool alone = round->pairings.size() == 1 && plays(round->pairings.front(), player.number);
    if (!bye && alone && round->state == RoundState::published)
        return refuse("no_pairings", which + " is published, and has nothing but this bye", at);
    return std::nullopt;
}

// Did the player request this bye, or get it with the pairings?
bool has_bye(const Tournament& event, std::uint32_t player, const wire::RequestedBye& bye) {
    const EventPlayer& known = event.players.at(player);
    if (std::ranges::find(known.byes, bye) != known.byes.end()) return true;
    const EventRound* round = find(event, bye.round);
    return round && std::ranges::any_of(round->pairings, [&](const EventPairing& p) {
        return p.white == player && p.bye == bye.bye;
    });
}

// Does the player already have this bye in this round, or no bye if none is wanted?
bool stands(const Tournament& event, const EventPlayer& player, std::uint32_t number,
            std::optional<wire::Bye> bye) {
    const auto asked = std::ranges::find(player.byes, number, &wire::RequestedBye::round);
    if ((asked == player.byes.end() ? std::nullopt : std::optional(asked->bye)) != bye)
        return false;
    const EventRound* round = find(event, number);
    if (!round || round->pairings.empty()) return true;
    const auto there = std::ranges::find_if(round->pairings, [&](const EventPairing& p) {
        return is_asked_for(p) && p.white == player.number;
    });
    return (there == round->pairings.end() ? std::nullopt : there->bye) == bye;
}

// The order of titles, highest first (C.04.2, 2.2.2); no title, or one of FIDE's Online Arena,
// comes last.
std::size_t title_rank(const std::string& title) {
    constexpr std::array<std::string_view, 8> order{"GM",  "IM", "WGM", "FM",
                                                    "WIM", "CM", "WFM", "WCM"};
    return static_cast<std::size_t>(std::ranges::find(order, title) - order.begin());
}

}  // namespace

MaybeRefusal check_listed_byes(const Tournament& before, const Tournament& after,
                               const std::vector<EventPlayer>& players, const Meant& meant,
                               const std::string& at) {
    for (std::size_t i = 0; i < players.size(); ++i) {
        const auto person = meant.find(players[i].number);
        for (std::size_t j = 0; j < players[i].byes.size(); ++j) {
            const wire::RequestedBye& bye = players[i].byes[j];
            if (person != meant.end() && has_bye(before, person->second, bye)) continue;
            if (auto no = check_request(after, players[i], bye.round, bye.bye,
                                        item(item(at, i) + "/byes", j) + "/round"))
                return no;
        }
    }
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::RequestBye& a) {
    const auto player = c.event.players.find(a.number);
    if (player == c.event.players.end())
        return refuse("unknown_player", "the event has no such player", "/number");
    if (a.bye == wire::Bye::allocated)
        return refuse("bad_bye", "players ask for F (full point), H (half point) or Z (zero "
                                 "points); U is the pairing program's", "/bye");
    bool changes = false;
    for (std::size_t i = 0; i < a.rounds.size(); ++i) {
        if (auto no = check_request(c.event, player->second, a.rounds[i], a.bye,
                                    item("/rounds", i)))
            return no;
        if (std::ranges::count(a.rounds, a.rounds[i]) > 1)
            return refuse("number_twice", "a round is named once", item("/rounds", i));
        changes = changes || !stands(c.event, player->second, a.rounds[i], a.bye);
    }
    if (changes) return std::nullopt;
    return refuse("nothing_to_change", a.rounds.empty() ? "say in which rounds"
                                       : a.bye          ? "the player has this bye there"
                                                        : "the player has no such bye there",
                  "/rounds");
}

MaybeRefusal act(Case& c, wire::SeedPlayers& a) {
    for (const auto& [number, round] : c.event.rounds)
        if (!has_only_requests(round))
            return refuse("is_paired", "round " + std::to_string(number) +
                                           " is paired: players keep their numbers now");
    a.order.clear();
    std::map<std::uint32_t, std::string> names;  // in the form used for sorting
    for (const auto& [number, player] : c.event.players) {
        a.order.push_back(number);
        names[number] = folded(player.name);
    }
    std::ranges::stable_sort(a.order, {}, [&](std::uint32_t number) {
        const EventPlayer& player = c.event.players.at(number);
        return std::tuple(-static_cast<std::int64_t>(player.rating), title_rank(player.title),
                          std::string_view(names.at(number)));
    });
    std::uint32_t place = 0;
    if (std::ranges::any_of(a.order, [&](std::uint32_t number) { return number != ++place; }))
        return std::nullopt;
    return refuse("nothing_to_change", "the players have the numbers of their order already");
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
    if (!round) return no_such_round();
    if (a.board != Board{} && !at_board(*round, a.board))
        return refuse("unknown_board", "the round has no game at this board", "/board");
    if (a.revision < 0) return refuse("bad_number", "a revision is not negative", "/revision");
    return std::nullopt;
}

}  // namespace flagfall::tournament
